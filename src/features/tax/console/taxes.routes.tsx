import { createRoute } from '@tanstack/react-router'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { screen } from '#web/navigation/screen.ts'

const taxesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.taxes,
  head: ({ match: { context } }) => consoleTitle(context, 'Taxes'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./taxes-page.tsx'), { loader: 'loadTaxes', component: 'TaxesPage' }),
})

export const taxRoutes = [taxesRoute]
