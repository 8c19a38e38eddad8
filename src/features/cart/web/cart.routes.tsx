import { createRoute } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { screen } from '#web/navigation/screen.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

const cartRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cart',
  head: ({ match }) => pageTitle(match.context, msg('Cart')),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./cart-page.tsx'), {
    loader: 'loadCart',
    component: 'CartPage',
    pendingComponent: 'CartSkeleton',
  }),
})

export const cartRoutes = [cartRoute] as const
