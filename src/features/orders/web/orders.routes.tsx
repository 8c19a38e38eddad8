import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/translate.ts'
import { MissingOrder } from '#web/missing-page.tsx'
import { pageTitle, rootRoute } from '#web/root.tsx'
import { readWords } from '#web/search-params.ts'
import { loadAdvert } from '#widget/load-advert.ts'
import { getOrder } from '../orders.contract.ts'
import { findTab } from '../orders.rules.ts'
import { findStore } from './order-list-store.ts'
import { OrderDetailSkeleton, OrderListSkeleton } from './order-skeletons.tsx'

const readPage = readWords('page')
const readTab = readWords('order_status_id', 'return')

const orderListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/orderlist',
  validateSearch: readTab,
  loaderDeps: ({ search }) => ({
    tab: findTab(search),
  }),
  loader: async ({ context, deps: { tab } }) => {
    const store = findStore(context)
    const loading = store.load(tab)
    // In the browser the tab changes at once and shows what it has; only the first page of all waits for its orders.
    if (typeof window !== 'undefined') return { tab, snapshot: null }
    await loading
    const snapshot = store.takeSnapshot(tab)
    if (snapshot.state.fault) throw snapshot.state.fault
    return { tab, snapshot }
  },
  head: ({ match }) => pageTitle(match.context, msg('My Orders')),
  component: lazyRouteComponent(() => import('./order-list-page.tsx'), 'OrderListPage'),
  pendingComponent: OrderListSkeleton,
  staticData: { page: 'src/features/orders/web/order-list-page.tsx' },
})

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
  pendingComponent: OrderDetailSkeleton,
  notFoundComponent: MissingOrder,
  staticData: { page: 'src/features/orders/web/order-detail-page.tsx' },
})

export const ordersRoutes = [orderListRoute, orderDetailRoute] as const
