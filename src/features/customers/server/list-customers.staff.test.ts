import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { removeDue } from '#app/retention.ts'
import type { StaffInput } from '#contract/calls/staff-call.ts'
import { dayMs } from '#contract/times/times.ts'
import { addAddress } from '#features/addresses/addresses.contract.ts'
import { subscribers } from '#features/coupons/server/coupons.tables.ts'
import { cancelOrder } from '#features/orders/server/commands/order-commands.service.ts'
import { rebuildCustomerTotals } from '#features/returns/server/totals/customer-totals.service.ts'
import { saveLanguages } from '#features/settings/server/save-settings.service.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { resetPassword, signIn } from '#features/sign-in/sign-in.contract.ts'
import { listAudit } from '#features/staff/audit.staff.contract.ts'
import { receive, requestReturnOf, shopWithReasons } from '#testing/shops/returned-goods.ts'
import { buy, goods, pay, testAddress } from '#testing/shops/stocked-shop.ts'
import { problemOf, type StaffPerson, testStaff } from '#testing/staff.ts'
import type { Person } from '#testing/test-shop.ts'
import { maxCustomerNotes } from '../customers.rules.ts'
import * as calls from '../customers.staff.contract.ts'

const shop = shopWithReasons()
const staff = testStaff(shop)
let ada: Person
let bob: Person
let owner: StaffPerson
let desk: StaffPerson

beforeAll(async () => {
  ada = await shop.signedIn('ada')
  bob = await shop.signedIn('bob')
  owner = await staff.member()
  // An API key, unlike a session, does not expire while the clock moves.
  desk = await staff.key('customers:read')
})

const found = async (input: StaffInput<typeof calls.listCustomers>) => {
  const { data } = await desk.call(calls.listCustomers, input)
  return data.data.flatMap(({ id }) => (id === ada.id ? 'ada' : id === bob.id ? 'bob' : []))
}
const headOf = async ({ email }: Person) =>
  (await desk.call(calls.listCustomers, { q: email })).data.data[0] as calls.CustomerHead

describe('the list of customers', () => {
  test('shows the totals of each customer, and filters by each total', async () => {
    const { orderNo } = await requestReturnOf(shop.shop, ada, [goods.dress, goods.shoe])
    await receive(shop.shop, ada, [goods.dress])
    const paid = await buy(shop.shop, ada, [goods.dress])
    await pay(shop.shop, paid)
    const head = await headOf(ada)
    expect(head).toMatchObject({
      ...{ orders_count: 3, returns_count: 1, delivered_items: 3, returned_items: 2 },
      ...{
        open: { orders: 1, returns: 1, tickets: 0 },
        last_seen_at: shop.clock.now().toISOString().replace('.000Z', 'Z'),
      },
    })
    const [spent] = head.spent
    expect(head.average_order?.amount).toBe(Math.round((spent?.amount ?? 0) / 3))
    expect(await found({ returned_from: 67 })).toEqual(['ada'])
    expect(await found({ returned_from: 68 })).toEqual([])
    expect(await found({ orders_from: 3 })).toEqual(['ada'])
    expect(await found({ orders_to: 0 })).toEqual(['bob'])
    expect(await found({ orders_from: 1, orders_to: 2 })).toEqual([])
    expect(await found({ spent_from: spent?.amount ?? 0 })).toEqual(['ada'])
    expect(await found({ spent_from: (spent?.amount ?? 0) + 1 })).toEqual([])
    expect(await found({ q: orderNo })).toEqual(['ada'])
    // The amount of a canceled order is not spent, and the order is not open.
    await cancelOrder(shop.shop, { orderId: paid.orderId, actor: 'staff', reason: 'Out of stock' })
    const after = await headOf(ada)
    expect(after.open.orders).toBe(0)
    expect(after.spent[0]?.amount).toBe((spent?.amount ?? 0) - 15_000)
    const { data: counted } = await desk.call(calls.countCustomers, {})
    expect(counted).toMatchObject({ all: 2, new_this_week: 2, returning_a_lot: 1, asked_to_be_erased: 0 })
  })

  test('filters customers by country, phone, language, newsletter and date of registration', async () => {
    const { address1, address2: _, ...same } = testAddress
    await bob.call(addAddress, {
      ...same,
      address_1: address1,
      country: 'Sweden',
      telephone: '+46 (70) 555-0142',
      is_default: true,
    })
    await saveLanguages(shop.shop.db, [
      { id: 1, code: 'en', ownName: 'English', englishName: 'English', sort: 1 },
      { id: 4, code: 'de', ownName: 'Deutsch', englishName: 'German', sort: 2 },
    ])
    await shop.shop.db.update(customers).set({ languageId: 4 }).where(eq(customers.id, bob.id))
    await shop.shop.db.insert(subscribers).values([
      { email: bob.email, subscribedAt: shop.clock.now() },
      { email: ada.email, subscribedAt: shop.clock.now(), unsubscribedAt: shop.clock.now() },
    ])
    expect(await found({ country: 'Sweden' })).toEqual(['bob'])
    expect(await found({ q: '46 70 555' })).toEqual(['bob'])
    expect(await found({ q: '4670' })).toEqual([])
    expect(await found({ language: 'de' })).toEqual(['bob'])
    expect(await found({ language: 'xx' })).toEqual([])
    expect(await found({ is_subscribed: 'true' })).toEqual(['bob'])
    expect(await found({ is_subscribed: 'false' })).toEqual(['ada'])
    expect(await found({ is_subscribed: 'false', orders_to: 0 })).toEqual([])
    const { data: page } = await desk.call(calls.getCustomer, { id: bob.id })
    expect(page).toMatchObject({ language: { code: 'de', name: 'German' }, country: 'Sweden', has_password: true })
    expect(page.subscribed_at).not.toBeNull()
    // Two of the three items delivered in the shop are returned.
    expect(page.shop).toEqual({ average_order: null, return_percent: 66.7 })
    await owner.call(calls.askToEraseCustomer, { id: bob.id })
    expect(await found({ asks_erasing: 'true' })).toEqual(['bob'])
    expect((await desk.call(calls.countCustomers, {})).data.asked_to_be_erased).toBe(1)
    expect((await found({ new_days: 7 })).sort()).toEqual(['ada', 'bob'])
    shop.clock.advance(8 * dayMs)
    expect(await found({ new_days: 7 })).toEqual([])
    expect(await found({ asks_erasing: 'true' })).toEqual([])
  })

  test('matches the totals that `rebuildCustomerTotals` computes', async () => {
    const before = await headOf(ada)
    await shop.shop.db.execute(sql`update customer_totals set orders = 99, returned_items = 0`)
    await shop.shop.db.execute(sql`delete from customer_spending`)
    expect((await headOf(ada)).orders_count).toBe(99)
    expect(await rebuildCustomerTotals(shop.shop.db)).toBe(2)
    expect(await headOf(ada)).toEqual(before)
  })
})

