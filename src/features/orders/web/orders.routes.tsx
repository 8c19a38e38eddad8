import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/translate.ts'
import { MissingOrder } from '#web/missing-page.tsx'
import { pageTitle, rootRoute } from '#web/root.tsx'
import { readWords } from '#web/search-params.ts'
import { loadAdvert } from '#widget/load-advert.ts'
import { getOrder } from '../orders.contract.ts'

const readPage = readWords('page')

const orderDetailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/order/$orderId',
  validateSearch: readPage,
  loaderDeps: ({ search: { page } }) => ({ page: Math.min(1000, Math.max(1, Math.trunc(Number(page)) || 1)) }),
  loader: async ({ context, params: { orderId }, deps: { page } }) => {
    const email = context.session.email()
    const [order, advert] = await Promise.all([
      context.load(getOrder, { orderId, ...(email && { email }), ...(page > 1 && { lines_page: page }) }),
      loadAdvert(context.load, 'order_detail'),
    ])
    return { order, advert }
  },
  head: ({ match }) => pageTitle(match.context, msg('Order Details')),
  component: lazyRouteComponent(() => import('./order-detail-page.tsx'), 'OrderDetailPage'),
  pendingComponent: lazyRouteComponent(() => import('./order-detail-page.tsx'), 'OrderDetailSkeleton'),
  notFoundComponent: MissingOrder,
  staticData: { page: 'src/features/orders/web/order-detail-page.tsx', isForSearchEngines: false },
})

export const ordersRoutes = [orderDetailRoute] as const
