import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { todayLink } from '#console/console-links.ts'
import { frameRoute } from '#console/frame.routes.tsx'
import { consoleTitle } from '#console/root.tsx'
import { lateFunction } from '#web/late-code.tsx'

const todayPage = () => import('./today-page.tsx')

const todayRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: todayLink,
  loader: lateFunction(todayPage, 'loadToday'),
  head: ({ match: { context } }) => consoleTitle(context, 'Today'),
  staticData: { isForSearchEngines: false, page: 'src/features/figures/console/today-page.tsx' },
  component: lazyRouteComponent(todayPage, 'TodayPage'),
})

export const todayRoutes = [todayRoute]
