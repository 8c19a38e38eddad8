import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runStaffJobs } from '#app/staff-jobs.ts'
import { StaffProblem } from '#contract/staff-call.ts'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import { askToRefundOrder, markPaid, refundOrder } from '#features/payments/payments.staff.contract.ts'
import { sendRefunds } from '#features/payments/server/send-refunds.service.ts'
import { listAudit } from '#features/staff/audit.staff.contract.ts'
import { getJob } from '#features/staff/jobs.staff.contract.ts'
import { listRequests } from '#features/staff/requests.staff.contract.ts'
import { staffMembers } from '#features/staff/server/staff.tables.ts'
import { newId } from '#server/ids.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { buy, buyAndReceive, buyAndShip, goods, pay, stockShop, testAddress } from '#testing/stocked-shop.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import * as commands from '../order-commands.staff.contract.ts'
import { changeOrders } from '../order-jobs.staff.contract.ts'
import { getOrder as getShopperOrder } from '../orders.contract.ts'
import { findOrderPlace, getOrder, listOrders } from '../orders.staff.contract.ts'
import { reportParcel } from '../parcels.staff.contract.ts'
import { orderNotesMost } from './change-order.service.ts'
import { orderNotes } from './orders.tables.ts'

const shop = testShop()
const staff = testStaff(shop)
let ada: Person
let tess: StaffPerson

beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))
beforeEach(async () => {
  ada = await shop.signedIn()
  tess = await staff.member('manager', 'Tess Berg')
})

async function paidOrder(skuIds: number[] = [goods.dress], more = {}) {
  const order = await buy(shop.shop, ada, skuIds, more)
  await pay(shop.shop, order)
  return order
}

const problem = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no problem',
    (error: unknown) => (error instanceof StaffProblem ? error.problem.code : error),
  )

async function stockOf(skuId: number): Promise<number> {
  const [sku] = await shop.shop.db.select().from(skus).where(eq(skus.id, skuId))
  return sku?.inventory ?? -1
}

