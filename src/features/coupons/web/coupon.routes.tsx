import { createRoute } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

const readCouponSearch = readWords('status')

const couponRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/coupon',
  validateSearch: readCouponSearch,
  loaderDeps: ({ search }) => search,
  head: ({ match }) => pageTitle(match.context, msg('Coupon')),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./coupon-page.tsx'), {
    loader: 'loadCoupons',
    component: 'CouponPage',
    pendingComponent: 'CouponSkeleton',
  }),
})

export const couponRoutes = [couponRoute] as const
