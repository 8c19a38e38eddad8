import { createRoute } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

const readPaymentSearch = readWords('order_id', 'email', 'result')

const paymentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payment',
  validateSearch: readPaymentSearch,
  loaderDeps: ({ search: { order_id, email } }) => ({ order_id, email }),
  head: ({ match }) => pageTitle(match.context, msg('Payment')),
  staticData: { isForSearchEngines: false, isNeverKept: true },
  ...screen(() => import('./payment-page.tsx'), {
    loader: 'loadPayment',
    component: 'PaymentPage',
    pendingComponent: 'PaymentSkeleton',
  }),
})

export const paymentRoutes = [paymentRoute] as const
