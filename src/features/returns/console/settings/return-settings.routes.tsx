import { createRoute } from '@tanstack/react-router'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { screen } from '#web/navigation/screen.ts'

const returnSettingsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.returns,
  head: ({ match: { context } }) => consoleTitle(context, 'Returns'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./return-settings-page.tsx'), {
    loader: 'loadReturnSettings',
    component: 'ReturnSettingsPage',
  }),
})

export const returnSettingsRoutes = [returnSettingsRoute]
