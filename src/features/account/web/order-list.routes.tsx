import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { msg } from '#contract/translate.ts'
import { findTab } from '#features/orders/orders.rules.ts'
import { pageTitle, rootRoute } from '#web/root.tsx'
import { readWords } from '#web/search-params.ts'

const readTab = readWords('order_status_id', 'return')

const orderListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/orderlist',
  validateSearch: readTab,
  loaderDeps: ({ search }) => ({
    tab: findTab(search),
  }),
  loader: async ({ context, deps: { tab } }) => {
    const { findStore } = await import('./order-list-page.tsx')
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
  pendingComponent: lazyRouteComponent(() => import('./order-list-page.tsx'), 'OrderListSkeleton'),
  staticData: { page: 'src/features/account/web/order-list-page.tsx', isForSearchEngines: false },
})

export const orderListRoutes = [orderListRoute] as const