describe('the list', () => {
  const numbers = async (filters: object) =>
    (await tess.call(listOrders, filters)).data.data.map(({ number }) => number)

  test('finds orders by address, status, tab, view, sku, tracking, country and time, alone and together', async () => {
    const unpaid = await buy(shop.shop, ada, [goods.scarf])
    shop.clock.advance(1000)
    const paid = await paidOrder([goods.dress, goods.scarf], { address: { ...testAddress, country: 'Åland' } })
    shop.clock.advance(1000)
    const shipped = await buyAndShip(shop.shop, ada, [goods.shoe])
    const { email } = ada
    expect(await numbers({ email })).toEqual([shipped.orderNo, paid.orderNo, unpaid.orderNo])
    expect(await numbers({ email, sort: 'placed_at' })).toEqual([unpaid.orderNo, paid.orderNo, shipped.orderNo])
    expect(await numbers({ email: email.toUpperCase(), status: 'paid,unpaid' })).toEqual([paid.orderNo, unpaid.orderNo])
    expect(await numbers({ email, tab: 'processing' })).toEqual([paid.orderNo])
    expect(await numbers({ email, view: 'on_the_way' })).toEqual([shipped.orderNo])
    expect(await numbers({ email, view: 'on_the_way', status: 'paid' })).toEqual([])
    expect(await numbers({ email, sku: 'SKU-102' })).toEqual([paid.orderNo, unpaid.orderNo])
    expect(await numbers({ country: 'Åland' })).toEqual([paid.orderNo])
    expect(await numbers({ email, tracking: 'lx482917306us' })).toEqual([shipped.orderNo])
    expect(await numbers({ sku: 'NOTHING' })).toEqual([])
    const { placed_at: from } = (await tess.call(getOrder, { no: paid.orderNo })).data
    expect(await numbers({ email, from })).toEqual([shipped.orderNo, paid.orderNo])
    expect(await numbers({ email, to: from })).toEqual([paid.orderNo, unpaid.orderNo])
    for (const q of [paid.orderNo.toLowerCase(), `#${paid.orderNo}`])
      expect(await numbers({ q })).toEqual([paid.orderNo])
    expect(await numbers({ q: email.slice(0, 9) })).toEqual([shipped.orderNo, paid.orderNo, unpaid.orderNo])
    expect(await numbers({ q: '%' })).toEqual([])
  })

  test('pages follow each other without a gap while orders come and go', async () => {
    const made: string[] = []
    for (let i = 0; i < 4; i++) made.unshift((await buy(shop.shop, ada, [goods.scarf])).orderNo)
    const wanted = { email: ada.email, status: 'unpaid,paid', limit: 3 }
    const { data: first } = await tess.call(listOrders, wanted)
    expect(first).toMatchObject({ total: 4, next: expect.any(String) })
    shop.clock.advance(1000)
    await buy(shop.shop, ada, [goods.scarf])
    const { data: second } = await tess.call(listOrders, { ...wanted, after: first.next ?? '' })
    const all = [...first.data, ...second.data].map(({ number }) => number)
    expect(all.sort()).toEqual(made.sort())
    expect(second.next).toBeNull()
  })

  test('an order knows its neighbours in a list, and which of how many it is', async () => {
    const made: { orderId: string; orderNo: string; totalAmount: number; currency: string }[] = []
    for (let i = 0; i < 3; i++) {
      shop.clock.advance(1000)
      made.push(await buy(shop.shop, ada, [goods.scarf]))
    }
    const [first = '', second = '', third = ''] = made.map(({ orderNo }) => orderNo)
    const { email } = ada
    const place = async (no: string, filters: object) => (await tess.call(findOrderPlace, { no, ...filters })).data
    expect(await place(second, { email })).toEqual({ previous: third, next: first, position: 2, total: 3 })
    const oldestFirst = { email, sort: 'placed_at' }
    expect(await place(second, oldestFirst)).toEqual({ previous: first, next: third, position: 2, total: 3 })
    expect(await place(first, { email })).toEqual({ previous: second, next: null, position: 3, total: 3 })
    // By status alone the list is read in its index.
    expect(await place(second, { status: 'unpaid,paid' })).toMatchObject({ previous: third, next: first, position: 2 })
    if (made[1]) await pay(shop.shop, made[1])
    const left = { previous: third, next: first, position: null, total: 2 }
    expect(await place(second, { email, status: 'unpaid' })).toEqual(left)
    expect(await place(second, { sku: 'NOTHING' })).toEqual({ previous: null, next: null, position: null, total: 0 })
    expect(await problem(tess.call(findOrderPlace, { no: 'HB00000000000' }))).toBe('not_found')
  })

  test('tags follow from what was bought, how it travels, and by whom', async () => {
    const tagsOf = async (no: string) => (await tess.call(getOrder, { no })).data.tags
    const first = await buy(shop.shop, ada, [goods.finalSale])
    shop.clock.advance(1000)
    const second = await buy(shop.shop, ada, [goods.dress], { shippingMethod: 'express' })
    expect(await tagsOf(first.orderNo)).toEqual(['final_sale', 'first_order'])
    expect(await tagsOf(second.orderNo)).toEqual(['express'])
    const guest = { id: '', email: `guest-${newId()}@example.com`.toLowerCase() }
    const third = await buy(shop.shop, guest, [goods.scarf])
    shop.clock.advance(1000)
    const fourth = await buy(shop.shop, guest, [goods.scarf])
    expect(await tagsOf(third.orderNo)).toEqual(['first_order', 'guest'])
    expect(await tagsOf(fourth.orderNo)).toEqual(['guest'])
    const [line] = (await tess.call(getOrder, { no: first.orderNo })).data.lines
    expect(line?.sale).toBe('final_sale')
  })

  test('an order says who, where, how much and what is possible', async () => {
    const { orderNo, orderId } = await paidOrder()
    const { data: page } = await tess.call(listOrders, { q: orderNo })
    expect(page.data).toEqual([
      {
        id: orderId,
        number: orderNo,
        status: 'paid',
        placed_at: expect.any(String),
        customer: { id: ada.id, name: 'Ada Lind', email: ada.email },
        country: 'United States',
        city: 'Portland',
        shipping_method: 'Standard',
        tags: ['first_order'],
        images: ['/art/dress.svg'],
        items: 1,
        total: { amount: 15_000, currency: 'USD' },
        due_at: null,
        note: null,
        possible: ['hold', 'prepare', 'pack', 'cancel', 'refund', 'address'],
      },
    ])
  })
})

