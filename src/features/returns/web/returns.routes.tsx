import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

const missingPage = () => import('#web/navigation/missing-page.tsx')

const requestReturnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/return/$orderId/$subOrderId',
  head: ({ match }) => pageTitle(match.context, msg('Refund Application')),
  notFoundComponent: lazyRouteComponent(missingPage, 'MissingOrder'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./form/request-return-page.tsx'), {
    loader: 'loadReturnForm',
    component: 'RequestReturnPage',
    pendingComponent: 'RequestReturnSkeleton',
  }),
})

const readReturnDetailSearch = readWords('fromOrderDetail')

const returnDetailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/returndetail/$returnId',
  validateSearch: readReturnDetailSearch,
  head: ({ match }) => pageTitle(match.context, msg('Return Details')),
  notFoundComponent: lazyRouteComponent(missingPage, 'MissingReturn'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./detail/return-detail-page.tsx'), {
    loader: 'loadReturn',
    component: 'ReturnDetailPage',
    pendingComponent: 'ReturnDetailSkeleton',
  }),
})

// Order and returns of a guest, opened by a mailed link. These pages are not cached.

const guestOrderPage = () => import('./guest/guest-order-page.tsx')
const readGuestOrderSearch = readWords('token', 'return', 'page')

const guestOrderRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/guest-order',
  validateSearch: readGuestOrderSearch,
  loaderDeps: ({ search }) => search,
  head: ({ match }) => pageTitle(match.context, msg('Order Details')),
  staticData: { isForSearchEngines: false, isNeverKept: true },
  ...screen(guestOrderPage, { loader: 'loadGuestOrder', component: 'GuestOrderPage', notFoundComponent: 'EndedLink' }),
})

const guestReturnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/guest-order/return/$subOrderId',
  head: ({ match }) => pageTitle(match.context, msg('Refund Application')),
  notFoundComponent: lazyRouteComponent(guestOrderPage, 'EndedLink'),
  staticData: { isForSearchEngines: false, isNeverKept: true },
  ...screen(() => import('./guest/guest-return-page.tsx'), {
    loader: 'loadGuestReturnForm',
    component: 'GuestReturnPage',
    pendingComponent: 'RequestReturnSkeleton',
  }),
})

const guestReturnDetailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/guest-order/returndetail/$returnId',
  head: ({ match }) => pageTitle(match.context, msg('Return Details')),
  notFoundComponent: lazyRouteComponent(guestOrderPage, 'EndedLink'),
  staticData: { isForSearchEngines: false, isNeverKept: true },
  ...screen(() => import('./guest/guest-return-detail-page.tsx'), {
    loader: 'loadGuestReturn',
    component: 'GuestReturnDetailPage',
    pendingComponent: 'ReturnDetailSkeleton',
  }),
})

export const returnsRoutes = [
  requestReturnRoute,
  returnDetailRoute,
  guestOrderRoute,
  guestReturnRoute,
  guestReturnDetailRoute,
] as const
