import { createRoute } from '@tanstack/react-router'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'
import { rootRoute } from '#web/root.tsx'

const informationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/information/$title',
  staticData: { isForSearchEngines: true, guestWords: [] },
  ...screen(() => import('./information-page.tsx'), {
    loader: 'loadInformation',
    head: 'headInformation',
    component: 'InformationPage',
    pendingComponent: 'PageSkeleton',
  }),
})

const readBlogSearch = readWords('page')

const blogRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/blog',
  validateSearch: readBlogSearch,
  loaderDeps: ({ search }) => readBlogSearch(search),
  staticData: { isForSearchEngines: true, guestWords: ['page'] },
  ...screen(() => import('./blog-page.tsx'), {
    loader: 'loadBlog',
    head: 'headBlog',
    component: 'BlogPage',
    pendingComponent: 'PageSkeleton',
  }),
})

const blogDetailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/blog-detail/$handle',
  staticData: { isForSearchEngines: true, guestWords: [] },
  ...screen(() => import('./blog-detail-page.tsx'), {
    loader: 'loadBlogPost',
    head: 'headBlogPost',
    component: 'BlogDetailPage',
    pendingComponent: 'PageSkeleton',
  }),
})

const productTestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/new-product-test/$id',
  staticData: { isForSearchEngines: true, guestWords: [] },
  ...screen(() => import('./product-test-page.tsx'), {
    loader: 'loadProductTest',
    head: 'headProductTest',
    component: 'ProductTestPage',
    pendingComponent: 'PageSkeleton',
  }),
})

export const pagesRoutes = [informationRoute, blogRoute, blogDetailRoute, productTestRoute] as const
