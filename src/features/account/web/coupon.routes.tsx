import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/translate.ts'
import { listCoupons } from '#features/coupons/coupons.contract.ts'
import { couponPageSize, couponStatus } from '#features/coupons/coupons.rules.ts'
import { loadOptional } from '#web/load-optional.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'
import { readWords } from '#web/search-params.ts'
import { loadAdvert } from '#widget/load-advert.ts'

const readTab = readWords('status')

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
  pendingComponent: lazyRouteComponent(() => import('./coupon-page.tsx'), 'CouponSkeleton'),
  staticData: { page: 'src/features/account/web/coupon-page.tsx', isForSearchEngines: false },
})

export const couponRoutes = [couponRoute] as const
