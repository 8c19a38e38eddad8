import { createRoute } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { screen } from '#web/navigation/screen.ts'
import { readWords } from '#web/navigation/search-params.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

const readOrderQuerySearch = readWords('email', 'order_no')

const orderQueryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/order-query',
  validateSearch: readOrderQuerySearch,
  loader: ({ context }) => ({ email: context.session.email() ?? '' }),
  head: ({ match }) => pageTitle(match.context, msg('Tracking order')),
  staticData: { isForSearchEngines: false },
  ...screen(() => import('./order-query-page.tsx'), { component: 'OrderQueryPage' }),
})

export const orderQueryRoutes = [orderQueryRoute] as const
