import { beforeEach, expect, test } from 'vitest'
import { type Call, CallFailed, type MakeCall } from '#contract/calls/call.ts'
import { getAccountSummary } from '#features/account/account.contract.ts'
import { getAdvert } from '#features/adverts/adverts.contract.ts'
import { listOrders } from '#features/orders/orders.contract.ts'
import { SignInNeeded } from '#web/data/load.ts'
import { findStore, hasMore, OrderListStore } from './order-list-store.ts'

type Asked = { page: number; limit: number; order_status_id?: string }

/** A shop with this many orders; the newest is called 0. */
function createLoad(orders: () => string[]) {
  const asked: Asked[] = []
  const line = { isDown: false, error: new CallFailed('no answer') as Error, gate: Promise.resolve() }
  const load = (async (call: Call, input: Asked) => {
    if (call === getAccountSummary || call === getAdvert) return null
    if (call !== listOrders) throw new Error(`nobody asked for ${call.path}`)
    asked.push({
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
  return { load, asked, line }
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

test('VIEW MORE goes on page by page, one call each, and ends with the last', async () => {
  await store.load('all')
  for (let i = 0; i < 3; i++) {
    expect(hasMore(store.read('all'))).toBe(true)
    await store.loadMore('all')
  }
  expect(shown()).toEqual(numbers)
  expect(hasMore(store.read('all'))).toBe(false)
  expect(shop.asked).toEqual([1, 2, 3, 4].map((page) => ({ page, limit: 10 })))
})

test('a tab seen before is read again in one call, as long as it was', async () => {
  await store.load('all')
  await store.loadMore('all')
  await store.loadMore('all')
  await store.load('all')
  expect(shop.asked.at(-1)).toEqual({ page: 1, limit: 30 })
  expect(shown()).toHaveLength(30)
})

test('each tab asks for its own states and keeps its own items', async () => {
  await store.load('processing')
  await store.load('all')
  expect(shop.asked.map(({ order_status_id }) => order_status_id)).toEqual(['4,5,6,13', undefined])
  expect(shown('processing')).toHaveLength(10)
})

test('an order made meanwhile does not show another one twice', async () => {
  await store.load('all')
  numbers = ['new', ...numbers]
  await store.loadMore('all')
  const all = shown()
  expect(new Set(all).size).toBe(all.length)
})

test('a failure keeps what was shown and is counted once', async () => {
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

test('a failed first page is not loaded, and can be tried again', async () => {
  shop.line.isDown = true
  await store.load('all')
  expect(store.read('all')).toMatchObject({ isLoaded: false, isLoading: false, failures: 1, fault: null })
  shop.line.isDown = false
  await store.load('all')
  expect(store.read('all')).toMatchObject({ isLoaded: true })
})

test('"sign in first" is not a broken line: it is handed on', async () => {
  shop.line.isDown = true
  shop.line.error = new SignInNeeded()
  await store.load('all')
  expect(store.read('all').fault).toBe(shop.line.error)
})

test('two taps on VIEW MORE are one', async () => {
  await store.load('all')
  await Promise.all([store.loadMore('all'), store.loadMore('all')])
  expect(shop.asked).toHaveLength(2)
  expect(shown()).toHaveLength(20)
})

test('VIEW MORE while the tab is read again waits its turn and is not lost', async () => {
  await store.load('all')
  const reload = store.load('all')
  const more = store.loadMore('all')
  expect(store.read('all')).toMatchObject({ isLoading: true, isLoadingMore: true })
  await Promise.all([reload, more])
  expect(shown()).toEqual(numbers.slice(0, 20))
  expect(store.read('all')).toMatchObject({ isLoading: false, isLoadingMore: false })
})

test('a tab read again while VIEW MORE is under way keeps both', async () => {
  await store.load('all')
  let release = () => {}
  shop.line.gate = new Promise((resolve) => {
    release = resolve
  })
  const more = store.loadMore('all')
  await expect.poll(() => shop.asked.length).toBe(2)
  numbers = ['new', ...numbers]
  const reload = store.load('all')
  release()
  await Promise.all([reload, more])
  expect(shown().slice(0, 10)).toEqual(numbers.slice(0, 10))
  expect(shown()).toContain('19')
  expect(store.read('all').isLoadingMore).toBe(false)
})

test('an old answer never replaces a newer one', async () => {
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

test('more than a hundred are kept: the first hundred are read again, the rest stays', async () => {
  numbers = Array.from({ length: 125 }, (_, index) => String(index))
  await store.load('all')
  for (let i = 0; i < 12; i++) await store.loadMore('all')
  expect(shown()).toHaveLength(125)
  await store.load('all')
  expect(shop.asked.at(-1)).toEqual({ page: 1, limit: 100 })
  expect(shown()).toEqual(numbers)
})

test('another shopper on the same page starts with an empty list', async () => {
  let email: string | null = 'ada@harbor.test'
  const session = { token: () => null, isSignedIn: () => true, email: () => email }
  const adas = findStore({ load: shop.load, session })
  await adas.load('all')
  expect(findStore({ load: shop.load, session }).read('all').items).toHaveLength(10)
  email = 'bob@harbor.test'
  expect(findStore({ load: shop.load, session }).read('all').items).toEqual([])
})
