import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import * as commands from '#features/orders/order-commands.staff.contract.ts'
import { getPackageTracking, getOrder as getShopperOrder } from '#features/orders/orders.contract.ts'
import { getOrder, listOrderChoices } from '#features/orders/orders.staff.contract.ts'
import { maxOwnTags, maxTagWords } from '#features/orders/orders.staff.rules.ts'
import { reportParcel } from '#features/orders/parcels.staff.contract.ts'
import { markPaid } from '#features/payments/payments.staff.contract.ts'
import { listAudit } from '#features/staff/audit.staff.contract.ts'
import { newId } from '#server/database/ids.ts'
import { shipTo } from '#testing/shops/ship-to.ts'
import {
  buy,
  buyAndPay,
  buyAndReceive,
  buyAndShip,
  goods,
  stockShop,
  testAddress,
} from '#testing/shops/stocked-shop.ts'
import { problemOf, type StaffPerson, testStaff } from '#testing/staff.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import { orderNotes, orderTags } from '../orders.tables.ts'
import { maxOrderNotes } from './change-order.service.ts'

const shop = testShop()
const staff = testStaff(shop)
let ada: Person
let tess: StaffPerson

beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))
beforeEach(async () => {
  ada = await shop.signedIn()
  tess = await staff.member('manager', 'Tess Berg')
})

const paidOrder = (skuIds: number[] = [goods.dress], more = {}) => buyAndPay(shop.shop, ada, skuIds, more)

async function stockOf(skuId: number): Promise<number> {
  const [sku] = await shop.shop.db.select().from(skus).where(eq(skus.id, skuId))
  return sku?.inventory ?? -1
}

