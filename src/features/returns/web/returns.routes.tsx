import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { msg } from '#contract/translate.ts'
import { getOrder } from '#features/orders/orders.contract.ts'
import { MissingOrder, MissingReturn } from '#web/missing-page.tsx'
import { pageTitle, rootRoute } from '#web/root.tsx'
import { readWords } from '#web/search-params.ts'
import { getReturn, listReturnReasons, quoteReturn } from '../returns.contract.ts'

const requestReturnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/return/$orderId/$subOrderId',
  loader: async ({ context, params: { orderId, subOrderId } }) => {
    const email = context.session.email()
    const [order, reasons, quote] = await Promise.all([
      context.load(getOrder, { orderId, line_id: subOrderId, ...(email && { email }) }),
      context.load(listReturnReasons, {}),
      // If it fails the form is shown without the amount.
      context.call(quoteReturn, { order_product_ids: [subOrderId] }).catch(() => null),
    ])
    const line = order.products.find(({ id }) => id === subOrderId)
    if (!line) throw notFound()
    return { order, line, reasons, quote }
  },
  head: ({ match }) => pageTitle(match.context, msg('Refund Application')),
  component: lazyRouteComponent(() => import('./request-return-page.tsx'), 'RequestReturnPage'),
  pendingComponent: lazyRouteComponent(() => import('./request-return-page.tsx'), 'RequestReturnSkeleton'),
  notFoundComponent: MissingOrder,
  staticData: { page: 'src/features/returns/web/request-return-page.tsx', isForSearchEngines: false },
})

const readOrigin = readWords('fromOrderDetail')

const returnDetailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/returndetail/$returnId',
  validateSearch: readOrigin,
  loader: async ({ context, params: { returnId } }) => {
    const email = context.session.email()
    const returnRequest = await context.load(getReturn, { returnId, ...(email && { email }) })
    // When the answer came, by the monotonic clock of the browser; the server has another one.
    return { returnRequest, measuredAt: typeof window === 'undefined' ? null : performance.now() }
  },
  head: ({ match }) => pageTitle(match.context, msg('Return Details')),
  component: lazyRouteComponent(() => import('./return-detail-page.tsx'), 'ReturnDetailPage'),
  pendingComponent: lazyRouteComponent(() => import('./return-detail-page.tsx'), 'ReturnDetailSkeleton'),
  notFoundComponent: MissingReturn,
  staticData: { page: 'src/features/returns/web/return-detail-page.tsx', isForSearchEngines: false },
})

export const returnsRoutes = [requestReturnRoute, returnDetailRoute] as const
