import { beforeEach, expect, test } from 'vitest'
import { type Call, CallFailed, type MakeCall } from '#contract/calls/call.ts'
import { getAccountSummary } from '#features/account/account.contract.ts'
import { getAdvert } from '#features/adverts/adverts.contract.ts'
import { listOrders } from '#features/orders/orders.contract.ts'
import { SignInNeeded } from '#web/data/load.ts'
import { findStore, hasMore, OrderListStore } from './order-list-store.ts'

type PageRequest = { page: number; limit: number; order_status_id?: string }

/** Simulates a shop with these orders. The newest order is number 0. */
function createLoad(orders: () => string[]) {
  const requests: PageRequest[] = []
  const line = { isDown: false, error: new CallFailed('no answer') as Error, gate: Promise.resolve() }
  const load = (async (call: Call, input: PageRequest) => {
    if (call === getAccountSummary || call === getAdvert) return null
    if (call !== listOrders) throw new Error(`unexpected call of ${call.path}`)
    requests.push({
      page: input.page,
      limit: input.limit,
      ...(input.order_status_id && { order_status_id: input.order_status_id }),
    })
    const data = orders().slice((input.page - 1) * input.limit, input.page * input.limit)
    await line.gate
    if (line.isDown) throw line.error
    const total = { code: 'USD', price: '$5.00', price_value: '5.00' }
    const shape = { total, products: [], products_pagination: { total: 0 } }
    return { data: data.map((id) => ({ ...shape, id })), meta: { pagination: { total: orders().length } } }
  }) as unknown as MakeCall
  return { load, requests, line }
}

let numbers: string[] = []
let shop = createLoad(() => numbers)
let store = new OrderListStore(shop.load)

beforeEach(() => {
  numbers = Array.from({ length: 34 }, (_, index) => String(index))
  shop = createLoad(() => numbers)
  store = new OrderListStore(shop.load)
})

const shown = (tab: Parameters<typeof store.read>[0] = 'all') =>
  store.read(tab).items.map((item) => (item.kind === 'order' ? item.order.id : ''))

test('loads one page with each VIEW MORE, until the last page', async () => {
  await store.load('all')
  for (let i = 0; i < 3; i++) {
    expect(hasMore(store.read('all'))).toBe(true)
    await store.loadMore('all')
  }
  expect(shown()).toEqual(numbers)
  expect(hasMore(store.read('all'))).toBe(false)
  expect(shop.requests).toEqual([1, 2, 3, 4].map((page) => ({ page, limit: 10 })))
})

test('reloads a tab in one call, with as many items as it had', async () => {
  await store.load('all')
  await store.loadMore('all')
  await store.loadMore('all')
  await store.load('all')
  expect(shop.requests.at(-1)).toEqual({ page: 1, limit: 30 })
  expect(shown()).toHaveLength(30)
})

test('requests and keeps the items of each tab by its own statuses', async () => {
  await store.load('processing')
  await store.load('all')
  expect(shop.requests.map(({ order_status_id }) => order_status_id)).toEqual(['4,5,6,13', undefined])
  expect(shown('processing')).toHaveLength(10)
})

test('shows no order twice if a new order is placed between two page loads', async () => {
  await store.load('all')
  numbers = ['new', ...numbers]
  await store.loadMore('all')
  const all = shown()
  expect(new Set(all).size).toBe(all.length)
})

test('keeps the displayed items after a failure and counts it once', async () => {
  await store.load('all')
  shop.line.isDown = true
  await store.loadMore('all')
  expect(store.read('all')).toMatchObject({ failures: 1, isLoadingMore: false, isLoaded: true })
  expect(shown()).toHaveLength(10)
  await store.load('all')
  expect(store.read('all')).toMatchObject({ failures: 2, isLoaded: true })
  shop.line.isDown = false
  await store.loadMore('all')
  expect(shown()).toHaveLength(20)
})

test('leaves a tab unloaded if its first page fails, and allows another try', async () => {
  shop.line.isDown = true
  await store.load('all')
  expect(store.read('all')).toMatchObject({ isLoaded: false, isLoading: false, failures: 1, fault: null })
  shop.line.isDown = false
  await store.load('all')
  expect(store.read('all')).toMatchObject({ isLoaded: true })
})

test('reports a missing sign-in to the page instead of counting a failure', async () => {
  shop.line.isDown = true
  shop.line.error = new SignInNeeded()
  await store.load('all')
  expect(store.read('all').fault).toBe(shop.line.error)
})

test('sends one request for two taps on VIEW MORE', async () => {
  await store.load('all')
  await Promise.all([store.loadMore('all'), store.loadMore('all')])
  expect(shop.requests).toHaveLength(2)
  expect(shown()).toHaveLength(20)
})

test('delays VIEW MORE until the reload of the tab has finished', async () => {
  await store.load('all')
  const reload = store.load('all')
  const more = store.loadMore('all')
  expect(store.read('all')).toMatchObject({ isLoading: true, isLoadingMore: true })
  await Promise.all([reload, more])
  expect(shown()).toEqual(numbers.slice(0, 20))
  expect(store.read('all')).toMatchObject({ isLoading: false, isLoadingMore: false })
})

test('keeps the items of both a reload and VIEW MORE that run at the same time', async () => {
  await store.load('all')
  let release = () => {}
  shop.line.gate = new Promise((resolve) => {
    release = resolve
  })
  const more = store.loadMore('all')
  await expect.poll(() => shop.requests.length).toBe(2)
  numbers = ['new', ...numbers]
  const reload = store.load('all')
  release()
  await Promise.all([reload, more])
  expect(shown().slice(0, 10)).toEqual(numbers.slice(0, 10))
  expect(shown()).toContain('19')
  expect(store.read('all').isLoadingMore).toBe(false)
})

test('never replaces a newer response by an older one', async () => {
  await store.load('all')
  let release = () => {}
  shop.line.gate = new Promise((resolve) => {
    release = resolve
  })
  const slow = store.load('all')
  shop.line.gate = Promise.resolve()
  numbers = ['newest']
  await store.load('all')
  expect(shown()).toEqual(['newest'])
  release()
  await slow
  expect(shown()).toEqual(['newest'])
})

test('reloads the first hundred of more than a hundred items, and keeps the rest', async () => {
  numbers = Array.from({ length: 125 }, (_, index) => String(index))
  await store.load('all')
  for (let i = 0; i < 12; i++) await store.loadMore('all')
  expect(shown()).toHaveLength(125)
  await store.load('all')
  expect(shop.requests.at(-1)).toEqual({ page: 1, limit: 100 })
  expect(shown()).toEqual(numbers)
})

test('starts with an empty list when another shopper signs in on the same page', async () => {
  let email: string | null = 'ada@harbor.test'
  const session = { token: () => null, isSignedIn: () => true, email: () => email }
  const adas = findStore({ load: shop.load, session })
  await adas.load('all')
  expect(findStore({ load: shop.load, session }).read('all').items).toHaveLength(10)
  email = 'bob@harbor.test'
  expect(findStore({ load: shop.load, session }).read('all').items).toEqual([])
})
