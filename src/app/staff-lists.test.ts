import { beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import type { StaffCall } from '#contract/staff-call.ts'
import { createAdvertText } from '#features/adverts/adverts.staff.contract.ts'
import { adverts } from '#features/adverts/server/adverts.tables.ts'
import { listStaffCoupons } from '#features/coupons/coupons.staff.contract.ts'
import { addTemplate } from '#features/inbox/inbox.staff.contract.ts'
import { cancelOrder } from '#features/orders/order-commands.staff.contract.ts'
import { createNavigationItem } from '#features/pages/pages.staff.contract.ts'
import { refundOrder } from '#features/payments/payments.staff.contract.ts'
import { createLanguage } from '#features/settings/settings.staff.contract.ts'
import { loadReference } from '#reference/load-reference.ts'
import { furnishShop, liveIn } from '#testing/lived-in-shop.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { buy, goods } from '#testing/stocked-shop.ts'
import { testShop } from '#testing/test-shop.ts'
import { staffApiHandlers } from './staff-api.ts'

const shop = testShop()
const staff = testStaff(shop)
let owner: StaffPerson
type Row = Record<string, unknown>
type Query = Record<string, string>

const lists = staffApiHandlers.map(({ call }) => call).filter(({ answers }) => answers === 'list')
const fieldsOf = ({ input }: StaffCall) => (input as z.ZodMiniObject).def.shape as Record<string, z.ZodMiniType>
/** Ids that stand in the addresses of lists. */
const paths: Query = {}

beforeAll(async () => {
  await furnishShop(shop)
  await loadReference(shop.shop.db)
  owner = await staff.member('owner', 'Mara Keller')
  await staff.member('support', 'Priya Nair')
  await staff.key('orders:read')
  const [ada, bob] = [await shop.signedIn(), await shop.signedIn('bob')]
  const life = await liveIn(shop, ada)
  await liveIn(shop, bob)
  await buy(shop.shop, { id: '', email: 'guest@harbor.test' }, [goods.scarf])
  const { data: coupons } = await owner.call(listStaffCoupons, {})
  paths['/coupons/:id/claims'] = coupons.data[0]?.code ?? ''
  await shop.shop.db.update(adverts).set({ alt: 'Linen week' })
  await owner.call(createLanguage, createLanguage.example?.input as never)
  await owner.call(createAdvertText, createAdvertText.example?.input as never)
  await owner.call(createNavigationItem, createNavigationItem.example?.input as never)
  await owner.call(addTemplate, { name: 'Worn', area: 'returns', language: 'en', body: 'It was worn.' })
  await owner.call(addTemplate, { name: 'Late', area: 'inbox', language: 'en', body: 'It is late.' })
  const { lineIds, orderNo } = life.received
  await owner.call(refundOrder, { no: orderNo, lines: [{ id: lineIds[1] ?? '', amount: 100 }], reason: 'A stain' })
  await owner.call(cancelOrder, { no: life.untoldOrderNo, reason: 'They asked' })
})

/** The list as it is over the wire; parts of its address are filled in. */
async function read(call: StaffCall, query: Query = {}): Promise<{ status: number; rows: Row[]; fields: string[] }> {
  const address = call.path.replace(/:\w+/g, () => encodeURIComponent(paths[call.path] ?? '1'))
  const answer = await owner.fetch(`/staff-api/v1${address}?${new URLSearchParams(query)}`)
  const body = (await answer.json()) as { data?: Row[]; errors?: { field: string }[] }
  return { status: answer.status, rows: body.data ?? [], fields: (body.errors ?? []).map(({ field }) => field) }
}
const named = (calls: StaffCall[]) => calls.map((call) => [call.path, call] as const)

describe('what a list does not support is refused', () => {
  test.each(named(lists))('%s', async (_, call) => {
    const known = fieldsOf(call)
    for (const field of ['q', 'sort', 'filter'].filter((one) => !(one in known))) {
      const { status, fields } = await read(call, { [field]: 'x' })
      expect([status, fields]).toEqual([422, expect.arrayContaining([field])])
    }
  })
})

/** The search text of each list, and the text that a found row must contain. */
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
  '/templates': (row) => row.name,
  '/widgets': (row) => row.title ?? row.name,
}
const searched = lists.filter((call) => 'q' in fieldsOf(call))

test('every list that can be searched is tried below', () => {
  expect(
    searched
      .map(({ path }) => path)
      .filter((path) => path !== '/order-items')
      .sort(),
  ).toEqual(Object.keys(searches).sort())
})

describe('a search finds what it names and nothing else', () => {
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

describe('a list is sorted by what it says', () => {
  test.each(named(sorted))('%s', async (_, call) => {
    const options = optionsOf(fieldsOf(call).sort)
    expect(options.length).toBeGreaterThan(1)
    const orders = await Promise.all(
      options.map(async (sort) => JSON.stringify((await read(call, { sort, limit: '200' })).rows)),
    )
    // Each says something of its own, or the data are too alike to tell.
    expect(new Set(orders).size).toBeGreaterThan(1)
    expect((await read(call, { sort: 'moon' })).status).toBe(422)
  })
})

/** The values that a field takes, where they can be listed. */
function optionsOf(field: z.ZodMiniType | undefined): string[] {
  let def = field?._zod.def as { innerType?: z.ZodMiniType; entries?: Record<string, string> } | undefined
  while (def?.innerType) def = def.innerType._zod.def as typeof def
  return Object.values(def?.entries ?? {})
}

/** Filters that take a value of their own, with one that no row has. */
const noSuch: Record<string, string> = {
  actor: 'nobody-here',
  about: 'orders/HB0000000000X',
  from: '2099-01-01T00:00:00Z',
  to: '2001-01-01T00:00:00Z',
  email: 'nobody@nowhere.test',
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
}

const filtered = lists
  .filter(({ path }) => path !== '/order-items')
  .flatMap((call) =>
    Object.keys(fieldsOf(call))
      .filter((name) => !['limit', 'after', 'q', 'sort'].includes(name) && !call.path.includes(`:${name}`))
      .map((name) => [`${call.path} ${name}`, call, name] as const),
  )

describe('a filter keeps out what does not pass', () => {
  test.each(filtered)('%s', async (_, call, name) => {
    const all = (await read(call, { limit: '200' })).rows
    const options = optionsOf(fieldsOf(call)[name])
    const values = options.length > 0 ? options : name in noSuch ? [noSuch[name] as string] : []
    if (all.length === 0 || values.length === 0) return
    const answers = await Promise.all(values.map((value) => read(call, { [name]: value, limit: '200' })))
    // An unknown name is refused, or nothing is found under it; of several known ones not all can hold for every row.
    if (options.length === 0) return expect(answers.flatMap(({ rows }) => rows)).toEqual([])
    expect(answers.map(({ status }) => status)).toEqual(values.map(() => 200))
    if (options.length > 1) expect(answers.some(({ rows }) => rows.length !== all.length)).toBe(true)
  })
})
