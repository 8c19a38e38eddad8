import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/text/translate.ts'
import { readWords } from '#web/navigation/search-params.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'

const orderQueryPage = () => import('./order-query-page.tsx')
const readOrderQuerySearch = readWords('email', 'order_no')

const orderQueryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/order-query',
  validateSearch: readOrderQuerySearch,
  loader: ({ context }) => ({ email: context.session.email() ?? '' }),
  head: ({ match }) => pageTitle(match.context, msg('Tracking order')),
  component: lazyRouteComponent(orderQueryPage, 'OrderQueryPage'),
  staticData: { page: 'src/features/orders/web/lookup/order-query-page.tsx', isForSearchEngines: false },
})

export const orderQueryRoutes = [orderQueryRoute] as const
