import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { whichRows } from '#console/list/bulk/which-rows.ts'
import { couponsLink, newCouponLink } from '#console/shell/console-links.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { lateFunction } from '#web/navigation/late-code.tsx'
import { readWords } from '#web/navigation/search-params.ts'

const couponsPage = () => import('./list/coupons-page.tsx')
const couponPage = () => import('./coupon/coupon-page.tsx')
const newCouponPage = () => import('./coupon/new-coupon-page.tsx')

const couponsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: couponsLink,
  validateSearch: readWords('status', 'kind', 'for', 'widget', 'q', 'at', 'peek', 'columns'),
  loaderDeps: ({ search }) => whichRows(search),
  loader: lateFunction(couponsPage, 'loadCoupons'),
  head: ({ match: { context } }) => consoleTitle(context, 'Coupons'),
  component: lazyRouteComponent(couponsPage, 'CouponsPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/coupons/console/list/coupons-page.tsx' },
})

const newCouponRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: newCouponLink,
  validateSearch: readWords('like'),
  loaderDeps: ({ search }) => search,
  loader: lateFunction(newCouponPage, 'loadNewCoupon'),
  head: ({ match: { context } }) => consoleTitle(context, 'New coupon'),
  component: lazyRouteComponent(newCouponPage, 'NewCouponPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/coupons/console/coupon/new-coupon-page.tsx' },
})

const couponRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: `${couponsLink}/$code`,
  loader: lateFunction(couponPage, 'loadStaffCoupon'),
  head: ({ match: { context }, params }) => consoleTitle(context, params.code),
  component: lazyRouteComponent(couponPage, 'CouponPage'),
  staticData: { isForSearchEngines: false, page: 'src/features/coupons/console/coupon/coupon-page.tsx' },
})

export const couponRoutes = [couponsRoute, newCouponRoute, couponRoute]
