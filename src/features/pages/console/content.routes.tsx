import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frameRoute } from '#console/frame.routes.tsx'
import { consoleTitle } from '#console/root.tsx'
import { settingsLinks } from '#console/settings/settings-places.ts'
import { lateFunction } from '#web/late-code.tsx'

const pagesPage = () => import('./pages-page.tsx')

const pagesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.pages,
  loader: lateFunction(pagesPage, 'loadPages'),
  head: ({ match: { context } }) => consoleTitle(context, 'Pages'),
  staticData: { isForSearchEngines: false, page: 'src/features/pages/console/pages-page.tsx' },
  component: lazyRouteComponent(pagesPage, 'PagesPage'),
})

const postsPage = () => import('./posts-page.tsx')

const postsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.posts,
  loader: lateFunction(postsPage, 'loadPosts'),
  head: ({ match: { context } }) => consoleTitle(context, 'Posts'),
  staticData: { isForSearchEngines: false, page: 'src/features/pages/console/posts-page.tsx' },
  component: lazyRouteComponent(postsPage, 'PostsPage'),
})

const navigationPage = () => import('./navigation-page.tsx')

const navigationRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.navigation,
  loader: lateFunction(navigationPage, 'loadNavigation'),
  head: ({ match: { context } }) => consoleTitle(context, 'Navigation'),
  staticData: { isForSearchEngines: false, page: 'src/features/pages/console/navigation-page.tsx' },
  component: lazyRouteComponent(navigationPage, 'NavigationPage'),
})

export const contentRoutes = [pagesRoute, postsRoute, navigationRoute]
