import { createRoute } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { screen } from '#web/navigation/screen.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

const checkoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/checkout',
  head: ({ match }) => pageTitle(match.context, msg('Checkout')),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./checkout-page.tsx'), {
    loader: 'loadCheckout',
    component: 'CheckoutPage',
    pendingComponent: 'CheckoutSkeleton',
  }),
})

export const checkoutRoutes = [checkoutRoute] as const