describe('a refund over the limit of a role', () => {
  test('waits for somebody who may, is paid once as it was asked for, and never by whoever asked', async () => {
    const support = await staff.member('support', 'Ines')
    const { orderNo: no } = await paidOrder([goods.dress, goods.dress])
    const { data: order } = await support.call(getOrder, { no })
    const lines = order.lines.map(({ id }) => ({ id }))
    const part = { no, lines, reason: 'Both came torn' }
    expect(await problem(support.call(refundOrder, part))).toBe('over_refund_limit')
    const { data: asked } = await support.call(askToRefundOrder, part)
    expect(asked).toMatchObject({ kind: 'refund', about: `orders/${no}`, is_own: true, may_decide: false })
    const { id: request_id, input, amount } = asked
    expect(amount).toEqual({ amount: order.lines.reduce((sum, { paid }) => sum + paid.amount, 0), currency: 'USD' })
    expect(await problem(support.call(refundOrder, { ...part, request_id }))).toBe('request_over')
    const another = await staff.member('support')
    expect((await another.call(listRequests, { about: `orders/${no}` })).data.data).toEqual([])
    // Not what was asked for.
    const less = { no, lines: lines.slice(0, 1), reason: 'One of them', request_id }
    expect(await problem(tess.call(refundOrder, less))).toBe('request_over')
    const same = { ...(input as typeof part), no, request_id }
    const { data: paid } = await tess.call(refundOrder, same)
    expect(paid.refunds).toMatchObject([{ amount, reason: 'Both came torn', started_by: 'Tess Berg' }])
    expect(await problem(tess.call(refundOrder, same))).not.toBe('no problem')
    expect((await tess.call(listRequests, { about: `orders/${no}` })).data.data).toEqual([])
    expect(await problem(support.call(askToRefundOrder, part))).toBe('nothing_to_refund')
  })
})

