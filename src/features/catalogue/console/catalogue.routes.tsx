import { createRoute } from '@tanstack/react-router'
import { pickRowParameters } from '#console/list/bulk/row-parameters.ts'
import { categoriesLink, newProductLink, productsLink, stockLink } from '#console/shell/console-links.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'

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
  loaderDeps: ({ search }) => pickRowParameters(search),
  head: ({ match: { context } }) => consoleTitle(context, 'Products'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./products/products-page.tsx'), { loader: 'loadProducts', component: 'ProductsPage' }),
})

const newProductRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: newProductLink,
  head: ({ match: { context } }) => consoleTitle(context, 'New product'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./products/new-product-page.tsx'), { loader: 'loadNewProduct', component: 'NewProductPage' }),
})

const productRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: `${productsLink}/$handle`,
  validateSearch: readWords('tab'),
  head: ({ match: { context }, params }) => consoleTitle(context, params.handle),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./products/product-page.tsx'), { loader: 'loadStaffProduct', component: 'ProductPage' }),
})

const categoriesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: categoriesLink,
  head: ({ match: { context } }) => consoleTitle(context, 'Categories'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./categories/categories-page.tsx'), {
    loader: 'loadCategories',
    component: 'CategoriesPage',
  }),
})

const stockRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: stockLink,
  validateSearch: readWords('below', 'is_low', 'product', 'q', 'sort', 'at', 'columns'),
  loaderDeps: ({ search }) => pickRowParameters(search),
  head: ({ match: { context } }) => consoleTitle(context, 'Stock'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./skus/stock-page.tsx'), { loader: 'loadStock', component: 'StockPage' }),
})

export const catalogueRoutes = [productsRoute, newProductRoute, productRoute, categoriesRoute, stockRoute]
