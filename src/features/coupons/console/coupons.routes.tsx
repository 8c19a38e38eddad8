import { createRoute } from '@tanstack/react-router'
import { pickRowParameters } from '#console/list/bulk/row-parameters.ts'
import { couponsLink, newCouponLink } from '#console/shell/console-links.ts'
import { frameRoute } from '#console/shell/frame.routes.tsx'
import { consoleTitle } from '#console/shell/root.tsx'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'

const couponsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: couponsLink,
  validateSearch: readWords('status', 'kind', 'for', 'widget', 'q', 'at', 'peek', 'columns'),
  loaderDeps: ({ search }) => pickRowParameters(search),
  head: ({ match: { context } }) => consoleTitle(context, 'Coupons'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./list/coupons-page.tsx'), { loader: 'loadCoupons', component: 'CouponsPage' }),
})

const newCouponRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: newCouponLink,
  validateSearch: readWords('like'),
  loaderDeps: ({ search }) => search,
  head: ({ match: { context } }) => consoleTitle(context, 'New coupon'),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./coupon/new-coupon-page.tsx'), { loader: 'loadNewCoupon', component: 'NewCouponPage' }),
})

const couponRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: `${couponsLink}/$code`,
  head: ({ match: { context }, params }) => consoleTitle(context, params.code),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./coupon/coupon-page.tsx'), { loader: 'loadStaffCoupon', component: 'CouponPage' }),
})

export const couponRoutes = [couponsRoute, newCouponRoute, couponRoute]
