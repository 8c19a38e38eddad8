import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { whichRows } from '#console/list/bulk/which-rows.ts'
import { categoriesLink, newProductLink, productsLink, stockLink } from '#console/shell/console-links.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { readWords } from '#web/navigation/search-params.ts'

const productsPage = () => import('./products/products-page.tsx')
const productPage = () => import('./products/product-page.tsx')
const newProductPage = () => import('./products/new-product-page.tsx')
const categoriesPage = () => import('./categories/categories-page.tsx')
const stockPage = () => import('./skus/stock-page.tsx')

const productsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: productsLink,
  validateSearch: readWords(
    'status',
    'stock',
    'texts',
    'category',
    'sale',
    'q',
    'sort',
    'at',
    'peek',
    'columns',
    'look',
  ),
  loaderDeps: ({ search }) => whichRows(search),
  loader: lateFunction(productsPage, 'loadProducts'),
  head: ({ match: { context } }) => consoleTitle(context, 'Products'),
  component: lazyRouteComponent(productsPage, 'ProductsPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/catalogue/console/products/products-page.tsx' },
})

const newProductRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: newProductLink,
  loader: lateFunction(newProductPage, 'loadNewProduct'),
  head: ({ match: { context } }) => consoleTitle(context, 'New product'),
  component: lazyRouteComponent(newProductPage, 'NewProductPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/catalogue/console/products/new-product-page.tsx' },
})

const productRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: `${productsLink}/$handle`,
  validateSearch: readWords('tab'),
  loader: lateFunction(productPage, 'loadStaffProduct'),
  head: ({ match: { context }, params }) => consoleTitle(context, params.handle),
  component: lazyRouteComponent(productPage, 'ProductPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/catalogue/console/products/product-page.tsx' },
})

const categoriesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: categoriesLink,
  loader: lateFunction(categoriesPage, 'loadCategories'),
  head: ({ match: { context } }) => consoleTitle(context, 'Categories'),
  component: lazyRouteComponent(categoriesPage, 'CategoriesPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/catalogue/console/categories/categories-page.tsx' },
})

const stockRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: stockLink,
  validateSearch: readWords('below', 'is_low', 'product', 'q', 'sort', 'at', 'columns'),
  loaderDeps: ({ search }) => whichRows(search),
  loader: lateFunction(stockPage, 'loadStock'),
  head: ({ match: { context } }) => consoleTitle(context, 'Stock'),
  component: lazyRouteComponent(stockPage, 'StockPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/catalogue/console/skus/stock-page.tsx' },
})

export const catalogueRoutes = [productsRoute, newProductRoute, productRoute, categoriesRoute, stockRoute]
