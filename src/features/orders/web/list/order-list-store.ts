import type { MakeCall } from '#contract/calls/call.ts'
import { type AccountSummary, getAccountSummary } from '#features/account/account.contract.ts'
import type { Advert } from '#features/adverts/adverts.contract.ts'
import { listOrders } from '#features/orders/orders.contract.ts'
import { type OrderTab, tabSearch } from '#features/orders/orders.rules.ts'
import { listReturns } from '#features/returns/returns.contract.ts'
import { createStore, type Store } from '#ui/state/store.ts'
import { isSignInNeeded } from '#web/data/load.ts'
import type { WebContext } from '#web/root.tsx'
import { loadAdvert } from '#widget/advert/load-advert.ts'
import { type OrderItem, type ReturnItem, viewOrderItem, viewReturnItem } from './list-items.rules.ts'

export const pageSize = 10
const largestPage = 100

export type ListItem = { kind: 'order'; order: OrderItem } | { kind: 'return'; request: ReturnItem }

/** State of one tab. The displayed items stay during a fetch and after a failed fetch. */
export type TabState = {
  items: ListItem[]
  total: number
  isLoaded: boolean
  isLoading: boolean
  isLoadingMore: boolean
  /** Number of failed fetches, so that each failure is shown once. */
  failures: number
  /** Error that needs a separate page, such as a missing sign-in. The error is thrown where the tab is rendered. */
  fault: unknown
}

export type PageExtras = { summary: AccountSummary | null; advert: Advert | null }
type CachedSession = { tabs: Partial<Record<OrderTab, TabState>>; pageExtras: PageExtras }
export type ListSnapshot = { tab: OrderTab; state: TabState; pageExtras: PageExtras }

const emptyTab: TabState = {
  items: [],
  total: 0,
  isLoaded: false,
  isLoading: false,
  isLoadingMore: false,
  failures: 0,
  fault: null,
}

export function readTab({ tabs }: CachedSession, tab: OrderTab): TabState {
  return tabs[tab] ?? emptyTab
}

/** Returns whether VIEW MORE is shown, which is the case until all pages are loaded. */
export function hasMore({ items, total }: Pick<TabState, 'items' | 'total'>): boolean {
  return Math.ceil(total / pageSize) > Math.ceil(items.length / pageSize)
}

function keyOf(item: ListItem): string {
  return item.kind === 'order' ? item.order.id : item.request.id
}

/** Appends a page without duplicates. A new order shifts the other orders, so the next page may repeat an order. */
function addItems(shown: ListItem[], more: ListItem[]): ListItem[] {
  const known = new Set(shown.map(keyOf))
  return [...shown, ...more.filter((item) => !known.has(keyOf(item)))]
}

