import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/translate.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'
import { getCart } from '../cart.contract.ts'

const cartRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cart',
  loader: ({ context }) => context.load(getCart, { currency: context.site.currency }),
  head: ({ match }) => pageTitle(match.context, msg('Cart')),
  component: lazyRouteComponent(() => import('./cart-page.tsx'), 'CartPage'),
  pendingComponent: lazyRouteComponent(() => import('./cart-page.tsx'), 'CartSkeleton'),
  staticData: { page: 'src/features/cart/web/cart-page.tsx', isForSearchEngines: false },
})

export const cartRoutes = [cartRoute] as const
