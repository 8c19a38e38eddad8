import { createRoute } from '@tanstack/react-router'
import { pickRowParameters } from '#console/list/bulk/row-parameters.ts'
import { newOrderLink, ordersLink } from '#console/shell/console-links.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'
import { orderSearchWords } from './list/order-search.ts'

const ordersRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: ordersLink,
  validateSearch: readWords(...orderSearchWords, 'at', 'peek', 'columns'),
  // Only changed filters reload the list. Moving the cursor or opening a row does not.
  loaderDeps: ({ search }) => pickRowParameters(search),
  shouldReload: ({ cause }) => cause !== 'stay',
  head: ({ match: { context } }) => consoleTitle(context, 'Orders'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./list/orders-page.tsx'), { loader: 'loadOrders', component: 'OrdersPage' }),
})

const newOrderRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: newOrderLink,
  head: ({ match: { context } }) => consoleTitle(context, 'New order'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./new-order/new-order-page.tsx'), { loader: 'loadNewOrder', component: 'NewOrderPage' }),
})

const orderRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: `${ordersLink}/$number`,
  validateSearch: readWords('list'),
  loaderDeps: ({ search }) => search,
  head: ({ match: { context }, params }) => consoleTitle(context, params.number),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./order/order-page.tsx'), { loader: 'loadOrder', component: 'OrderPage' }),
})

export const orderRoutes = [ordersRoute, newOrderRoute, orderRoute]
