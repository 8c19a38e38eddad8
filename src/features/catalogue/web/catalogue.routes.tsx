import { createRoute } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

const filters = ['size', 'color', 'min_price', 'max_price', 'in_stock', 'sort', 'page'] as const
const readListWords = readWords('q', ...filters)
const readFilters = readWords(...filters)

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: { isForSearchEngines: true, guestWords: [] },
  ...screen(() => import('./home/home-page.tsx'), {
    loader: 'loadHome',
    head: 'headHome',
    component: 'HomePage',
    pendingComponent: 'HomeSkeleton',
  }),
})

const menuRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/menu',
  head: ({ match }) => pageTitle(match.context, msg('Menu')),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./home/menu-page.tsx'), {
    loader: 'loadMenu',
    component: 'MenuPage',
    pendingComponent: 'MenuSkeleton',
  }),
})

const cataloguePage = () => import('./list/product-list-page.tsx')

const catalogueRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/catalogue',
  validateSearch: readListWords,
  loaderDeps: ({ search }) => readFilters(search),
  staticData: { isForSearchEngines: true, guestWords: ['page'] },
  ...screen(cataloguePage, {
    loader: 'loadCatalogue',
    head: 'headCatalogue',
    component: 'CataloguePage',
    pendingComponent: 'ProductListSkeleton',
  }),
})

const categoryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/catalogue/$category',
  validateSearch: readListWords,
  loaderDeps: ({ search }) => readFilters(search),
  staticData: { isForSearchEngines: true, guestWords: ['page'] },
  ...screen(cataloguePage, {
    loader: 'loadCategory',
    head: 'headCategory',
    component: 'CategoryPage',
    pendingComponent: 'ProductListSkeleton',
  }),
})

const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search',
  validateSearch: readListWords,
  loaderDeps: ({ search }) => readListWords(search),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./list/search-page.tsx'), {
    loader: 'loadSearch',
    head: 'headSearch',
    component: 'SearchPage',
    pendingComponent: 'ProductListSkeleton',
  }),
})

const readCollectSearch = readWords('page')

const collectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/collect',
  validateSearch: readCollectSearch,
  loaderDeps: ({ search }) => readCollectSearch(search),
  head: ({ match }) => pageTitle(match.context, msg('Wishlist')),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./list/collect-page.tsx'), {
    loader: 'loadWishlist',
    component: 'CollectPage',
    pendingComponent: 'CollectSkeleton',
  }),
})

const readProductSearch = readWords('preview')

const productRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/$handle',
  validateSearch: readProductSearch,
  loaderDeps: ({ search }) => readProductSearch(search),
  staticData: { isForSearchEngines: true, guestWords: [] },
  ...screen(() => import('./product/product-page.tsx'), {
    loader: 'loadProduct',
    head: 'headProduct',
    component: 'ProductPage',
    pendingComponent: 'ProductSkeleton',
  }),
})

export const catalogueRoutes = [
  homeRoute,
  menuRoute,
  catalogueRoute,
  categoryRoute,
  searchRoute,
  collectRoute,
  productRoute,
] as const
