import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { profileLink } from '#console/console-links.ts'
import { frameRoute } from '#console/frame.routes.tsx'
import { consoleTitle } from '#console/root.tsx'
import { lateFunction } from '#web/late-code.tsx'

const profilePage = () => import('./profile-page.tsx')

const profileRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: profileLink,
  loader: lateFunction(profilePage, 'loadProfile'),
  head: ({ match: { context } }) => consoleTitle(context, 'Your profile'),
  staticData: { isForSearchEngines: false, page: 'src/features/staff/console/profile-page.tsx' },
  component: lazyRouteComponent(profilePage, 'ProfilePage'),
})

export const profileRoutes = [profileRoute]