describe('commands', () => {
  test('take an order from unpaid to complete, and its history names who did it', async () => {
    const { orderNo: no, orderId } = await buy(shop.shop, ada, [goods.dress, goods.shoe])
    expect((await tess.call(getOrder, { no })).data.possible).toEqual(['mark-paid', 'cancel', 'address'])
    await tess.call(markPaid, { no, method: 'Bank transfer', reference: `B-${no}` })
    await tess.call(commands.holdOrder, { no, reason: 'Address looks wrong' })
    await tess.call(commands.releaseOrder, { no })
    // Packed from paid: prepared on the way.
    const { data: packed } = await tess.call(commands.packOrder, { no })
    expect(packed).toMatchObject({ status: 'packed', possible: ['unpack', 'ship', 'cancel', 'refund', 'address'] })
    await tess.call(commands.unpackOrder, { no })
    const [first = '', second = ''] = packed.lines.map(({ id }) => id)
    const parcels = [{ line_ids: [first] }, { line_ids: [second] }]
    const { data: repacked } = await tess.call(commands.packOrder, { no, parcels })
    expect(repacked.parcels.map(({ line_ids }) => line_ids).sort()).toEqual([[first], [second]].sort())
    const sent = repacked.parcels.map(({ id }, index) => ({ id, carrier: 'DHL', tracking_number: `JD${no}${index}` }))
    const { data: shipped } = await tess.call(commands.shipOrder, { no, parcels: sent })
    expect(shipped.possible).toEqual(['deliver', 'refund'])
    await tess.call(commands.deliverOrder, { no })
    const { data: complete } = await tess.call(commands.completeOrder, { no })
    expect(complete).toMatchObject({ status: 'complete', payments: [{ status: 'succeeded', reference: `B-${no}` }] })
    const byStaff = complete.events.filter(({ actor }) => actor.kind === 'staff')
    expect(byStaff.map(({ actor }) => actor.name)).toEqual(byStaff.map(() => 'Tess Berg'))
    expect(byStaff.map(({ command }) => command)).toContain('unpackOrder')
    expect((await ada.call(getShopperOrder, { orderId })).order_status_id).toBe(11)
  })

  test('one that has moved on says since when and by whom, and nothing changes', async () => {
    const { orderNo: no } = await paidOrder()
    await tess.call(commands.prepareOrder, { no })
    const answer = await tess.fetch(`/staff-api/v1/orders/${no}/hold`, {
      method: 'POST',
      body: JSON.stringify({ reason: 'x' }),
    })
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({
      code: 'order_moved_on',
      detail: expect.stringMatching(/^It is preparing since .*, by Tess Berg\.$/),
    })
    expect(await problem(tess.call(markPaid, { no }))).toBe('order_moved_on')
    expect((await tess.call(getOrder, { no })).data).toMatchObject({ status: 'preparing', hold_reason: null })
  })

  test('of two who pack at once, one packs', async () => {
    const { orderNo: no } = await paidOrder()
    const tries = await Promise.all([1, 2, 3].map(() => problem(tess.call(commands.packOrder, { no }))))
    expect(tries.sort()).toEqual(['no problem', 'order_moved_on', 'order_moved_on'])
    expect((await tess.call(getOrder, { no })).data.parcels).toHaveLength(1)
  })

  test('an unknown order, a line of another one and a parcel without lines are refused', async () => {
    const { orderNo: no } = await paidOrder()
    expect(await problem(tess.call(commands.prepareOrder, { no: 'HB22222222222' }))).toBe('not_found')
    expect(await problem(tess.call(commands.packOrder, { no, parcels: [{ line_ids: ['x'] }] }))).toBe('invalid_input')
    expect(await problem(tess.call(commands.packOrder, { no, parcels: [{ line_ids: [] }] }))).toBe('invalid_input')
  })

  test('lines that are cancelled give back their stock and their money, and travel in no parcel', async () => {
    const { orderNo: no, orderId } = await paidOrder([goods.dress, goods.scarf])
    const before = await stockOf(goods.scarf)
    const { data: order } = await tess.call(getOrder, { no })
    const scarf = order.lines.find(({ sku }) => sku === 'SKU-102')?.id ?? ''
    const { data: less } = await tess.call(commands.cancelOrder, { no, line_ids: [scarf], reason: 'Torn' })
    expect(await stockOf(goods.scarf)).toBe(before + 1)
    expect(less).toMatchObject({
      status: 'paid',
      items: 1,
      refunds: [{ kind: 'part', status: 'pending', amount: { amount: 6000 }, reason: 'Torn', started_by: 'Tess Berg' }],
    })
    // Twice is the same as once.
    await tess.call(commands.cancelOrder, { no, line_ids: [scarf] })
    expect(await stockOf(goods.scarf)).toBe(before + 1)
    shop.clock.advance(1000)
    const { data: packed } = await tess.call(commands.packOrder, { no })
    expect(packed.parcels[0]?.line_ids).toHaveLength(1)
    const dress = packed.parcels[0]?.line_ids ?? []
    expect(await problem(tess.call(commands.cancelOrder, { no, line_ids: [dress[0] ?? '', scarf] }))).toBe('no problem')
    const { data: gone } = await tess.call(getOrder, { no })
    // All that was left: the whole order, and only the rest of the money.
    expect(gone).toMatchObject({
      status: 'cancelled',
      refunds: [{ amount: { amount: 6000 } }, { kind: 'order', amount: { amount: 15_000 } }],
    })
    expect((await ada.call(getShopperOrder, { orderId })).order_status_id).toBe(8)
  })

  test('a packed order gives up single lines only after it was unpacked', async () => {
    const { orderNo: no } = await paidOrder([goods.dress, goods.scarf])
    const { data: packed } = await tess.call(commands.packOrder, { no })
    const line_ids = [packed.lines[0]?.id ?? '']
    expect(await problem(tess.call(commands.cancelOrder, { no, line_ids }))).toBe('unpack_first')
    await tess.call(commands.unpackOrder, { no })
    expect(await problem(tess.call(commands.cancelOrder, { no, line_ids }))).toBe('no problem')
  })

  test('an address is changed until the order is shipped; the audit log keeps neither name nor street', async () => {
    const { orderNo: no, orderId } = await paidOrder()
    const address = { ...(await tess.call(getOrder, { no })).data.address, city: 'Bangor', address_1: '1 Secret Lane' }
    await tess.call(commands.changeAddress, { no, ...address })
    expect((await ada.call(getShopperOrder, { orderId })).shipping_address).toMatchObject({ city: 'Bangor' })
    const owner = await staff.member()
    const { data: log } = await owner.call(listAudit, { about: `orders/${no}` })
    expect(log.data[0]).toMatchObject({ call: 'POST /orders/:no/address', actor: { name: 'Tess Berg' } })
    expect(JSON.stringify(log.data)).not.toContain('Secret Lane')
    expect(Object.keys(log.data[0]?.after ?? {})).toEqual(['address'])
    expect(await problem(tess.call(commands.changeAddress, { no, ...address, city: '' }))).toBe('invalid_input')
    const { orderNo: shipped } = await buyAndShip(shop.shop, ada, [goods.dress])
    expect(await problem(tess.call(commands.changeAddress, { ...address, no: shipped }))).toBe('order_moved_on')
  })

  test('a note is for staff alone', async () => {
    const { orderNo: no, orderId } = await paidOrder()
    const { data } = await tess.call(commands.noteOrder, { no, body: 'Asked for a gift wrap' })
    expect(data.notes).toMatchObject([{ body: 'Asked for a gift wrap', author: 'Tess Berg' }])
    expect(JSON.stringify(await ada.call(getShopperOrder, { orderId }))).not.toContain('gift wrap')
    expect(await problem(tess.call(commands.noteOrder, { no, body: ' ' }))).toBe('invalid_input')
    const others = Array.from({ length: orderNotesMost - 1 }, () => ({
      id: newId(),
      orderId,
      body: 'x',
      author: 'Tess Berg',
      at: new Date(),
    }))
    await shop.shop.db.insert(orderNotes).values(others)
    expect(await problem(tess.call(commands.noteOrder, { no, body: 'One more' }))).toBe('too_many_there')
  })
})

