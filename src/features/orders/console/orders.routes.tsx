import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { whichRows } from '#console/list/bulk/which-rows.ts'
import { newOrderLink, ordersLink } from '#console/shell/console-links.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { readWords } from '#web/navigation/search-params.ts'
import { orderSearchWords } from './list/order-search.ts'

const ordersPage = () => import('./list/orders-page.tsx')
const newOrderPage = () => import('./new-order/new-order-page.tsx')
const orderPage = () => import('./order/order-page.tsx')

const ordersRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: ordersLink,
  validateSearch: readWords(...orderSearchWords, 'at', 'peek', 'columns'),
  // Moving the cursor or looking at a row reads no list.
  loaderDeps: ({ search }) => whichRows(search),
  shouldReload: ({ cause }) => cause !== 'stay',
  loader: lateFunction(ordersPage, 'loadOrders'),
  head: ({ match: { context } }) => consoleTitle(context, 'Orders'),
  component: lazyRouteComponent(ordersPage, 'OrdersPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/orders/console/list/orders-page.tsx' },
})

const newOrderRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: newOrderLink,
  loader: lateFunction(newOrderPage, 'loadNewOrder'),
  head: ({ match: { context } }) => consoleTitle(context, 'New order'),
  component: lazyRouteComponent(newOrderPage, 'NewOrderPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/orders/console/new-order/new-order-page.tsx' },
})

const orderRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: `${ordersLink}/$number`,
  validateSearch: readWords('list'),
  loaderDeps: ({ search }) => search,
  loader: lateFunction(orderPage, 'loadOrder'),
  head: ({ match: { context }, params }) => consoleTitle(context, params.number),
  component: lazyRouteComponent(orderPage, 'OrderPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/orders/console/order/order-page.tsx' },
})

export const orderRoutes = [ordersRoute, newOrderRoute, orderRoute]