describe('notes about a customer', () => {
  test('show their author and time, and can be removed and restored only by their author', async () => {
    const [tess, sam] = [await staff.member('manager', 'Tess Berg'), await staff.member('support', 'Sam')]
    const id = ada.id
    await tess.call(calls.noteCustomer, { id, body: ' Prefers mail over chat. ' })
    shop.clock.advance(1000)
    const { data } = await sam.call(calls.noteCustomer, { id, body: 'Rang her.' })
    expect(data.notes.map(({ author, body, is_mine }) => [author, body, is_mine])).toEqual([
      ['Sam', 'Rang her.', true],
      ['Tess Berg', 'Prefers mail over chat.', false],
    ])
    const own = { id, note_id: data.notes[0]?.id ?? '' }
    expect(await problemOf(tess.call(calls.removeCustomerNote, own))).toBe('not_found')
    expect(await problemOf(sam.call(calls.removeCustomerNote, { ...own, id: bob.id }))).toBe('not_found')
    expect((await sam.call(calls.removeCustomerNote, own)).data.notes).toHaveLength(1)
    expect((await sam.call(calls.removeCustomerNote, own)).data.notes).toHaveLength(1)
    expect(await problemOf(tess.call(calls.restoreCustomerNote, own))).toBe('not_found')
    expect((await sam.call(calls.restoreCustomerNote, own)).data.notes).toEqual(data.notes)
    const { data: audit } = await tess.call(listAudit, { about: `customers/${id}` })
    expect(audit.data[0]).toMatchObject({ actor: { name: 'Sam' }, before: { notes: 1 }, after: { notes: 2 } })
    expect(JSON.stringify(audit.data)).not.toContain('Rang her')
    expect(await problemOf(sam.call(calls.noteCustomer, { id, body: '  ' }))).toBe('invalid_input')
    expect(await problemOf(sam.call(calls.noteCustomer, { id, body: 'x'.repeat(2001) }))).toBe('invalid_input')
    expect(await problemOf((await staff.member('warehouse')).call(calls.noteCustomer, { id, body: 'x' }))).toBe(
      'not_allowed',
    )
    await sam.call(calls.removeCustomerNote, own)
    shop.clock.advance(dayMs + 1)
    expect(await removeDue(shop.shop, 'removeOldNotes')).toBe(1)
  })

  test('are limited in number, even when written simultaneously', async () => {
    const tess = await staff.member('manager')
    await shop.shop.db.execute(sql`insert into customer_notes (id, customer_id, body, author_id, author, at)
      select 'many-' || n, ${bob.id}, 'x', 'x', 'x', now() from generate_series(2, ${maxCustomerNotes}) n`)
    const twice = [1, 2].map(() => problemOf(tess.call(calls.noteCustomer, { id: bob.id, body: 'One more' })))
    expect((await Promise.all(twice)).sort()).toEqual(['no problem', 'too_many_there'])
  })
})

test('lets an added customer set a password by mail once, and sign in only afterwards', async () => {
  const tess = await staff.member('manager')
  const email = 'ines@example.com'
  const { data } = await tess.call(calls.addCustomer, { email: 'Ines@Example.com', name: 'Inês Prado', language: 'de' })
  expect(data).toMatchObject({
    email,
    name: 'Inês Prado',
    has_password: false,
    language: { code: 'de' },
    orders_count: 0,
  })
  expect(await problemOf(tess.call(calls.addCustomer, { email }))).toBe('exists_already')
  expect(await problemOf(tess.call(calls.addCustomer, { email: 'x@example.com', language: 'xx' }))).toBe(
    'invalid_input',
  )
  expect(await problemOf(tess.call(calls.addCustomer, { email: 'nobody' }))).toBe('invalid_input')
  const mails = await shop.mailsTo(email)
  expect(mails).toHaveLength(1)
  const token = /token=([\w-]{43})/.exec(mails[0]?.text ?? '')?.[1] ?? ''
  const guest = shop.browser()
  await expect(guest.call(signIn, { email, password: 'none' })).rejects.toThrow()
  await guest.call(resetPassword, { token, password: 'Harbor2026' })
  expect((await tess.call(calls.getCustomer, { id: email })).data.has_password).toBe(true)
  await tess.call(calls.addCustomer, { email: 'quiet@example.com', sends_mail: false })
  expect(await shop.mailsTo('quiet@example.com')).toEqual([])
  const { data: audit } = await tess.call(listAudit, { about: `customers/${data.id}` })
  expect(JSON.stringify(audit.data)).not.toContain('ines@')
})
