import { createRoute } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

const readToken = readWords('token')

const claimedCouponsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/claimedcoupons',
  validateSearch: readToken,
  head: ({ match }) => pageTitle(match.context, msg('My coupons')),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./claimed-coupons-page.tsx'), { component: 'ClaimedCouponsPage' }),
})

export const couponsRoutes = [claimedCouponsRoute] as const
