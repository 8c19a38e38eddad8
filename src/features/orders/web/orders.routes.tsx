import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

const missingPage = () => import('#web/navigation/missing-page.tsx')
const readOrderDetailSearch = readWords('page')

const orderDetailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/order/$orderId',
  validateSearch: readOrderDetailSearch,
  loaderDeps: ({ search }) => search,
  head: ({ match }) => pageTitle(match.context, msg('Order Details')),
  notFoundComponent: lazyRouteComponent(missingPage, 'MissingOrder'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./detail/order-detail-page.tsx'), {
    loader: 'loadOrder',
    component: 'OrderDetailPage',
    pendingComponent: 'OrderDetailSkeleton',
  }),
})

export const ordersRoutes = [orderDetailRoute] as const
