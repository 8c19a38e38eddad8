import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { readWords } from '#web/navigation/search-params.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

const missingPage = () => import('#web/navigation/missing-page.tsx')
const orderDetailPage = () => import('./detail/order-detail-page.tsx')
const readOrderDetailSearch = readWords('page')

const orderDetailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/order/$orderId',
  validateSearch: readOrderDetailSearch,
  loaderDeps: ({ search }) => search,
  loader: lateFunction(orderDetailPage, 'loadOrder'),
  head: ({ match }) => pageTitle(match.context, msg('Order Details')),
  component: lazyRouteComponent(orderDetailPage, 'OrderDetailPage'),
  pendingComponent: lazyRouteComponent(orderDetailPage, 'OrderDetailSkeleton'),
  notFoundComponent: lazyRouteComponent(missingPage, 'MissingOrder'),
  staticData: { page: 'src/features/orders/web/detail/order-detail-page.tsx', isForSearchEngines: false },
})

export const ordersRoutes = [orderDetailRoute] as const
