import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { profileLink, requestsLink } from '#console/shell/console-links.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { lateFunction } from '#web/navigation/late-code.tsx'

const requestsPage = () => import('../requests/requests-page.tsx')
const profilePage = () => import('./profile-page.tsx')

const profileRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: profileLink,
  loader: lateFunction(profilePage, 'loadProfile'),
  head: ({ match: { context } }) => consoleTitle(context, 'Your profile'),
  staticData: { isForSearchEngines: false, page: 'src/features/staff/console/profile/profile-page.tsx' },
  component: lazyRouteComponent(profilePage, 'ProfilePage'),
})

const requestsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: requestsLink,
  loader: lateFunction(requestsPage, 'loadRequests'),
  head: ({ match: { context } }) => consoleTitle(context, 'Second person'),
  staticData: { isForSearchEngines: false, page: 'src/features/staff/console/requests/requests-page.tsx' },
  component: lazyRouteComponent(requestsPage, 'RequestsPage'),
})

export const profileRoutes = [profileRoute, requestsRoute]
