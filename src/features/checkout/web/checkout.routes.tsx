import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/translate.ts'
import { listAddresses } from '#features/addresses/addresses.contract.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'
import { quoteCheckout } from '../checkout.contract.ts'

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
  head: ({ match }) => pageTitle(match.context, msg('Checkout')),
  component: lazyRouteComponent(() => import('./checkout-page.tsx'), 'CheckoutPage'),
  pendingComponent: lazyRouteComponent(() => import('./checkout-page.tsx'), 'CheckoutSkeleton'),
  staticData: { page: 'src/features/checkout/web/checkout-page.tsx', isForSearchEngines: false },
})

export const checkoutRoutes = [checkoutRoute] as const
