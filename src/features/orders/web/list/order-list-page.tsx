import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { viewTracking } from '#features/orders/order-view.rules.ts'
import { getPackageTracking } from '#features/orders/orders.contract.ts'
import { findTab, type OrderTab, orderTabs, tabSearch } from '#features/orders/orders.rules.ts'
import { orderListLink } from '#links/account.links.ts'
import { homeLink } from '#links/catalogue.links.ts'
import { EmptyView, FailedView } from '#ui/content/empty-view.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { ButtonLink } from '#ui/layout/link.tsx'
import { Page, Section } from '#ui/layout/page.tsx'
import { TabPanel, Tabs } from '#ui/layout/tabs.tsx'
import { ViewMore } from '#ui/lists/view-more.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { useStore } from '#ui/state/use-store.ts'
import { SignInNeeded } from '#web/data/load.ts'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { LazyLogistics } from '#web/parts/orders/lazy-logistics.tsx'
import type { TrackParcel } from '#web/parts/orders/logistics-sheet.tsx'
import type { WebContext } from '#web/root.tsx'
import { AdArea } from '#widget/advert/ad-area.tsx'
import { OrderCard, ReturnCard } from './order-card.tsx'
import { OrderCardSkeletons } from './order-list-skeleton.tsx'
import { findStore, hasMore, type ListSnapshot, readTab, type TabState } from './order-list-store.ts'
import { useScrollRestoration } from './use-scroll-restoration.ts'

export { OrderListSkeleton } from './order-list-skeleton.tsx'

const trackParcel: TrackParcel = async (call, packageId) => viewTracking(await call(getPackageTracking, { packageId }))

const route = getRouteApi('/account/orderlist')

export async function loadOrders({ context, deps }: { context: WebContext; deps: Parameters<typeof findTab>[0] }) {
  const tab = findTab(deps)
  const store = findStore(context)
  const loading = store.load(tab)
  // In the browser the tab changes at once and shows its cached orders. Only the server waits for the first page.
  if (typeof window !== 'undefined') return { tab, snapshot: null }
  await loading
  const snapshot = store.takeSnapshot(tab)
  if (snapshot.state.fault) throw snapshot.state.fault
  return { tab, snapshot }
}

export function OrderListPage() {
  const t = useT()
  const router = useRouter()
  const goBack = useGoBack()
  const { tab, snapshot } = route.useLoaderData()
  const { store, state, pageExtras } = useOrderList(tab, snapshot)
  const [packageId, setPackageId] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  useFailureToast(tab, state.failures)
  useScrollRestoration(store.places)
  // If the session ends while the page is open, the store belongs to another visitor and is empty.
  if (typeof window !== 'undefined' && !router.options.context.session.isSignedIn()) throw new SignInNeeded()
  if (state.fault) throw state.fault

  function openTab(next: string) {
    // The tabs share one history entry, so back leads to the page before the list.
    router.navigate({ href: orderListLink(tabSearch(next as OrderTab)), replace: true })
  }

  const { summary } = pageExtras
  return (
    <Page
      header={
        <>
          <AppBar title={t('My Orders')} onBack={goBack} />
          <Tabs
            id="orders"
            label={t('My Orders')}
            sticky
            value={tab}
            onChange={openTab}
            items={orderTabs.map(({ tab: value, label, count }) => ({
              value,
              label: t(label),
              hot: value === 'unpaid',
              ...(label === 'Received-1' && { msg: label }),
              ...(count && summary && { count: summary[count] }),
            }))}
          />
        </>
      }
    >
      <TabPanel tabs="orders" value={tab}>
        <div ref={list}>
          <TabContents tab={tab} state={state} onLogistics={setPackageId} />
        </div>
        <ViewMore
          key={tab}
          list={list}
          shown={state.items.length}
          hasMore={hasMore(state)}
          busy={state.isLoadingMore}
          onMore={() => void store.loadMore(tab)}
        />
      </TabPanel>
      <AdArea pos="order_list" advert={pageExtras.advert} />
      <LazyLogistics track={trackParcel} packageId={packageId} onClose={() => setPackageId(null)} />
    </Page>
  )
}

function useOrderList(tab: OrderTab, snapshot: ListSnapshot | null) {
  const store = findStore(useRouter().options.context)
  // The store takes over the server's data before its first read.
  useState(() => snapshot && store.adopt(snapshot))
  const kept = useStore(store.state)
  return { store, state: readTab(kept, tab), pageExtras: kept.pageExtras }
}

/** Shows one toast for each failed fetch. The displayed orders stay. */
function useFailureToast(tab: OrderTab, failures: number): void {
  const t = useT()
  const lastReported = useRef({ tab, failures: 0 })
  useEffect(() => {
    // Failures of an earlier visit to the tab are not shown again.
    const before = lastReported.current.tab === tab ? lastReported.current.failures : failures
    lastReported.current = { tab, failures }
    if (failures > before) showToast(t('The internet is too slow, so let’s watch it after a break.'), { icon: 'alert' })
  }, [tab, failures, t])
}

type TabContentsProps = { tab: OrderTab; state: TabState; onLogistics: (packageId: string) => void }

function TabContents({ tab, state, onLogistics }: TabContentsProps) {
  const t = useT()
  const { items, isLoaded, isLoading } = state
  if (!isLoaded && !isLoading) {
    return (
      <Section flush>
        <FailedView />
      </Section>
    )
  }
  if (!isLoaded) return <OrderCardSkeletons />
  if (items.length === 0) {
    return (
      <Section flush>
        {tab === 'returns' ? (
          <EmptyView line={t('Returns you ask for show up here.')}>
            <ButtonLink href={orderListLink()} tone="secondary">
              {t('Go to your orders')}
            </ButtonLink>
          </EmptyView>
        ) : (
          <EmptyView line={t('Orders you place show up here.')}>
            <ButtonLink href={homeLink} tone="secondary">
              {t('Start shopping')}
            </ButtonLink>
          </EmptyView>
        )}
      </Section>
    )
  }
  return items.map((item, index) => {
    const eager = index === 0
    return item.kind === 'order' ? (
      <OrderCard key={item.order.id} order={item.order} eager={eager} onLogistics={onLogistics} />
    ) : (
      <ReturnCard key={item.request.id} request={item.request} eager={eager} />
    )
  })
}
