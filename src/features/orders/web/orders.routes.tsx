import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { pageTitle, rootRoute } from '#web/root.tsx'
import { loadAdvert } from '#widget/load-advert.ts'
import { getOrder } from '../orders.contract.ts'
import { findTab } from '../orders.rules.ts'
import { findStore } from './order-list-store.ts'
import { OrderDetailSkeleton, OrderListSkeleton } from './order-skeletons.tsx'

// A word of digits arrives as a number; it stays one, because the router would quote it in the address otherwise.
const Word = z.catch(z.optional(z.union([z.string(), z.number()])), undefined)

const orderListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/orderlist',
  validateSearch: z.object({ order_status_id: Word, return: Word }),
  loaderDeps: ({ search }) => ({
    tab: findTab({ order_status_id: toText(search.order_status_id), return: toText(search.return) }),
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
  head: ({ match }) => pageTitle(match.context, 'My Orders'),
  component: lazyRouteComponent(() => import('./order-list-page.tsx'), 'OrderListPage'),
  pendingComponent: OrderListSkeleton,
  staticData: { page: 'src/features/orders/web/order-list-page.tsx' },
})

function toText(word: string | number | undefined): string | undefined {
  return word === undefined ? undefined : String(word)
}

const orderDetailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/order/$orderId',
  loader: async ({ context, params: { orderId } }) => {
    const email = context.session.email()
    const [order, advert] = await Promise.all([
      context.load(getOrder, { orderId, ...(email && { email }) }),
      loadAdvert(context.load, 'order_detail'),
    ])
    return { order, advert }
  },
  head: ({ match }) => pageTitle(match.context, 'Order Details'),
  component: lazyRouteComponent(() => import('./order-detail-page.tsx'), 'OrderDetailPage'),
  pendingComponent: OrderDetailSkeleton,
  staticData: { page: 'src/features/orders/web/order-detail-page.tsx' },
})

export const ordersRoutes = [orderListRoute, orderDetailRoute] as const