/** Store of the order list. Keeps the state of every tab until the page is closed. */
export class OrderListStore {
  readonly #load: MakeCall
  readonly #kept = createStore<CachedSession>({ tabs: {}, pageExtras: { summary: null, advert: null } })
  readonly #turns = new Map<OrderTab, number>()
  /** Running reloads by tab. VIEW MORE waits for the reload of its tab. */
  readonly #reloads = new Map<OrderTab, Promise<void>>()
  /** Scroll position for each visit in the history. */
  readonly places = new Map<string, number>()
  /**
   * `readFirst` returns the current data instead of the initial data. The server fills a separate store for each request
   * before it renders.
   */
  readonly state: Store<CachedSession> = { ...this.#kept, readFirst: this.#kept.read }

  constructor(load: MakeCall) {
    this.#load = load
  }

  read = (tab: OrderTab): TabState => readTab(this.#kept.read(), tab)

  /** Takes over the data that the server rendered, so that the browser does not request the data again. */
  adopt({ tab, state, pageExtras }: ListSnapshot): void {
    const { tabs } = this.#kept.read()
    if (!tabs[tab]) this.#kept.write({ tabs: { ...tabs, [tab]: state }, pageExtras })
  }

  takeSnapshot(tab: OrderTab): ListSnapshot {
    return { tab, state: this.read(tab), pageExtras: this.#kept.read().pageExtras }
  }

  /** Loads a tab, or reloads as many items as it had. Refreshes the badges and the advert. */
  async load(tab: OrderTab): Promise<void> {
    const reload = this.#loadTab(tab)
    this.#reloads.set(tab, reload)
    await Promise.all([reload, this.#loadAround()])
  }

  async #loadTab(tab: OrderTab): Promise<void> {
    const turn = this.#takeTurn(tab)
    const had = this.read(tab).items
    this.#set(tab, { isLoading: true, fault: null })
    const limit = Math.min(largestPage, Math.max(pageSize, Math.ceil(had.length / pageSize) * pageSize))
    try {
      const { items, total } = await this.#fetch(tab, 1, limit)
      if (turn !== this.#turns.get(tab)) return
      const all = had.length > limit ? addItems(items, had.slice(limit)) : items
      this.#set(tab, { items: all, total, isLoaded: true, isLoading: false })
    } catch (error) {
      if (turn !== this.#turns.get(tab)) return
      this.#fail(tab, error, { isLoading: false })
    }
  }

  async loadMore(tab: OrderTab): Promise<void> {
    if (this.read(tab).isLoadingMore) return
    this.#set(tab, { isLoadingMore: true })
    try {
      await this.#settleReload(tab)
      const next = Math.ceil(this.read(tab).items.length / pageSize) + 1
      const { items, total } = await this.#fetch(tab, next, pageSize)
      // A concurrent reload returns the displayed items, and the new page is appended to them.
      await this.#settleReload(tab)
      this.#set(tab, { items: addItems(this.read(tab).items, items), total, isLoadingMore: false })
    } catch (error) {
      this.#fail(tab, error, { isLoadingMore: false })
    }
  }

  /** Waits for the latest reload of a tab, since a newer reload may replace an older reload. */
  async #settleReload(tab: OrderTab): Promise<void> {
    for (let seen: Promise<void> | undefined; seen !== this.#reloads.get(tab); ) {
      seen = this.#reloads.get(tab)
      await seen
    }
  }

  async #fetch(tab: OrderTab, page: number, limit: number): Promise<{ items: ListItem[]; total: number }> {
    const paging = { from_type: 2, page, limit }
    if (tab === 'returns') {
      const { data, meta } = await this.#load(listReturns, paging)
      const items = data.map((one): ListItem => ({ kind: 'return', request: viewReturnItem(one) }))
      return { items, total: meta.pagination.total }
    }
    const { order_status_id } = tabSearch(tab)
    const { data, meta } = await this.#load(listOrders, { ...paging, ...(order_status_id && { order_status_id }) })
    const items = data.map((one): ListItem => ({ kind: 'order', order: viewOrderItem(one) }))
    return { items, total: meta.pagination.total }
  }

  /** Badges and advert are optional. If their calls fail, the page is shown without them. */
  async #loadAround(): Promise<void> {
    const [summary, advert] = await Promise.all([
      this.#load(getAccountSummary, {}).catch(() => this.#kept.read().pageExtras.summary),
      this.#kept.read().pageExtras.advert ?? loadAdvert(this.#load, 'order_list'),
    ])
    this.#kept.write({ ...this.#kept.read(), pageExtras: { summary, advert } })
  }

  #fail(tab: OrderTab, error: unknown, change: Partial<TabState>): void {
    this.#set(tab, {
      ...change,
      failures: this.read(tab).failures + 1,
      fault: isSignInNeeded(error) ? error : null,
    })
  }

  #takeTurn(tab: OrderTab): number {
    const turn = (this.#turns.get(tab) ?? 0) + 1
    this.#turns.set(tab, turn)
    return turn
  }

  #set(tab: OrderTab, change: Partial<TabState>): void {
    const kept = this.#kept.read()
    this.#kept.write({ ...kept, tabs: { ...kept.tabs, [tab]: { ...readTab(kept, tab), ...change } } })
  }
}

// One store for each router. The server has a router for each request, so visitors never share a store.
const stores = new WeakMap<MakeCall, { email: string | null; store: OrderListStore }>()

/** Returns the store of the signed-in shopper. Another shopper on the same page gets an empty store. */
export function findStore({ load, session }: Pick<WebContext, 'load' | 'session'>): OrderListStore {
  const email = session.email()
  const found = stores.get(load)
  if (found && found.email === email) return found.store
  const store = new OrderListStore(load)
  stores.set(load, { email, store })
  return store
}
