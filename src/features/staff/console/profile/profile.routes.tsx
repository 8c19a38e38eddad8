import { createRoute } from '@tanstack/react-router'
import { profileLink, requestsLink } from '#console/shell/console-links.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { screen } from '#web/navigation/screen.ts'

const profileRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: profileLink,
  head: ({ match: { context } }) => consoleTitle(context, 'Your profile'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./profile-page.tsx'), { loader: 'loadProfile', component: 'ProfilePage' }),
})

const requestsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: requestsLink,
  head: ({ match: { context } }) => consoleTitle(context, 'Approvals'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('../requests/requests-page.tsx'), { loader: 'loadRequests', component: 'RequestsPage' }),
})

export const profileRoutes = [profileRoute, requestsRoute]
