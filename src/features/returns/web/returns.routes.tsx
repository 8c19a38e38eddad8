import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/translate.ts'
import { lateFunction } from '#web/late-code.tsx'
import { pageTitle, rootRoute } from '#web/root.tsx'
import { readWords } from '#web/search-params.ts'

const missingPage = () => import('#web/missing-page.tsx')
const requestReturnPage = () => import('./request-return-page.tsx')

const requestReturnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/return/$orderId/$subOrderId',
  loader: lateFunction(requestReturnPage, 'loadReturnForm'),
  head: ({ match }) => pageTitle(match.context, msg('Refund Application')),
  component: lazyRouteComponent(requestReturnPage, 'RequestReturnPage'),
  pendingComponent: lazyRouteComponent(requestReturnPage, 'RequestReturnSkeleton'),
  notFoundComponent: lazyRouteComponent(missingPage, 'MissingOrder'),
  staticData: { page: 'src/features/returns/web/request-return-page.tsx', isForSearchEngines: false },
})

const returnDetailPage = () => import('./return-detail-page.tsx')
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
  staticData: { page: 'src/features/returns/web/return-detail-page.tsx', isForSearchEngines: false },
})

export const returnsRoutes = [requestReturnRoute, returnDetailRoute] as const
