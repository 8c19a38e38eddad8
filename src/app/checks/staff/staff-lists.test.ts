import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { staffApiHandlers } from '#app/staff-api.ts'
import type { StaffCall } from '#contract/calls/staff-call.ts'
import { dayMs, minuteMs } from '#contract/times/times.ts'
import { createAdvertText } from '#features/adverts/adverts.staff.contract.ts'
import { adverts } from '#features/adverts/server/adverts.tables.ts'
import { products } from '#features/catalogue/server/catalogue.tables.ts'
import { listStaffCoupons } from '#features/coupons/coupons.staff.contract.ts'
import { issueDocuments } from '#features/documents/server/issue-documents.service.ts'
import { cancelOrder } from '#features/orders/order-commands.staff.contract.ts'
import { createNavigationItem } from '#features/pages/pages.staff.contract.ts'
import { refundOrder } from '#features/payments/payments.staff.contract.ts'
import { reviews } from '#features/reviews/server/reviews.tables.ts'
import { saveSetting } from '#features/settings/server/save-settings.service.ts'
import { createLanguage } from '#features/settings/settings.staff.contract.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { addTemplate } from '#features/support/inbox.staff.contract.ts'
import { createTaxRegistration } from '#features/tax/tax.staff.contract.ts'
import { loadReference } from '#reference/load-reference.ts'
import { createSampleData, populateShop } from '#testing/shops/populated-shop.ts'
import { buy, goods } from '#testing/shops/stocked-shop.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'

const shop = testShop()
const staff = testStaff(shop)
let owner: StaffPerson
type Row = Record<string, unknown>
type Query = Record<string, string>

const lists = staffApiHandlers.map(({ call }) => call).filter(({ answers }) => answers === 'list')
const fieldsOf = ({ input }: StaffCall) => (input as z.ZodMiniObject).def.shape as Record<string, z.ZodMiniType>
/** Ids in the addresses of lists. */
const paths: Query = {}

beforeAll(async () => {
  await populateShop(shop)
  await loadReference(shop.shop.db)
  owner = await staff.member('owner', 'Mara Keller')
  await staff.member('support', 'Priya Nair')
  await staff.key('orders:read')
  const [ada, bob] = [await shop.signedIn(), await shop.signedIn('bob')]
  const sampleData = await createSampleData(shop, ada)
  shop.clock.advance(minuteMs)
  await createSampleData(shop, bob)
  shop.clock.advance(minuteMs)
  await buy(shop.shop, { id: '', email: 'guest@harbor.test' }, [goods.scarf])
  await saveSetting(shop.shop.db, 'seller_name', 'Harbor')
  await saveSetting(shop.shop.db, 'seller_address', '1 Quay')
  await saveSetting(shop.shop.db, 'seller_country', 'US')
  await issueDocuments(shop.shop)
  const { data: coupons } = await owner.call(listStaffCoupons, {})
  paths['/coupons/:id/claims'] = coupons.data[0]?.code ?? ''
  paths['/skus/:sku/prices'] = `SKU-${goods.scarf}`
  await shop.shop.db.update(products).set({ createdAt: sql`created_at - products.id * interval '1 minute'` })
  const longAgo = new Date(shop.clock.now().getTime() - 10 * dayMs)
  await shop.shop.db.update(reviews).set({ createdAt: longAgo })
  await shop.shop.db.update(customers).set({ createdAt: longAgo })
  await shop.shop.db.update(adverts).set({ alt: 'Linen week' })
  await owner.call(createLanguage, createLanguage.example?.input as never)
  await owner.call(createAdvertText, createAdvertText.example?.input as never)
  await owner.call(createTaxRegistration, createTaxRegistration.example?.input as never)
  await owner.call(createNavigationItem, createNavigationItem.example?.input as never)
  await owner.call(addTemplate, { name: 'Worn', area: 'returns', language: 'en', body: 'It was worn.' })
  await owner.call(addTemplate, { name: 'Late', area: 'inbox', language: 'en', body: 'It is late.' })
  const { lineIds, orderNo } = sampleData.received
  await owner.call(refundOrder, { no: orderNo, lines: [{ id: lineIds[1] ?? '', amount: 100 }], reason: 'A stain' })
  await owner.call(cancelOrder, { no: sampleData.secretOrderNo, reason: 'They asked' })
})

