import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { accountRoutes } from '#features/account/web/account.routes.tsx'
import { settingRoutes } from '#features/account/web/setting.routes.tsx'
import { addressesRoutes } from '#features/addresses/web/addresses.routes.tsx'
import { cartRoutes } from '#features/cart/web/cart.routes.tsx'
import { catalogueRoutes } from '#features/catalogue/web/catalogue.routes.tsx'
import { checkoutRoutes } from '#features/checkout/web/checkout.routes.tsx'
import { couponRoutes } from '#features/coupons/web/coupon.routes.tsx'
import { couponsRoutes } from '#features/coupons/web/coupons.routes.tsx'
import { creditRoutes } from '#features/credit/web/credit.routes.tsx'
import { galleryRoute } from '#features/gallery/web/gallery.routes.tsx'
import { orderListRoutes } from '#features/orders/web/list/order-list.routes.tsx'
import { orderQueryRoutes } from '#features/orders/web/lookup/order-query.routes.tsx'
import { ordersRoutes } from '#features/orders/web/orders.routes.tsx'
import { pagesRoutes } from '#features/pages/web/pages.routes.tsx'
import { paymentRoutes } from '#features/payments/web/payments.routes.tsx'
import { returnsRoutes } from '#features/returns/web/returns.routes.tsx'
import { reviewsRoutes } from '#features/reviews/web/reviews.routes.tsx'
import { settingsRoutes } from '#features/settings/web/settings.routes.tsx'
import { signInRoutes } from '#features/sign-in/web/sign-in.routes.tsx'
import { supportRoutes } from '#features/support/web/support.routes.tsx'
import { ErrorPage, NotFoundPage } from '#web/navigation/error-pages.tsx'
import { parseSearch, stringifySearch } from '#web/navigation/search-params.ts'
import { rootRoute, type WebContext } from '#web/root.tsx'

const routeTree = rootRoute.addChildren([
  ...accountRoutes,
  ...orderListRoutes,
  ...couponRoutes,
  ...creditRoutes,
  ...settingRoutes,
  ...ordersRoutes,
  ...orderQueryRoutes,
  ...catalogueRoutes,
  ...cartRoutes,
  ...checkoutRoutes,
  ...paymentRoutes,
  ...returnsRoutes,
  ...pagesRoutes,
  ...reviewsRoutes,
  ...couponsRoutes,
  ...settingsRoutes,
  ...signInRoutes,
  ...addressesRoutes,
  ...supportRoutes,
  galleryRoute,
])

type Surroundings = {
  /** The nonce of the page that the server renders. */
  nonce?: string
  /** The browser's history. The server's router creates another history. */
  history?: RouterHistory
}

export function createShopRouter(context: WebContext, { nonce, history }: Surroundings = {}) {
  // The visitor may have scrolled the server's page before the code arrived, so the position is kept. Later pages start
  // at the top or at their last position.
  let isFirst = typeof window !== 'undefined'
  const router = createRouter({
    routeTree,
    context,
    ...(nonce && { ssr: { nonce } }),
    ...(history && { history }),
    parseSearch,
    stringifySearch,
    scrollRestoration: () => !isFirst,
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: ErrorPage,
    // Skeletons appear only for slow responses, because a flash of gray is worse than a short wait. Skeletons are part
    // of the page's code, which is loaded before the page waits for its data.
    defaultPendingMs: 150,
    defaultPendingMinMs: 300,
  })
  if (isFirst) {
    const stop = router.subscribe('onRendered', () => {
      isFirst = false
      stop()
      // A scroll position from before the router listened is reported now, so that the router can restore it later.
      if (scrollY > 0) document.dispatchEvent(new Event('scroll', { bubbles: true }))
    })
  }
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createShopRouter>
  }
}
