import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsLinks } from '#console/settings/settings-places.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { lateFunction } from '#web/navigation/late-code.tsx'

const returnSettingsPage = () => import('./return-settings-page.tsx')

const returnSettingsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.returns,
  loader: lateFunction(returnSettingsPage, 'loadReturnSettings'),
  head: ({ match: { context } }) => consoleTitle(context, 'Returns'),
  staticData: { isForSearchEngines: false, page: 'src/features/returns/console/settings/return-settings-page.tsx' },
  component: lazyRouteComponent(returnSettingsPage, 'ReturnSettingsPage'),
})

export const returnSettingsRoutes = [returnSettingsRoute]
