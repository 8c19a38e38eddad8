import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { startLink } from '#console/console-links.ts'
import { frameRoute } from '#console/frame.routes.tsx'
import { consoleTitle } from '#console/root.tsx'
import { lateFunction } from '#web/late-code.tsx'

const setupPage = () => import('./setup-page.tsx')

const setupRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: startLink,
  loader: lateFunction(setupPage, 'loadSetup'),
  head: ({ match: { context } }) => consoleTitle(context, 'Open your shop'),
  component: lazyRouteComponent(setupPage, 'SetupPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/setup/console/setup-page.tsx' },
})

export const setupRoutes = [setupRoute]