describe('money back', () => {
  test('a line, part of a line and the postage, never more than was paid', async () => {
    const { orderNo: no } = await paidOrder([goods.dress, goods.scarf], { shippingMethod: 'express' })
    const { data: order } = await tess.call(getOrder, { no })
    const dress = order.lines.find(({ sku }) => sku === 'SKU-101')?.id ?? ''
    const refund = (lines: { id: string; amount?: number }[], shipping = false) =>
      tess.call(refundOrder, { no, lines, shipping, reason: 'Late' })
    await refund([{ id: dress, amount: 5000 }])
    expect(await problem(refund([{ id: dress, amount: 10_001 }]))).toBe('refund_too_large')
    shop.clock.advance(1000)
    const { data: more } = await refund([{ id: dress }], true)
    expect(more.refunds.map(({ amount, shipping }) => [amount.amount, shipping.amount])).toEqual([
      [5000, 0],
      [11_500, 1500],
    ])
    expect(await problem(refund([{ id: dress }], true))).toBe('nothing_to_refund')
    expect(await problem(refund([{ id: 'x' }]))).toBe('invalid_input')
    await sendRefunds(shop.shop)
    const { data: after } = await tess.call(getOrder, { no })
    expect(after.refunds.map(({ status }) => status)).toEqual(['pending', 'pending'])
    expect(after.lines.find(({ id }) => id === dress)?.refunded.amount).toBe(15_000)
  })

  test('the same request with the same key pays once', async () => {
    const { orderNo: no } = await paidOrder([goods.dress])
    const { data: order } = await tess.call(getOrder, { no })
    const wanted = { no, lines: [{ id: order.lines[0]?.id ?? '', amount: 100 }], reason: 'Late' }
    await tess.call(refundOrder, wanted, { idempotencyKey: no })
    const { data } = await tess.call(refundOrder, wanted, { idempotencyKey: no })
    expect(data.refunds).toHaveLength(1)
  })

  test('a role pays back no more than its limit at once, in whatever currency', async () => {
    const sam = await staff.member('support', 'Sam')
    const inEuro = await paidOrder([goods.presale, goods.dress], { currency: 'EUR', shippingMethod: 'express' })
    const { data: order } = await sam.call(getOrder, { no: inEuro.orderNo })
    const lines = order.lines.map(({ id }) => ({ id }))
    const refund = (wanted: { id: string; amount?: number }[]) =>
      problem(sam.call(refundOrder, { no: inEuro.orderNo, lines: wanted, reason: 'Late' }))
    expect(await refund(lines)).toBe('over_refund_limit')
    // 200 dollars at 0.9 are 180 euros: all of the first line, and not a cent of the second one.
    const [first = '', second = ''] = order.lines.toSorted((a, b) => b.paid.amount - a.paid.amount).map(({ id }) => id)
    expect(await refund([{ id: first }, { id: second, amount: 1 }])).toBe('over_refund_limit')
    expect(await refund([{ id: first }])).toBe('no problem')
    const { orderNo: no } = await paidOrder()
    const warehouse = await staff.member('warehouse')
    expect(await problem(warehouse.call(refundOrder, { no, lines: [], shipping: true, reason: 'x' }))).toBe(
      'not_allowed',
    )
  })
})

