import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { readWords } from '#web/navigation/search-params.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

const filters = ['size', 'color', 'min_price', 'max_price', 'in_stock', 'sort', 'page'] as const
const readListWords = readWords('q', ...filters)
const readFilters = readWords(...filters)

const homePage = () => import('./home/home-page.tsx')

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  loader: lateFunction(homePage, 'loadHome'),
  head: lateFunction(homePage, 'headHome'),
  component: lazyRouteComponent(homePage, 'HomePage'),
  pendingComponent: lazyRouteComponent(homePage, 'HomeSkeleton'),
  staticData: { page: 'src/features/catalogue/web/home/home-page.tsx', isForSearchEngines: true, guestWords: [] },
})

const menuPage = () => import('./home/menu-page.tsx')

const menuRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/menu',
  loader: lateFunction(menuPage, 'loadMenu'),
  head: ({ match }) => pageTitle(match.context, msg('Menu')),
  component: lazyRouteComponent(menuPage, 'MenuPage'),
  pendingComponent: lazyRouteComponent(menuPage, 'MenuSkeleton'),
  staticData: { page: 'src/features/catalogue/web/home/menu-page.tsx', isForSearchEngines: false },
})

const cataloguePage = () => import('./list/product-list-page.tsx')

const catalogueRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/catalogue',
  validateSearch: readListWords,
  loaderDeps: ({ search }) => readFilters(search),
  loader: lateFunction(cataloguePage, 'loadCatalogue'),
  head: lateFunction(cataloguePage, 'headCatalogue'),
  component: lazyRouteComponent(cataloguePage, 'CataloguePage'),
  pendingComponent: lazyRouteComponent(cataloguePage, 'ProductListSkeleton'),
  staticData: {
    page: 'src/features/catalogue/web/list/product-list-page.tsx',
    isForSearchEngines: true,
    guestWords: ['page'],
  },
})

const categoryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/catalogue/$category',
  validateSearch: readListWords,
  loaderDeps: ({ search }) => readFilters(search),
  loader: lateFunction(cataloguePage, 'loadCategory'),
  head: lateFunction(cataloguePage, 'headCategory'),
  component: lazyRouteComponent(cataloguePage, 'CategoryPage'),
  pendingComponent: lazyRouteComponent(cataloguePage, 'ProductListSkeleton'),
  staticData: {
    page: 'src/features/catalogue/web/list/product-list-page.tsx',
    isForSearchEngines: true,
    guestWords: ['page'],
  },
})

const searchPage = () => import('./list/search-page.tsx')

const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search',
  validateSearch: readListWords,
  loaderDeps: ({ search }) => readListWords(search),
  loader: lateFunction(searchPage, 'loadSearch'),
  head: lateFunction(searchPage, 'headSearch'),
  component: lazyRouteComponent(searchPage, 'SearchPage'),
  pendingComponent: lazyRouteComponent(searchPage, 'ProductListSkeleton'),
  staticData: { page: 'src/features/catalogue/web/list/search-page.tsx', isForSearchEngines: false },
})

const collectPage = () => import('./list/collect-page.tsx')
const readCollectSearch = readWords('page')

const collectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/collect',
  validateSearch: readCollectSearch,
  loaderDeps: ({ search }) => readCollectSearch(search),
  loader: lateFunction(collectPage, 'loadWishlist'),
  head: ({ match }) => pageTitle(match.context, msg('Wishlist')),
  component: lazyRouteComponent(collectPage, 'CollectPage'),
  pendingComponent: lazyRouteComponent(collectPage, 'CollectSkeleton'),
  staticData: { page: 'src/features/catalogue/web/list/collect-page.tsx', isForSearchEngines: false },
})

const productPage = () => import('./product/product-page.tsx')
const readProductSearch = readWords('preview')

const productRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/$handle',
  validateSearch: readProductSearch,
  loaderDeps: ({ search }) => readProductSearch(search),
  loader: lateFunction(productPage, 'loadProduct'),
  head: lateFunction(productPage, 'headProduct'),
  component: lazyRouteComponent(productPage, 'ProductPage'),
  pendingComponent: lazyRouteComponent(productPage, 'ProductSkeleton'),
  staticData: { page: 'src/features/catalogue/web/product/product-page.tsx', isForSearchEngines: true, guestWords: [] },
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
