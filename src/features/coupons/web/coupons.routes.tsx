import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { readWords } from '#web/navigation/search-params.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

const readToken = readWords('token')

const claimedCouponsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/claimedcoupons',
  validateSearch: readToken,
  head: ({ match }) => pageTitle(match.context, msg('My coupons')),
  component: lazyRouteComponent(() => import('./claimed-coupons-page.tsx'), 'ClaimedCouponsPage'),
  staticData: { page: 'src/features/coupons/web/claimed-coupons-page.tsx', isForSearchEngines: false },
})

export const couponsRoutes = [claimedCouponsRoute] as const
