import { createRoute } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

const readOrderListSearch = readWords('order_status_id', 'return')

const orderListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/orderlist',
  validateSearch: readOrderListSearch,
  loaderDeps: ({ search }) => search,
  head: ({ match }) => pageTitle(match.context, msg('My Orders')),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./order-list-page.tsx'), {
    loader: 'loadOrders',
    component: 'OrderListPage',
    pendingComponent: 'OrderListSkeleton',
  }),
})

export const orderListRoutes = [orderListRoute] as const
