import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { msg } from '#contract/translate.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'
import { readWords } from '#web/search-params.ts'
import { getPayment } from '../payments.contract.ts'

const readPaymentSearch = readWords('order_id', 'email', 'result')

const paymentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payment',
  validateSearch: readPaymentSearch,
  loaderDeps: ({ search: { order_id, email } }) => ({ order_id, email }),
  loader: ({ context, deps: { order_id, email } }) => {
    if (!order_id) throw notFound()
    return context.load(getPayment, { orderId: order_id, ...(email && { email }) })
  },
  head: ({ match }) => pageTitle(match.context, msg('Payment')),
  component: lazyRouteComponent(() => import('./payment-page.tsx'), 'PaymentPage'),
  pendingComponent: lazyRouteComponent(() => import('./payment-page.tsx'), 'PaymentSkeleton'),
  staticData: { page: 'src/features/payments/web/payment-page.tsx', isForSearchEngines: false, isNeverKept: true },
})

export const paymentRoutes = [paymentRoute] as const