/** Reads a list over the wire, with the parameters of its address filled in. */
async function read(call: StaffCall, query: Query = {}): Promise<{ status: number; rows: Row[]; fields: string[] }> {
  const address = call.path.replace(/:\w+/g, () => encodeURIComponent(paths[call.path] ?? '1'))
  const answer = await owner.fetch(`/staff-api/v1${address}?${new URLSearchParams(query)}`)
  const body = (await answer.json()) as { data?: Row[]; errors?: { field: string }[] }
  return { status: answer.status, rows: body.data ?? [], fields: (body.errors ?? []).map(({ field }) => field) }
}
const named = (calls: StaffCall[]) => calls.map((call) => [call.path, call] as const)

describe('refuses unsupported parameters of a list', () => {
  test.each(named(lists))('%s', async (_, call) => {
    const known = fieldsOf(call)
    for (const field of ['q', 'sort', 'filter'].filter((one) => !(one in known))) {
      const { status, fields } = await read(call, { [field]: 'x' })
      expect([status, fields]).toEqual([422, expect.arrayContaining([field])])
    }
  })
})

/** The search text of each list, which a found row must contain. */
const searches: Record<string, (row: Row) => unknown> = {
  '/advert-texts': (row) => row.text,
  '/adverts': (row) => row.alt,
  '/audit': (row) => (row.actor as Row).name,
  '/categories': (row) => row.name,
  '/coupons': (row) => row.code,
  '/coupons/:id/claims': (row) => row.email,
  '/currencies': (row) => row.code,
  '/customers': (row) => row.email,
  '/guests': (row) => row.email,
  '/inbox': (row) => (row.kind === 'ticket' ? row.number : null),
  '/languages': (row) => row.english_name,
  '/markets': (row) => row.name,
  '/members': (row) => row.name,
  '/navigation': (row) => row.name,
  '/orders': (row) => row.number,
  '/pages': (row) => row.title,
  '/posts': (row) => row.title,
  '/product-tests': (row) => row.title,
  '/products': (row) => row.name,
  '/question-types': (row) => row.name,
  '/refunds': (row) => (row.order as Row).number,
  '/return-reasons': (row) => row.reason,
  '/returns': (row) => row.number,
  '/review-labels': (row) => row.name,
  '/reviews': (row) => row.order_number,
  '/shipping-methods': (row) => row.name,
  '/shoe-sizes': (row) => row.category,
  '/stock': (row) => row.sku,
  '/tax-categories': (row) => row.name,
  '/tax-rates': (row) => row.country,
  '/tax-registrations': (row) => row.number,
  '/templates': (row) => row.name,
  '/widgets': (row) => row.title ?? row.name,
}
const searched = lists.filter((call) => 'q' in fieldsOf(call))

test('tests every searchable list below', () => {
  expect(
    searched
      .map(({ path }) => path)
      .filter((path) => path !== '/order-items')
      .sort(),
  ).toEqual(Object.keys(searches).sort())
})

describe('finds only matching rows', () => {
  test.each(named(searched.filter(({ path }) => path in searches)))('%s', async (path, call) => {
    const textOf = searches[path] as (row: Row) => unknown
    const all = await read(call, { limit: '200' })
    const row = all.rows.find((one) => textOf(one))
    expect(row, `${path} has no row to look for`).toBeDefined()
    const q = String(textOf(row as Row))
    const found = await read(call, { q, limit: '200' })
    expect(found.rows.map((one) => String(textOf(one)))).toContain(q)
    expect(found.rows.every((one) => JSON.stringify(one).toLowerCase().includes(q.toLowerCase()))).toBe(true)
    expect((await read(call, { q: 'zzqx-nothing-is-called-so' })).rows).toEqual([])
  })
})

const sorted = lists.filter((call) => 'sort' in fieldsOf(call))

/** The sort key and the direction of each sort order. 1 means ascending. */
const sortKeys: Record<string, Record<string, [key: string, direction: 1 | -1]>> = {
  '/orders': { placed_at: ['placed_at', 1], '-placed_at': ['placed_at', -1] },
  '/products': { newest: ['created_at', -1], oldest: ['created_at', 1], handle: ['handle', 1] },
  '/stock': { sku: ['sku', 1], stock: ['stock', 1] },
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a) < String(b) ? -1 : Number(String(a) > String(b))
}