test('moves an order from unpaid to complete, with the actors in its history', async () => {
  const { orderNo: no, orderId } = await buy(shop.shop, ada, [goods.dress, goods.shoe])
  expect((await tess.call(getOrder, { no })).data.possible).toEqual(['mark-paid', 'send-link', 'cancel', 'address'])
  await tess.call(markPaid, { no, method: 'Bank transfer', reference: `B-${no}` })
  await tess.call(commands.holdOrder, { no, reason: 'Address looks wrong' })
  await tess.call(commands.releaseOrder, { no })
  // Packing a paid order prepares it too.
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

test('returns who moved an order and when if the order has already moved on, and changes nothing', async () => {
  const { orderNo: no } = await paidOrder()
  await tess.call(commands.prepareOrder, { no })
  const answer = await tess.fetch(`/staff-api/v1/orders/${no}/hold`, {
    method: 'POST',
    body: JSON.stringify({ reason: 'x' }),
  })
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({
    code: 'order_moved_on',
    detail: expect.stringMatching(/^Tess Berg moved this order to “preparing” on .* UTC\.$/),
  })
  expect(await problemOf(tess.call(markPaid, { no }))).toBe('order_moved_on')
  expect((await tess.call(getOrder, { no })).data).toMatchObject({ status: 'preparing', hold_reason: null })
})

test('packs an order once when two staff pack it at the same time', async () => {
  const { orderNo: no } = await paidOrder()
  const tries = await Promise.all([1, 2, 3].map(() => problemOf(tess.call(commands.packOrder, { no }))))
  expect(tries.sort()).toEqual(['no problem', 'order_moved_on', 'order_moved_on'])
  expect((await tess.call(getOrder, { no })).data.parcels).toHaveLength(1)
})

test('rejects an unknown order, a line of another order and a parcel without lines', async () => {
  const { orderNo: no } = await paidOrder()
  expect(await problemOf(tess.call(commands.prepareOrder, { no: 'HB22222222222' }))).toBe('not_found')
  expect(await problemOf(tess.call(commands.packOrder, { no, parcels: [{ line_ids: ['x'] }] }))).toBe('invalid_input')
  expect(await problemOf(tess.call(commands.packOrder, { no, parcels: [{ line_ids: [] }] }))).toBe('invalid_input')
})

test('gives back the stock and the money of canceled lines, and packs no canceled line', async () => {
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
  // A repeated command changes nothing.
  await tess.call(commands.cancelOrder, { no, line_ids: [scarf] })
  expect(await stockOf(goods.scarf)).toBe(before + 1)
  shop.clock.advance(1000)
  const { data: packed } = await tess.call(commands.packOrder, { no })
  expect(packed.parcels[0]?.line_ids).toHaveLength(1)
  const dress = packed.parcels[0]?.line_ids ?? []
  expect(await problemOf(tess.call(commands.cancelOrder, { no, line_ids: [dress[0] ?? '', scarf] }))).toBe('no problem')
  const { data: gone } = await tess.call(getOrder, { no })
  // Canceling the last lines cancels the order and refunds only the remaining money.
  expect(gone).toMatchObject({
    status: 'cancelled',
    refunds: [{ amount: { amount: 6000 } }, { kind: 'order', amount: { amount: 15_000 } }],
  })
  expect((await ada.call(getShopperOrder, { orderId })).order_status_id).toBe(8)
})

test('cancels single lines of a packed order only after the order is unpacked', async () => {
  const { orderNo: no } = await paidOrder([goods.dress, goods.scarf])
  const { data: packed } = await tess.call(commands.packOrder, { no })
  const line_ids = [packed.lines[0]?.id ?? '']
  expect(await problemOf(tess.call(commands.cancelOrder, { no, line_ids }))).toBe('unpack_first')
  await tess.call(commands.unpackOrder, { no })
  expect(await problemOf(tess.call(commands.cancelOrder, { no, line_ids }))).toBe('no problem')
})

test('changes an address until the order is shipped, and keeps name and street out of the audit log', async () => {
  const { orderNo: no, orderId } = await paidOrder()
  const address = { ...(await tess.call(getOrder, { no })).data.address, city: 'Bangor', address_1: '1 Secret Lane' }
  await tess.call(commands.changeAddress, { no, ...address })
  expect((await ada.call(getShopperOrder, { orderId })).shipping_address).toMatchObject({ city: 'Bangor' })
  const owner = await staff.member()
  const { data: log } = await owner.call(listAudit, { about: `orders/${no}` })
  expect(log.data[0]).toMatchObject({ call: 'POST /orders/:no/address', actor: { name: 'Tess Berg' } })
  expect(JSON.stringify(log.data)).not.toContain('Secret Lane')
  expect(Object.keys(log.data[0]?.after ?? {})).toEqual(['address'])
  expect(await problemOf(tess.call(commands.changeAddress, { no, ...address, city: '' }))).toBe('invalid_input')
  const { orderNo: shipped } = await buyAndShip(shop.shop, ada, [goods.dress])
  expect(await problemOf(tess.call(commands.changeAddress, { ...address, no: shipped }))).toBe('order_moved_on')
})

test('accepts a new address only in the country of the order or in a country that the shop ships to', async () => {
  const { orderNo: no } = await paidOrder()
  const { data: order } = await tess.call(getOrder, { no })
  const kept = { ...testAddress, ...order.address }
  const norway = { no, ...kept, country: 'NO', postcode: '0150' }
  onTestFinished(() => shipTo(shop.shop.db, ''))
  await shipTo(shop.shop.db, 'US,SE')
  const problem = await tess.call(commands.changeAddress, norway).catch((error: unknown) => error)
  expect(problem).toMatchObject({
    problem: { code: 'invalid_input', errors: [{ field: 'country', detail: 'We do not ship to this country' }] },
  })
  await shipTo(shop.shop.db, 'NO')
  expect(await problemOf(tess.call(commands.changeAddress, { no, ...kept, city: 'Bangor' }))).toBe('no problem')
  expect((await tess.call(commands.changeAddress, norway)).data.address).toMatchObject({ country_code: 'NO' })
})

test('shows a note to staff only', async () => {
  const { orderNo: no, orderId } = await paidOrder()
  const { data } = await tess.call(commands.noteOrder, { no, body: 'Asked for a gift wrap' })
  expect(data.notes).toMatchObject([{ body: 'Asked for a gift wrap', author: 'Tess Berg' }])
  expect(JSON.stringify(await ada.call(getShopperOrder, { orderId }))).not.toContain('gift wrap')
  expect(await problemOf(tess.call(commands.noteOrder, { no, body: ' ' }))).toBe('invalid_input')
  const others = Array.from({ length: maxOrderNotes - 1 }, () => ({
    id: newId(),
    orderId,
    body: 'x',
    author: 'Tess Berg',
    at: new Date(),
  }))
  await shop.shop.db.insert(orderNotes).values(others)
  expect(await problemOf(tess.call(commands.noteOrder, { no, body: 'One more' }))).toBe('too_many_there')
})

test('adds and removes tags in any status, ignores repeated tags, and records the actor in the history', async () => {
  const { orderNo: no, orderId } = await buy(shop.shop, ada, [goods.dress])
  const { data: tagged } = await tess.call(commands.tagOrder, { no, add: ['Gift wrap', 'press  sample'] })
  expect(tagged.own_tags).toEqual(['Gift wrap', 'press sample'])
  // Tags are compared without regard to case. The shop's existing spelling stays.
  const { data: again } = await tess.call(commands.tagOrder, { no, add: ['GIFT WRAP'] })
  expect(again.own_tags).toEqual(tagged.own_tags)
  expect(again.events).toEqual(tagged.events)
  const { orderNo: other } = await paidOrder()
  expect((await tess.call(commands.tagOrder, { no: other, add: ['gift wrap'] })).data.own_tags).toEqual(['Gift wrap'])
  const { data: less } = await tess.call(commands.tagOrder, { no, add: ['vip'], remove: ['gift WRAP', 'none'] })
  expect(less.own_tags).toEqual(['press sample', 'vip'])
  expect(less.events.at(-1)).toMatchObject({
    command: 'tagOrder',
    actor: { kind: 'staff', name: 'Tess Berg' },
    details: { added: ['vip'], removed: ['Gift wrap'] },
  })
  const { data: log } = await (await staff.member()).call(listAudit, { about: `orders/${no}` })
  expect(log.data[0]).toMatchObject({ before: { own_tags: tagged.own_tags }, after: { own_tags: less.own_tags } })
  expect(JSON.stringify(await ada.call(getShopperOrder, { orderId }))).not.toContain('press sample')
})

test('limits the number of tags of an order, and rejects long tags and tags with a comma', async () => {
  const { orderNo: no } = await paidOrder()
  const many = Array.from({ length: maxOwnTags }, (_, at) => `t${at}`)
  await tess.call(commands.tagOrder, { no, add: many })
  expect(await problemOf(tess.call(commands.tagOrder, { no, add: ['one more'] }))).toBe('too_many_there')
  expect((await tess.call(getOrder, { no })).data.own_tags).toHaveLength(maxOwnTags)
  expect((await tess.call(commands.tagOrder, { no, add: ['one more'], remove: ['t0'] })).data.own_tags[0]).toBe(
    'one more',
  )
  for (const bad of ['', 'a,b', 'x'.repeat(31), 'a\nb'])
    expect(await problemOf(tess.call(commands.tagOrder, { no, add: [bad] }))).toBe('invalid_input')
})

test('limits the number of different tags of a shop, and still accepts existing ones', async () => {
  const [one, other] = [await paidOrder(), await paidOrder()]
  const known = (await tess.call(listOrderChoices, {})).data.tags.length
  const words = Array.from({ length: maxTagWords - known }, (_, at) => ({ orderId: one.orderId, tag: `word ${at}` }))
  await shop.shop.db.insert(orderTags).values(words)
  expect(await problemOf(tess.call(commands.tagOrder, { no: other.orderNo, add: ['new word'] }))).toBe('too_many_there')
  expect((await tess.call(commands.tagOrder, { no: other.orderNo, add: ['WORD 1'] })).data.own_tags).toEqual(['word 1'])
  await shop.shop.db.delete(orderTags).where(eq(orderTags.orderId, one.orderId))
})

test('records the reason of an address change as a code', async () => {
  const { orderNo: no } = await paidOrder()
  const { data: order } = await tess.call(getOrder, { no })
  const address = { ...testAddress, ...order.address, city: 'Bangor' }
  const { data } = await tess.call(commands.changeAddress, { no, ...address, why: 'shopper_asked' })
  expect(data.events.at(-1)).toMatchObject({ command: 'changeAddress', details: { why: 'shopper_asked' } })
  const odd = { no, ...address, why: 'Maren moved to 21 Wharf Street' as 'other' }
  expect(await problemOf(tess.call(commands.changeAddress, odd))).toBe('invalid_input')
})

describe('parcels', () => {
  test('accepts carrier reports in any order, and marks the order as received with the last delivery', async () => {
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
    expect(await problemOf(carrier.call(reportParcel, { tracking_number: 'NONE', events }))).toBe('not_found')
    const future = [{ kind: 'problem' as const, description: 'x', at: '2099-01-01T00:00:00Z' }]
    expect(await problemOf(carrier.call(reportParcel, { tracking_number, events: future }))).toBe('invalid_input')
  })

  test('prints packing slips as a PDF with one page for each parcel, in any script', async () => {
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

  test('uses the weight from packing unless shipping specifies another weight, and ships without a mail on request', async () => {
    const { orderNo: no } = await paidOrder([goods.dress, goods.scarf])
    const { data: order } = await tess.call(getOrder, { no })
    const [first = '', second = ''] = order.lines.map(({ id }) => id)
    const pack = (weight_grams: number) =>
      tess.call(commands.packOrder, { no, parcels: [{ line_ids: [first], weight_grams }, { line_ids: [second] }] })
    for (const weight of [0, -1, 1.5, 100_001]) expect(await problemOf(pack(weight))).toBe('invalid_input')
    const { data: packed } = await pack(900)
    const of = (lineId: string, { parcels } = packed) => parcels.find(({ line_ids }) => line_ids.includes(lineId))
    expect([of(first)?.weight_grams, of(second)?.weight_grams]).toEqual([900, null])
    // Parcels have the same order as in the packing call.
    expect(packed.parcels.map(({ line_ids }) => line_ids)).toEqual([[first], [second]])
    const sent = packed.parcels.map(({ id }) => ({ id, carrier: 'DHL', tracking_number: `W${id}` }))
    const weighed = sent.map((one) => (one.id === of(second)?.id ? { ...one, weight_grams: 1100 } : one))
    const { data: shipped } = await tess.call(commands.shipOrder, { no, parcels: weighed, mail: false })
    expect([of(first, shipped)?.weight_grams, of(second, shipped)?.weight_grams]).toEqual([900, 1100])
    const subjects = (await shop.mailsTo(ada.email)).map(({ subject }) => subject)
    expect(subjects).not.toContainEqual(expect.stringContaining(`${no} is on its way`))
  })

  test('shows a tracking link to the shopper and in the mail, and refuses a link without https', async () => {
    const { orderNo: no } = await paidOrder()
    const { data: packed } = await tess.call(commands.packOrder, { no })
    const parcel = { carrier: 'InPost', tracking_number: '6800', tracking_url: 'https://inpost.pl/track?number=6800' }
    const insecure = { ...parcel, tracking_url: 'http://inpost.pl/track' }
    expect(await problemOf(tess.call(commands.shipOrder, { no, parcels: [insecure] }))).toBe('invalid_input')
    const { data: shipped } = await tess.call(commands.shipOrder, { no, parcels: [parcel] })
    expect(shipped.parcels).toMatchObject([{ tracking_url: parcel.tracking_url }])
    const packageId = packed.parcels[0]?.id ?? ''
    expect((await ada.call(getPackageTracking, { packageId })).trackingUrl).toBe(parcel.tracking_url)
    const mail = (await shop.mailsTo(ada.email)).find(({ subject }) => subject.includes(`${no} is on its way`))
    expect(mail?.text).toContain(parcel.tracking_url)
  })
})
