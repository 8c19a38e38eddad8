import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsLinks } from '#console/settings/settings-places.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { readWords } from '#web/navigation/search-params.ts'

const pagesPage = () => import('./list/pages-page.tsx')

const pagesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.pages,
  loader: lateFunction(pagesPage, 'loadPages'),
  head: ({ match: { context } }) => consoleTitle(context, 'Pages'),
  staticData: { isForSearchEngines: false, page: 'src/features/pages/console/list/pages-page.tsx' },
  component: lazyRouteComponent(pagesPage, 'PagesPage'),
})

const pageEditorPage = () => import('./editor/page-editor-page.tsx')

const pageEditorRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: `${settingsLinks.pages}/$id`,
  validateSearch: readWords('language', 'starter'),
  loaderDeps: ({ search }) => search,
  loader: lateFunction(pageEditorPage, 'loadPageEditor'),
  head: ({ match: { context } }) => consoleTitle(context, 'Pages'),
  staticData: { isForSearchEngines: false, page: 'src/features/pages/console/editor/page-editor-page.tsx' },
  component: lazyRouteComponent(pageEditorPage, 'PageEditorPage'),
})

const postsPage = () => import('./list/posts-page.tsx')

const postsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.posts,
  loader: lateFunction(postsPage, 'loadPosts'),
  head: ({ match: { context } }) => consoleTitle(context, 'Posts'),
  staticData: { isForSearchEngines: false, page: 'src/features/pages/console/list/posts-page.tsx' },
  component: lazyRouteComponent(postsPage, 'PostsPage'),
})

const postEditorPage = () => import('./editor/post-editor-page.tsx')

const postEditorRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: `${settingsLinks.posts}/$id`,
  validateSearch: readWords('language'),
  loaderDeps: ({ search }) => search,
  loader: lateFunction(postEditorPage, 'loadPostEditor'),
  head: ({ match: { context } }) => consoleTitle(context, 'Posts'),
  staticData: { isForSearchEngines: false, page: 'src/features/pages/console/editor/post-editor-page.tsx' },
  component: lazyRouteComponent(postEditorPage, 'PostEditorPage'),
})

const navigationPage = () => import('./navigation/navigation-page.tsx')

const navigationRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.navigation,
  validateSearch: readWords('entry'),
  loaderDeps: ({ search }) => search,
  loader: lateFunction(navigationPage, 'loadNavigation'),
  head: ({ match: { context } }) => consoleTitle(context, 'Navigation'),
  staticData: { isForSearchEngines: false, page: 'src/features/pages/console/navigation/navigation-page.tsx' },
  component: lazyRouteComponent(navigationPage, 'NavigationPage'),
})

export const contentRoutes = [pagesRoute, pageEditorRoute, postsRoute, postEditorRoute, navigationRoute]