describe('sorts a list as requested', () => {
  test.each(named(sorted))('%s', async (path, call) => {
    const options = optionsOf(fieldsOf(call).sort)
    expect(options.sort()).toEqual(Object.keys(sortKeys[path] ?? {}).sort())
    for (const [sort, [key, direction]] of Object.entries(sortKeys[path] ?? {})) {
      const keys = (await read(call, { sort, limit: '200' })).rows.map((row) => row[key])
      expect(new Set(keys).size, `${sort}: rows that differ in ${key}`).toBeGreaterThan(1)
      expect(keys, sort).toEqual(keys.toSorted((a, b) => direction * compare(a, b)))
    }
    expect((await read(call, { sort: 'moon' })).status).toBe(422)
  })
})

/** Returns the values that a field accepts, if they are a fixed list. */
function optionsOf(field: z.ZodMiniType | undefined): string[] {
  type Def = { innerType?: z.ZodMiniType; entries?: Record<string, string>; values?: string[] }
  let def = field?.def as Def | undefined
  while (def?.innerType) def = def.innerType.def as Def
  return Object.values(def?.entries ?? def?.values ?? {})
}

/** A value that no row has, for each filter that takes a free value. */
const noSuch: Record<string, string> = {
  actor: 'nobody-here',
  about: 'orders/HB0000000000X',
  from: '2099-01-01T00:00:00Z',
  to: '2001-01-01T00:00:00Z',
  email: 'nobody@nowhere.test',
  order: 'HB0000000000X',
  until: '2001-01-01',
  sku: 'NO-SUCH-SKU',
  tracking: 'NOSUCHNUMBER',
  country: 'XX',
  shipping_method: 'no-such-method',
  tag: 'no-such-tag',
  language: 'xx',
  role: 'no-such-role',
  reason: 'no-such-reason',
  assignee: 'nobody-here',
  for: 'nobody@nowhere.test',
  product: 'no-such-product',
  category: 'no-such-category',
  webhook_id: 'no-such-webhook',
  widget: '1000000000',
  coupon: 'NO-SUCH-COUPON',
  status: 'closed',
  has: 'problem',
  rank: '20',
  below: '0',
  expires_within: '1',
  orders_from: '1000000',
  orders_to: '0',
  spent_from: String(Number.MAX_SAFE_INTEGER),
  returned_from: '100',
  days: '1',
  new_days: '1',
  rate_from: '100',
}

const filtered = lists
  .filter(({ path }) => path !== '/order-items')
  .flatMap((call) =>
    Object.keys(fieldsOf(call))
      .filter((name) => !['limit', 'after', 'q', 'sort'].includes(name) && !call.path.includes(`:${name}`))
      .map((name) => [`${call.path} ${name}`, call, name] as const),
  )

/** Lists without rows in this shop, with the reason. */
const emptyHere: Record<string, string> = {
  '/imports/:id/rows': 'there is no import here',
  '/pages/:id/versions': 'no page is edited here',
  '/posts/:id/versions': 'no post is edited here',
  '/requests': 'nobody asks for anything here',
  '/skus/:sku/prices': 'no price is changed here',
  '/views': 'the only filter is required',
  '/webhook-deliveries': 'nothing is sent to another program here',
}

describe('excludes rows that do not match a filter', () => {
  test.each(filtered)('%s', async (_, call, name) => {
    const all = (await read(call, { limit: '200' })).rows
    if (call.path in emptyHere) return expect(all, 'the list is filled by now: try its filters').toEqual([])
    expect(all, 'a list without rows tells nothing about its filters').not.toEqual([])
    const options = optionsOf(fieldsOf(call)[name])
    const values = options.length > 0 ? options : name in noSuch ? [noSuch[name] as string] : []
    expect(values, 'a value that the filter takes').not.toEqual([])
    const answers = await Promise.all(values.map((value) => read(call, { [name]: value, limit: '200' })))
    // An unknown value is refused or finds nothing. Of several known values, at least one must exclude rows.
    if (options.length === 0) return expect(answers.flatMap(({ rows }) => rows)).toEqual([])
    expect(answers.map(({ status }) => status)).toEqual(values.map(() => 200))
    if (options.length > 1) expect(answers.some(({ rows }) => rows.length !== all.length)).toBe(true)
  })
})
