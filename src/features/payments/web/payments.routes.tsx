import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { readWords } from '#web/navigation/search-params.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

const paymentPage = () => import('./payment-page.tsx')
const readPaymentSearch = readWords('order_id', 'email', 'result')

const paymentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payment',
  validateSearch: readPaymentSearch,
  loaderDeps: ({ search: { order_id, email } }) => ({ order_id, email }),
  loader: lateFunction(paymentPage, 'loadPayment'),
  head: ({ match }) => pageTitle(match.context, msg('Payment')),
  component: lazyRouteComponent(paymentPage, 'PaymentPage'),
  pendingComponent: lazyRouteComponent(paymentPage, 'PaymentSkeleton'),
  staticData: { page: 'src/features/payments/web/payment-page.tsx', isForSearchEngines: false, isNeverKept: true },
})

export const paymentRoutes = [paymentRoute] as const
