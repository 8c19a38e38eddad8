import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { readWords } from '#web/navigation/search-params.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

const couponPage = () => import('./coupon-page.tsx')
const readCouponSearch = readWords('status')

const couponRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/coupon',
  validateSearch: readCouponSearch,
  loaderDeps: ({ search }) => search,
  loader: lateFunction(couponPage, 'loadCoupons'),
  head: ({ match }) => pageTitle(match.context, msg('Coupon')),
  component: lazyRouteComponent(couponPage, 'CouponPage'),
  pendingComponent: lazyRouteComponent(couponPage, 'CouponSkeleton'),
  staticData: { page: 'src/features/coupons/web/coupon-page.tsx', isForSearchEngines: false },
})

export const couponRoutes = [couponRoute] as const
