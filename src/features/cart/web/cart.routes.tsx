import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { pageTitle, rootRoute } from '#web/root.tsx'

const cartPage = () => import('./cart-page.tsx')

const cartRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cart',
  loader: lateFunction(cartPage, 'loadCart'),
  head: ({ match }) => pageTitle(match.context, msg('Cart')),
  component: lazyRouteComponent(cartPage, 'CartPage'),
  pendingComponent: lazyRouteComponent(cartPage, 'CartSkeleton'),
  staticData: { page: 'src/features/cart/web/cart-page.tsx', isForSearchEngines: false },
})

export const cartRoutes = [cartRoute] as const
