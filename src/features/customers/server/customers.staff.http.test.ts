import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { dayMs } from '#contract/times/times.ts'
import { addAddress } from '#features/addresses/addresses.contract.ts'
import { coupons } from '#features/coupons/server/coupons.tables.ts'
import { getToday } from '#features/dashboard/figures.staff.contract.ts'
import { noteOrder, tagOrder } from '#features/orders/order-commands.staff.contract.ts'
import { getOrder, listOrders } from '#features/orders/orders.staff.contract.ts'
import { decideReturn } from '#features/returns/return-commands.staff.contract.ts'
import { requestReturn, uploadReturnImage } from '#features/returns/returns.contract.ts'
import { returns } from '#features/returns/server/returns.tables.ts'
import { listRequests, maxRequests, refuseRequest } from '#features/staff/requests.staff.contract.ts'
import { staffMembers } from '#features/staff/server/staff.tables.ts'
import { staffRequests } from '#features/staff/server/work/staff-requests.tables.ts'
import { sendChatMessage } from '#features/support/chat.contract.ts'
import { sendTicket } from '#features/support/contact.contract.ts'
import { saveProblemTypes } from '#features/support/server/contact/problem-types.ts'
import { referenceQuestionTypes } from '#reference/question-types.ts'
import { newId } from '#server/database/ids.ts'
import { searchAllTables } from '#testing/checks/find-anywhere.ts'
import { drawPicture } from '#testing/shops/pictures.ts'
import { receive, shopWithReasons, toRequest } from '#testing/shops/returned-goods.ts'
import { buy, goods, pay, testAddress } from '#testing/shops/stocked-shop.ts'
import { problemOf, type StaffPerson, testStaff } from '#testing/staff.ts'
import type { Person } from '#testing/test-shop.ts'
import * as calls from '../customers.staff.contract.ts'

const shop = shopWithReasons()
const staff = testStaff(shop)
let ada: Person
let owner: StaffPerson

beforeEach(async () => {
  ada = await shop.signedIn('adalgisa')
  owner = await staff.member()
})

describe('customers', () => {
  test('are found by the beginning of their email address or name, and are shown with their orders and returns', async () => {
    const { orderNo } = await buy(shop.shop, ada, [goods.dress])
    const found = async (q: string) => (await owner.call(calls.listCustomers, { q })).data.data.map(({ id }) => id)
    expect(await found(ada.email.slice(0, 14))).toEqual([ada.id])
    expect(await found('ADALG')).toContain(ada.id)
    expect(await found('dalg')).not.toContain(ada.id)
    const { data } = await owner.call(calls.getCustomer, { id: ada.email })
    expect(data).toMatchObject({ id: ada.id, orders_count: 1, orders: [{ number: orderNo }], sessions: [{}] })
    expect(data).toMatchObject({ returns_count: 0, last_order_at: data.orders[0]?.placed_at, returned_items: 0 })
    // The order is unpaid, so nothing is spent.
    expect(data.spent).toEqual([])
    expect(await problemOf(owner.call(calls.getCustomer, { id: 'nobody' }))).toBe('not_found')
  })

  test('can be signed out everywhere at once', async () => {
    const { data } = await owner.call(calls.endCustomerSessions, { id: ada.id })
    expect(data.sessions).toEqual([])
    expect((await ada.fetch('/rest/address')).status).toBe(401)
  })

  test('can get a coupon of the shop only once', async () => {
    await shop.shop.db.insert(coupons).values({
      id: 71,
      code: 'THANKS71',
      couponType: 'F',
      discountAmount: 1000,
      currency: 'USD',
      startsAt: shop.clock.now(),
    })
    const { data } = await owner.call(calls.giveCustomerCoupon, { id: ada.id, code: 'thanks71' })
    expect(data.coupons).toMatchObject([{ code: 'THANKS71', status: 'unused' }])
    await problemOf(owner.call(calls.giveCustomerCoupon, { id: ada.id, code: 'thanks71' }))
    expect((await owner.call(calls.getCustomer, { id: ada.id })).data.coupons).toHaveLength(1)
    expect(await problemOf(owner.call(calls.giveCustomerCoupon, { id: ada.id, code: 'NONE' }))).toBe('not_found')
  })
})

