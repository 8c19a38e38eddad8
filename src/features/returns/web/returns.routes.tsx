import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { readWords } from '#web/navigation/search-params.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

const missingPage = () => import('#web/navigation/missing-page.tsx')
const requestReturnPage = () => import('./form/request-return-page.tsx')

const requestReturnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/return/$orderId/$subOrderId',
  loader: lateFunction(requestReturnPage, 'loadReturnForm'),
  head: ({ match }) => pageTitle(match.context, msg('Refund Application')),
  component: lazyRouteComponent(requestReturnPage, 'RequestReturnPage'),
  pendingComponent: lazyRouteComponent(requestReturnPage, 'RequestReturnSkeleton'),
  notFoundComponent: lazyRouteComponent(missingPage, 'MissingOrder'),
  staticData: { page: 'src/features/returns/web/form/request-return-page.tsx', isForSearchEngines: false },
})

const returnDetailPage = () => import('./detail/return-detail-page.tsx')
const readReturnDetailSearch = readWords('fromOrderDetail')

const returnDetailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/returndetail/$returnId',
  validateSearch: readReturnDetailSearch,
  loader: lateFunction(returnDetailPage, 'loadReturn'),
  head: ({ match }) => pageTitle(match.context, msg('Return Details')),
  component: lazyRouteComponent(returnDetailPage, 'ReturnDetailPage'),
  pendingComponent: lazyRouteComponent(returnDetailPage, 'ReturnDetailSkeleton'),
  notFoundComponent: lazyRouteComponent(missingPage, 'MissingReturn'),
  staticData: { page: 'src/features/returns/web/detail/return-detail-page.tsx', isForSearchEngines: false },
})

// A guest's order and its returns, opened by a mailed link. No copy is kept of pages that a link opens.

const guestOrderPage = () => import('./guest/guest-order-page.tsx')
const readGuestOrderSearch = readWords('token', 'return', 'page')

const guestOrderRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/guest-order',
  validateSearch: readGuestOrderSearch,
  loaderDeps: ({ search }) => search,
  loader: lateFunction(guestOrderPage, 'loadGuestOrder'),
  head: ({ match }) => pageTitle(match.context, msg('Order Details')),
  component: lazyRouteComponent(guestOrderPage, 'GuestOrderPage'),
  notFoundComponent: lazyRouteComponent(guestOrderPage, 'EndedLink'),
  staticData: {
    page: 'src/features/returns/web/guest/guest-order-page.tsx',
    isForSearchEngines: false,
    isNeverKept: true,
  },
})

const guestReturnPage = () => import('./guest/guest-return-page.tsx')

const guestReturnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/guest-order/return/$subOrderId',
  loader: lateFunction(guestReturnPage, 'loadGuestReturnForm'),
  head: ({ match }) => pageTitle(match.context, msg('Refund Application')),
  component: lazyRouteComponent(guestReturnPage, 'GuestReturnPage'),
  pendingComponent: lazyRouteComponent(guestReturnPage, 'RequestReturnSkeleton'),
  notFoundComponent: lazyRouteComponent(guestOrderPage, 'EndedLink'),
  staticData: {
    page: 'src/features/returns/web/guest/guest-return-page.tsx',
    isForSearchEngines: false,
    isNeverKept: true,
  },
})

const guestReturnDetailPage = () => import('./guest/guest-return-detail-page.tsx')

const guestReturnDetailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/guest-order/returndetail/$returnId',
  loader: lateFunction(guestReturnDetailPage, 'loadGuestReturn'),
  head: ({ match }) => pageTitle(match.context, msg('Return Details')),
  component: lazyRouteComponent(guestReturnDetailPage, 'GuestReturnDetailPage'),
  pendingComponent: lazyRouteComponent(guestReturnDetailPage, 'ReturnDetailSkeleton'),
  notFoundComponent: lazyRouteComponent(guestOrderPage, 'EndedLink'),
  staticData: {
    page: 'src/features/returns/web/guest/guest-return-detail-page.tsx',
    isForSearchEngines: false,
    isNeverKept: true,
  },
})

export const returnsRoutes = [
  requestReturnRoute,
  returnDetailRoute,
  guestOrderRoute,
  guestReturnRoute,
  guestReturnDetailRoute,
] as const
