import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { readWords } from '#web/navigation/search-params.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

const orderListPage = () => import('./order-list-page.tsx')
const readOrderListSearch = readWords('order_status_id', 'return')

const orderListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/orderlist',
  validateSearch: readOrderListSearch,
  loaderDeps: ({ search }) => search,
  loader: lateFunction(orderListPage, 'loadOrders'),
  head: ({ match }) => pageTitle(match.context, msg('My Orders')),
  component: lazyRouteComponent(orderListPage, 'OrderListPage'),
  pendingComponent: lazyRouteComponent(orderListPage, 'OrderListSkeleton'),
  staticData: { page: 'src/features/orders/web/list/order-list-page.tsx', isForSearchEngines: false },
})

export const orderListRoutes = [orderListRoute] as const
