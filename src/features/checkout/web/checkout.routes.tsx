import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { listAddresses } from '#features/account/address.contract.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'
import { readWords } from '#web/search-params.ts'
import { quoteCheckout } from '../checkout.contract.ts'
import { getPayment } from '../payments.contract.ts'
import { CheckoutSkeleton, PaymentSkeleton } from './checkout-skeletons.tsx'

const checkoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/checkout',
  loader: async ({ context }) => {
    const [quote, addresses] = await Promise.all([
      context.load(quoteCheckout, { currency: context.site.currency }),
      context.session.isSignedIn() ? context.load(listAddresses, {}) : [],
    ])
    return { quote, addresses }
  },
  head: ({ match }) => pageTitle(match.context, 'Checkout'),
  component: lazyRouteComponent(() => import('./checkout-page.tsx'), 'CheckoutPage'),
  pendingComponent: CheckoutSkeleton,
  staticData: { page: 'src/features/checkout/web/checkout-page.tsx' },
})

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
  head: ({ match }) => pageTitle(match.context, 'Payment'),
  component: lazyRouteComponent(() => import('./payment-page.tsx'), 'PaymentPage'),
  pendingComponent: PaymentSkeleton,
  staticData: { page: 'src/features/checkout/web/payment-page.tsx' },
})

export const checkoutRoutes = [checkoutRoute, paymentRoute] as const
