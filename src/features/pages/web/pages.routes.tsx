import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { readWords } from '#web/navigation/search-params.ts'
import { rootRoute } from '#web/root.tsx'

const informationPage = () => import('./information-page.tsx')

const informationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/information/$title',
  loader: lateFunction(informationPage, 'loadInformation'),
  head: lateFunction(informationPage, 'headInformation'),
  component: lazyRouteComponent(informationPage, 'InformationPage'),
  pendingComponent: lazyRouteComponent(informationPage, 'PageSkeleton'),
  staticData: { page: 'src/features/pages/web/information-page.tsx', isForSearchEngines: true, guestWords: [] },
})

const blogPage = () => import('./blog-page.tsx')
const readBlogSearch = readWords('page')

const blogRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/blog',
  validateSearch: readBlogSearch,
  loaderDeps: ({ search }) => readBlogSearch(search),
  loader: lateFunction(blogPage, 'loadBlog'),
  head: lateFunction(blogPage, 'headBlog'),
  component: lazyRouteComponent(blogPage, 'BlogPage'),
  pendingComponent: lazyRouteComponent(blogPage, 'PageSkeleton'),
  staticData: { page: 'src/features/pages/web/blog-page.tsx', isForSearchEngines: true, guestWords: ['page'] },
})

const blogDetailPage = () => import('./blog-detail-page.tsx')

const blogDetailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/blog-detail/$handle',
  loader: lateFunction(blogDetailPage, 'loadBlogPost'),
  head: lateFunction(blogDetailPage, 'headBlogPost'),
  component: lazyRouteComponent(blogDetailPage, 'BlogDetailPage'),
  pendingComponent: lazyRouteComponent(blogDetailPage, 'PageSkeleton'),
  staticData: { page: 'src/features/pages/web/blog-detail-page.tsx', isForSearchEngines: true, guestWords: [] },
})

const productTestPage = () => import('./product-test-page.tsx')

const productTestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/new-product-test/$id',
  loader: lateFunction(productTestPage, 'loadProductTest'),
  head: lateFunction(productTestPage, 'headProductTest'),
  component: lazyRouteComponent(productTestPage, 'ProductTestPage'),
  pendingComponent: lazyRouteComponent(productTestPage, 'PageSkeleton'),
  staticData: { page: 'src/features/pages/web/product-test-page.tsx', isForSearchEngines: true, guestWords: [] },
})

export const pagesRoutes = [informationRoute, blogRoute, blogDetailRoute, productTestRoute] as const