describe('many at once', () => {
  test('a job makes the call for each order as whoever started it, and says what was refused', async () => {
    const good = [await paidOrder(), await paidOrder()]
    const unpaid = await buy(shop.shop, ada, [goods.scarf])
    const numbers = [...good, unpaid].map(({ orderNo }) => orderNo)
    const { data: job } = await tess.call(changeOrders, { command: 'prepare', numbers: [...numbers, numbers[0] ?? ''] })
    expect(job).toMatchObject({ state: 'waiting', total: 3, done: 0, started_by: 'Tess Berg' })
    await runStaffJobs(shop.shop)
    const { data: done } = await tess.call(getJob, { id: job.id })
    expect(done).toMatchObject({
      state: 'done',
      done: 3,
      refused: [{ number: unpaid.orderNo, code: 'order_moved_on' }],
    })
    const { data: order } = await tess.call(getOrder, { no: good[0]?.orderNo ?? '' })
    expect(order).toMatchObject({ status: 'preparing' })
    expect(order.events.at(-1)?.actor.name).toBe('Tess Berg')
    const { data: log } = await (await staff.member()).call(listAudit, { about: `orders/${numbers[1]}` })
    expect(log.data).toMatchObject([{ call: 'POST /orders/:no/prepare', actor: { name: 'Tess Berg' } }])
    // Somebody else's job is not theirs to see.
    expect(await problem((await staff.member('manager')).call(getJob, { id: job.id }))).toBe('not_found')
    expect(await problem(tess.call(changeOrders, { command: 'hold', numbers }))).toBe('invalid_input')
  })

  test('a job ends with the person who started it', async () => {
    const { orderNo } = await paidOrder()
    const { data: job } = await tess.call(changeOrders, { command: 'prepare', numbers: [orderNo] })
    await shop.shop.db.update(staffMembers).set({ disabledAt: shop.clock.now() }).where(eq(staffMembers.id, tess.id))
    await runStaffJobs(shop.shop)
    const owner = await staff.member()
    expect((await owner.call(getJob, { id: job.id })).data.refused).toMatchObject([{ code: 'not_allowed' }])
    expect((await owner.call(getOrder, { no: orderNo })).data.status).toBe('paid')
  })
})

describe('parcels', () => {
  test('a carrier’s reports come in any order and twice, and the last delivery receives the order', async () => {
    const carrier = await staff.key('parcels:write')
    const { orderNo: no } = await paidOrder()
    await tess.call(commands.packOrder, { no })
    const tracking_number = `JJ${no}`
    await tess.call(commands.shipOrder, { no, parcels: [{ carrier: 'DHL', tracking_number }] })
    const at = shop.clock.now().toISOString()
    const events = [
      { kind: 'delivered' as const, description: 'At the door', at },
      { kind: 'accepted' as const, description: 'Taken in', at },
    ]
    const { data } = await carrier.call(reportParcel, { tracking_number, events })
    expect(data).toMatchObject({ recorded: 2, orders: [{ number: no, status: 'received' }] })
    expect((await carrier.call(reportParcel, { tracking_number, events })).data.recorded).toBe(0)
    expect(await problem(carrier.call(reportParcel, { tracking_number: 'NONE', events }))).toBe('not_found')
    const future = [{ kind: 'problem' as const, description: 'x', at: '2099-01-01T00:00:00Z' }]
    expect(await problem(carrier.call(reportParcel, { tracking_number, events: future }))).toBe('invalid_input')
  })

  test('packing slips are a PDF, a page a parcel, whatever letters a name has', async () => {
    const address = { ...testAddress, firstname: 'Łucja', lastname: 'Ōno 太郎', city: 'Zürich' }
    const { orderNo: no } = await buyAndReceive(shop.shop, ada, [goods.dress, goods.dress, goods.scarf], { address })
    const one = await tess.fetch(`/staff-api/v1/orders/${no}/packing-slip.pdf`)
    expect(one.headers.get('content-type')).toBe('application/pdf')
    expect(
      Buffer.from(await one.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    const { orderNo: other } = await paidOrder()
    const both = await tess.fetch('/staff-api/v1/packing-slips', {
      method: 'POST',
      body: JSON.stringify({ numbers: [no, other] }),
    })
    const file = Buffer.from(await both.arrayBuffer()).toString('latin1')
    expect(file.match(/\/Type \/Page\b/g)).toHaveLength(2)
    expect((await tess.fetch('/staff-api/v1/orders/HB22222222222/packing-slip.pdf')).status).toBe(404)
  })
})
