import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/translate.ts'
import { loadOptional } from '#web/load-optional.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'
import { readWords } from '#web/search-params.ts'
import { loadAdvert } from '#widget/load-advert.ts'
import { listCoupons } from '../coupons.contract.ts'
import { couponPageSize, couponStatus } from '../coupons.rules.ts'
import { CouponSkeleton } from './coupon-skeleton.tsx'

const readTab = readWords('status')
const readToken = readWords('token')

const couponRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/coupon',
  validateSearch: readTab,
  loaderDeps: ({ search }) => ({
    status: search.status === String(couponStatus.used) ? couponStatus.used : couponStatus.unused,
  }),
  loader: async ({ context, deps }) => {
    const asked = { status: deps.status, limit: couponPageSize, language_id: context.site.language.id }
    const [coupons, advert] = await Promise.all([
      loadOptional(context, `coupons ${deps.status}`, (load) => load(listCoupons, asked)),
      loadAdvert(context.call, 'coupon'),
    ])
    return { coupons, advert, status: deps.status }
  },
  head: ({ match }) => pageTitle(match.context, msg('Coupon')),
  component: lazyRouteComponent(() => import('./coupon-page.tsx'), 'CouponPage'),
  pendingComponent: CouponSkeleton,
  staticData: { page: 'src/features/coupons/web/coupon-page.tsx' },
})

const claimedCouponsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/claimedcoupons',
  validateSearch: readToken,
  head: ({ match }) => pageTitle(match.context, msg('My coupons')),
  component: lazyRouteComponent(() => import('./claimed-coupons-page.tsx'), 'ClaimedCouponsPage'),
  staticData: { page: 'src/features/coupons/web/claimed-coupons-page.tsx' },
})

export const couponsRoutes = [couponRoute, claimedCouponsRoute] as const
