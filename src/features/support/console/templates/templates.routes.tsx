import { createRoute } from '@tanstack/react-router'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { screen } from '#web/navigation/screen.ts'

const templatesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.templates,
  head: ({ match: { context } }) => consoleTitle(context, 'Answer templates'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./templates-page.tsx'), { loader: 'loadTemplates', component: 'TemplatesPage' }),
})

export const templateRoutes = [templatesRoute]
