import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { pageTitle, rootRoute } from '#web/root.tsx'

const checkoutPage = () => import('./checkout-page.tsx')

const checkoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/checkout',
  loader: lateFunction(checkoutPage, 'loadCheckout'),
  head: ({ match }) => pageTitle(match.context, msg('Checkout')),
  component: lazyRouteComponent(checkoutPage, 'CheckoutPage'),
  pendingComponent: lazyRouteComponent(checkoutPage, 'CheckoutSkeleton'),
  staticData: { page: 'src/features/checkout/web/checkout-page.tsx', isForSearchEngines: false },
})

export const checkoutRoutes = [checkoutRoute] as const