describe('erasing a customer', () => {
  test('keeps invoices, and removes everything that identifies the customer', async () => {
    await saveProblemTypes(shop.shop.db, referenceQuestionTypes)
    const address = { ...testAddress, firstname: 'Adalgisa', lastname: 'Unmistakable', address1: '77 Nowhere Else' }
    const order = await receive(shop.shop, ada, [goods.dress], { address })
    const words = ['Unmistakable', '77 Nowhere Else', ada.email, 'a very private matter']
    const { image } = await ada.call(uploadReturnImage, { image: await drawPicture() })
    const { id } = await ada.call(requestReturn, {
      ...toRequest(order),
      comment: 'It is a very private matter',
      image_ids: [image.id],
    })
    await ada.call(sendTicket, { email: ada.email, message: 'It is a very private matter', problem_type: '8' })
    await ada.call(sendChatMessage, { body: 'It is a very private matter', client_key: newId() })
    const { address1, ...same } = testAddress
    await ada.call(addAddress, { ...same, address_1: '77 Nowhere Else', house_num: '', is_default: true })
    await owner.call(noteOrder, { no: order.orderNo, body: 'Unmistakable called: a very private matter' })
    await owner.call(tagOrder, { no: order.orderNo, add: ['Gift wrap'] })
    await owner.call(calls.noteCustomer, { id: ada.id, body: 'Unmistakable: a very private matter' })
    expect(await problemOf(owner.call(calls.eraseCustomer, { id: ada.id }))).toBe('customer_busy')
    const [item] = await shop.shop.db
      .execute(sql`select id from return_items where return_id = ${id}`)
      .then(({ rows }) => rows)
    const items = [{ id: String(item?.id), decision: 'reject' as const, text: 'No' }]
    await owner.call(decideReturn, { no: id, items })
    for (const word of words) expect(await searchAllTables(shop.shop.db, word)).not.toEqual([])
    const exported = await owner.fetch(`/staff-api/v1/customers/${ada.id}/export`, { method: 'POST' })
    const text = await exported.text()
    for (const word of words) expect(text).toContain(word)
    await owner.call(calls.askToEraseCustomer, { id: ada.id })
    const second = await staff.member('manager')
    const { data } = await second.call(calls.eraseCustomer, { id: ada.id })
    expect(data).toMatchObject({ name: '', erased_at: expect.any(String), possible: ['export'], sessions: [] })
    expect(await searchAllTables(shop.shop.db, ...words)).toEqual([])
    expect((await ada.fetch(`/images/${image.id}`)).status).toBe(404)
    // The invoice is unchanged.
    const { data: bill } = await owner.call(getOrder, { no: order.orderNo })
    expect(bill).toMatchObject({ total: { amount: 15_000 }, country: 'United States', customer: { name: '' } })
    expect(bill.own_tags).toEqual([])
    expect((await owner.call(listOrders, { tag: 'gift wrap' })).data.data).toEqual([])
    const [kept] = await shop.shop.db.select().from(returns).where(eq(returns.id, id))
    expect(kept).toMatchObject({ comment: '', status: 6 })
    expect(await problemOf(owner.call(calls.eraseCustomer, { id: ada.id }))).toBe('no problem')
  })

  test('limits the number of open requests', async () => {
    await staff.member('manager')
    const [actor] = await shop.shop.db.select().from(staffMembers).limit(1)
    const requestedAt = shop.clock.now()
    const many = Array.from({ length: maxRequests }, (_, at) => ({
      ...{ id: `many-${at}`, kind: 'erase' as const, about: `customers/nobody-${at}`, input: {} },
      ...{ askedBy: actor?.id ?? '', askedAt: requestedAt, expiresAt: new Date(requestedAt.getTime() + dayMs) },
    }))
    await shop.shop.db.insert(staffRequests).values(many)
    expect(await problemOf(owner.call(calls.askToEraseCustomer, { id: ada.id }))).toBe('too_many_there')
    // An expired request no longer counts toward the limit.
    await shop.shop.db.update(staffRequests).set({ expiresAt: requestedAt }).where(eq(staffRequests.id, 'many-0'))
    expect(await problemOf(owner.call(calls.askToEraseCustomer, { id: ada.id }))).toBe('no problem')
    await shop.shop.db.delete(staffRequests)
  })

  test('needs two members, one to request the erasure and another to erase the customer', async () => {
    const { id } = ada
    const wayOf = async (who: StaffPerson) =>
      (await who.call(calls.getCustomer, { id })).data.possible.find((one) => one.endsWith('erase'))
    const seenBy = async (who: StaffPerson) =>
      (await who.call(listRequests, { about: `customers/${id}` })).data.data.map(({ is_own, may_decide }) => ({
        is_own,
        may_decide,
      }))
    const manager = await staff.member('manager')
    const support = await staff.member('support')
    expect(await wayOf(owner)).toBe('ask-erase')
    expect(await problemOf(owner.call(calls.eraseCustomer, { id }))).toBe('second_person_needed')
    const { data: erasure } = await owner.call(calls.askToEraseCustomer, { id })
    // A repeated request is stored once, and other members cannot add a second request.
    expect((await owner.call(calls.askToEraseCustomer, { id })).data.id).toBe(erasure.id)
    expect(await problemOf(manager.call(calls.askToEraseCustomer, { id }))).toBe('exists_already')
    expect(await problemOf(owner.call(calls.eraseCustomer, { id }))).toBe('second_person_needed')
    expect(await seenBy(owner)).toEqual([{ is_own: true, may_decide: false }])
    expect(await seenBy(manager)).toEqual([{ is_own: false, may_decide: true }])
    expect(await seenBy(support)).toEqual([])
    const waits = async (who: StaffPerson) =>
      (await who.call(getToday, {})).data.waiting.find(({ kind }) => kind === 'erase_requests')?.count
    expect(await waits(manager)).toBe(1)
    expect(await waits(owner)).toBe(0)
    expect(await problemOf(support.call(refuseRequest, { id: erasure.id }))).toBe('not_found')
    await manager.call(refuseRequest, { id: erasure.id })
    expect(await problemOf(manager.call(calls.eraseCustomer, { id }))).toBe('second_person_needed')
    await owner.call(calls.askToEraseCustomer, { id })
    shop.clock.advance(8 * 24 * 3_600_000)
    const [later, other] = [await staff.member(), await staff.member('manager')]
    expect(await problemOf(other.call(calls.eraseCustomer, { id }))).toBe('second_person_needed')
    await later.call(calls.askToEraseCustomer, { id })
    expect(await wayOf(other)).toBe('erase')
    expect((await other.call(calls.eraseCustomer, { id })).data.erased_at).not.toBeNull()
  })

  test('needs one person if the shop has no second person, and for API keys with the scope', async () => {
    const { db } = shop.shop
    const others = ne(staffMembers.id, owner.id)
    const away = await db
      .update(staffMembers)
      .set({ disabledAt: shop.clock.now() })
      .where(and(others, isNull(staffMembers.disabledAt)))
      .returning({ id: staffMembers.id })
    await staff.member('support')
    expect(await problemOf(owner.call(calls.eraseCustomer, { id: ada.id }))).toBe('no problem')
    const back = away.map(({ id }) => id)
    await db.update(staffMembers).set({ disabledAt: null }).where(inArray(staffMembers.id, back))
    const bob = await shop.signedIn('bob')
    const program = await staff.key('customers:erase')
    expect(await problemOf(program.call(calls.eraseCustomer, { id: bob.id }))).toBe('no problem')
  })

  test('is rejected while orders are open, and requires the scope', async () => {
    const order = await buy(shop.shop, ada, [goods.dress])
    await pay(shop.shop, order)
    expect(await problemOf(owner.call(calls.askToEraseCustomer, { id: ada.id }))).toBe('customer_busy')
    expect(await problemOf(owner.call(calls.eraseCustomer, { id: ada.id }))).toBe('customer_busy')
    const support = await staff.member('support')
    expect(await problemOf(support.call(calls.eraseCustomer, { id: ada.id }))).toBe('not_allowed')
    expect((await owner.call(calls.getCustomer, { id: ada.id })).data.email).toBe(ada.email)
  })
})
