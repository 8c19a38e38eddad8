import { createRoute } from '@tanstack/react-router'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'

const pagesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.pages,
  head: ({ match: { context } }) => consoleTitle(context, 'Pages'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./list/pages-page.tsx'), { loader: 'loadPages', component: 'PagesPage' }),
})

const pageEditorRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: `${settingsLinks.pages}/$id`,
  validateSearch: readWords('language', 'starter'),
  loaderDeps: ({ search }) => search,
  head: ({ match: { context } }) => consoleTitle(context, 'Pages'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./editor/page-editor-page.tsx'), { loader: 'loadPageEditor', component: 'PageEditorPage' }),
})

const postsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.posts,
  head: ({ match: { context } }) => consoleTitle(context, 'Posts'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./list/posts-page.tsx'), { loader: 'loadPosts', component: 'PostsPage' }),
})

const postEditorRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: `${settingsLinks.posts}/$id`,
  validateSearch: readWords('language'),
  loaderDeps: ({ search }) => search,
  head: ({ match: { context } }) => consoleTitle(context, 'Posts'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./editor/post-editor-page.tsx'), { loader: 'loadPostEditor', component: 'PostEditorPage' }),
})

const navigationRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: settingsLinks.navigation,
  validateSearch: readWords('entry'),
  loaderDeps: ({ search }) => search,
  head: ({ match: { context } }) => consoleTitle(context, 'Navigation'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./navigation/navigation-page.tsx'), {
    loader: 'loadNavigation',
    component: 'NavigationPage',
  }),
})

export const contentRoutes = [pagesRoute, pageEditorRoute, postsRoute, postEditorRoute, navigationRoute]
