import { beforeEach, describe, expect, test } from 'vitest'
import { listStock, listStockMoves } from '#features/catalogue/stock.staff.contract.ts'
import { exportCustomer } from '#features/customers/customers.staff.contract.ts'
import { getOrder as getStaffOrder } from '#features/orders/orders.staff.contract.ts'
import {
  getRefund,
  listRefunds,
  refundOrder,
  retryRefund,
  settleRefund,
} from '#features/payments/payments.staff.contract.ts'
import { listAudit } from '#features/staff/audit.staff.contract.ts'
import { addTemplate, listTemplates } from '#features/support/inbox.staff.contract.ts'
import { drawPicture } from '#testing/shops/pictures.ts'
import {
  reasons,
  receive as receiveOrder,
  requestReturnOf,
  shopWithReasons,
  toRequest,
} from '#testing/shops/returned-goods.ts'
import { goods } from '#testing/shops/stocked-shop.ts'
import { problemOf, type StaffPerson, testStaff } from '#testing/staff.ts'
import type { Person } from '#testing/test-shop.ts'
import * as commands from '../return-commands.staff.contract.ts'
import { getReasonShares } from '../return-reasons.staff.contract.ts'
import { getReturn as getShopperReturn, requestReturn, uploadReturnImage } from '../returns.contract.ts'
import * as calls from '../returns.staff.contract.ts'

const shop = shopWithReasons()
const staff = testStaff(shop)
let ada: Person
let tess: StaffPerson

beforeEach(async () => {
  ada = await shop.signedIn()
  tess = await staff.member('manager', 'Tess Berg')
})

async function requested(skuIds: number[] = [goods.dress], more = {}) {
  const { returnId, orderNo } = await requestReturnOf(shop.shop, ada, skuIds, more)
  const { data } = await tess.call(calls.getReturn, { no: returnId })
  return { returnId, orderNo, no: data.number, ids: data.items.map(({ id }) => id) }
}

async function approved(skuIds?: number[], more = {}) {
  const made = await requested(skuIds, more)
  await tess.call(commands.decideReturn, {
    no: made.no,
    items: made.ids.map((id) => ({ id, decision: 'approve' as const })),
  })
  return made
}

test('assigns a return until the return is released, and finds the return by its assignee', async () => {
  const { no } = await requested([goods.dress])
  const numbers = async (assignee: string) =>
    (await tess.call(calls.listReturns, { assignee, due: 'any' })).data.data.map(({ number }) => number)
  expect(await numbers('none')).toContain(no)
  const { data: taken } = await tess.call(commands.assignReturn, { no, assignee: tess.id })
  expect(taken.assignee).toEqual({ id: tess.id, name: 'Tess Berg' })
  expect(await numbers('none')).not.toContain(no)
  expect([await numbers('me'), await numbers(tess.id)]).toEqual([[no], [no]])
  await expect(tess.call(commands.assignReturn, { no, assignee: 'nobody' })).rejects.toMatchObject({
    problem: { status: 422, errors: [{ field: 'assignee' }] },
  })
  expect((await tess.call(commands.assignReturn, { no, assignee: null })).data.assignee).toBeNull()
})

test('assigns a return only to staff who may decide about returns, and shows notes to staff only', async () => {
  const { no } = await requested([goods.dress])
  const omar = await staff.member('support', 'Omar Ek')
  const packer = await staff.member('warehouse', 'Pia Lund')
  const { people } = (await tess.call(calls.listReturnPeople, {})).data
  expect(people).toContainEqual({ id: omar.id, name: 'Omar Ek' })
  expect(people.map(({ id }) => id)).not.toContain(packer.id)
  const { data: given } = await tess.call(commands.assignReturn, { no, assignee: omar.id })
  expect(given.assignee).toEqual({ id: omar.id, name: 'Omar Ek' })

  const once = { idempotencyKey: crypto.randomUUID() }
  for (let time = 0; time < 2; time++) {
    const { data: noted } = await tess.call(commands.noteReturn, { no, body: 'Batch 0825 ran small.' }, once)
    expect(noted.notes).toMatchObject([{ by: 'Tess Berg', body: 'Batch 0825 ran small.' }])
  }
  await expect(tess.call(commands.noteReturn, { no, body: ' ' })).rejects.toMatchObject({ problem: { status: 422 } })
  await expect(packer.call(commands.noteReturn, { no, body: 'Hm' })).rejects.toMatchObject({ problem: { status: 403 } })
  const { data: read } = await tess.call(calls.getReturn, { no })
  const hers = await ada.call(getShopperReturn, { returnId: read.id })
  expect(JSON.stringify(hers)).not.toContain('Batch 0825')
  const owner = await staff.member('owner')
  const { data: file } = await owner.call(exportCustomer, { id: ada.id })
  const exported = await new Response(file.body).text()
  expect(exported).toContain(no)
  expect(exported).not.toContain('Batch 0825')
})

test('counts the use of a template with the decision that contains its text', async () => {
  const { no, ids } = await requested([goods.dress])
  const fields = { name: 'Worn or washed', area: 'returns', language: 'en', body: 'It has been worn.' } as const
  const { data: template } = await tess.call(addTemplate, fields)
  const items = ids.map((id) => ({ id, decision: 'reject' as const, text: 'It was worn.', template: template.id }))
  await tess.call(commands.decideReturn, { no, items })
  await expect(tess.call(commands.decideReturn, { no, items })).rejects.toMatchObject({ problem: { status: 409 } })
  expect((await tess.call(listTemplates, { area: 'returns' })).data.data).toMatchObject([{ id: template.id, used: 1 }])
})

describe('the list', () => {
  test('finds returns by number, address, status, reason, SKU and deadline', async () => {
    const { no, orderNo } = await requested([goods.dress])
    // A session by API key does not expire when the clock is moved.
    const desk = await staff.key('returns:read')
    const numbers = async (filters: object) =>
      (await desk.call(calls.listReturns, filters)).data.data.map(({ number }) => number)
    for (const q of [no, orderNo, ada.email]) expect(await numbers({ q })).toEqual([no])
    const { data: place } = await desk.call(calls.findReturnPlace, { no, q: ada.email, due: 'any' })
    expect(place).toEqual({ previous: null, next: null, position: 1, total: 1 })
    const { data: gone } = await desk.call(calls.findReturnPlace, { no, q: ada.email, status: 'closed' })
    expect(gone).toMatchObject({ position: null, total: 0 })
    expect(await numbers({ q: ada.email, status: 'processing,approved' })).toEqual([no])
    expect(await numbers({ q: ada.email, status: 'closed' })).toEqual([])
    expect(await numbers({ q: ada.email, reason: 'fit', sku: 'SKU-101' })).toEqual([no])
    expect(await numbers({ q: ada.email, reason: 'changed_mind' })).toEqual([])
    expect(await numbers({ reason: 'nothing' })).toEqual([])
    expect(await numbers({ q: ada.email, due: 'today' })).toEqual([])
    shop.clock.advance(30 * 3_600_000)
    expect(await numbers({ q: ada.email, due: 'today' })).toEqual([no])
    expect(await numbers({ q: ada.email, due: 'late' })).toEqual([])
    expect(await numbers({ q: ada.email, due: 'any' })).toEqual([no])
    shop.clock.advance(19 * 3_600_000)
    expect(await numbers({ q: ada.email, due: 'late' })).toEqual([no])
    const { data } = await desk.call(calls.countReturns, {})
    expect(data.counts.processing).toBeGreaterThan(0)
    expect(data.late).toBe(data.counts.processing)
  })
})

describe('evidence pictures', () => {
  test('shows the pictures of this return only to staff with the scope', async () => {
    const order = await receiveOrder(shop.shop, ada, [goods.dress])
    const image = await drawPicture()
    const { image: sent } = await ada.call(uploadReturnImage, { image })
    const { id } = await ada.call(requestReturn, { ...toRequest(order, [reasons.changedMind]), image_ids: [sent.id] })
    const { data } = await tess.call(calls.getReturn, { no: id })
    expect(data.images).toEqual([{ id: sent.id, path: `/returns/${data.number}/images/${sent.id}` }])
    const path = `/staff-api/v1${data.images[0]?.path}`
    const shown = await tess.fetch(path)
    expect(shown.status).toBe(200)
    expect(shown.headers.get('content-type')).toMatch(/^image\//)
    expect((await (await staff.key('orders:read')).fetch(path)).status).toBe(403)
    expect((await staff.nobody().fetch(path)).status).toBe(401)
    // Staff cannot read the picture through another return, nor at its address in the shop.
    const other = await requested([goods.shoe])
    expect((await tess.fetch(`/staff-api/v1/returns/${other.no}/images/${sent.id}`)).status).toBe(404)
    expect((await (await shop.signedIn('bob')).fetch(`/images/${sent.id}`)).status).toBe(404)
  })
})

describe('deciding', () => {
  test('decides about each item in one all-or-nothing request, and records the actor in the history', async () => {
    const { no, ids, returnId } = await requested([goods.dress, goods.shoe, goods.scarf])
    const [first = '', second = '', third = ''] = ids
    const wrong = [
      { id: first, decision: 'approve' as const },
      { id: second, decision: 'reject' as const },
    ]
    expect(await problemOf(tess.call(commands.decideReturn, { no, items: wrong }))).toBe('invalid_input')
    expect((await tess.call(calls.getReturn, { no })).data.items[0]?.status).toBe('processing')
    const items = [
      { id: first, decision: 'approve' as const },
      { id: second, decision: 'keep' as const },
      { id: third, decision: 'reject' as const, text: 'It was worn' },
    ]
    const { data } = await tess.call(commands.decideReturn, { no, items })
    expect(data.items.map(({ status }) => status)).toEqual(['approved', 'refunding', 'rejected'])
    expect(data.possible).toEqual(['decide', 'receive', 'fail-refund'])
    expect(data.events.filter(({ actor }) => actor.name === 'Tess Berg')).toHaveLength(3)
    expect((await ada.call(getShopperReturn, { returnId })).system_comment).toContain('It was worn')
    expect(await problemOf(tess.call(commands.decideReturn, { no, items }))).toBe('return_moved_on')
  })

  test('refunds an item that the shopper keeps, up to the refund limit of the role', async () => {
    const sam = await staff.member('support')
    const { no, ids } = await requested([goods.dress, goods.shoe])
    const items = ids.map((id) => ({ id, decision: 'keep' as const }))
    expect(await problemOf(sam.call(commands.decideReturn, { no, items }))).toBe('over_refund_limit')
    expect(await problemOf(sam.call(commands.decideReturn, { no, items: items.slice(0, 1) }))).toBe('no problem')
  })

  test('mails several decisions in one mail, each below the names of its items', async () => {
    const { no, ids } = await requested([goods.dress, goods.shoe, goods.scarf])
    const before = (await shop.mailsTo(ada.email)).length
    const [first = '', second = '', third = ''] = ids
    await tess.call(commands.decideReturn, {
      no,
      items: [
        { id: first, decision: 'approve' },
        { id: second, decision: 'keep' },
        { id: third, decision: 'reject', text: 'It was worn' },
      ],
    })
    const newMails = (await shop.mailsTo(ada.email)).slice(before)
    expect(newMails).toHaveLength(1)
    for (const words of ['We have approved', 'You can keep', 'It was worn']) expect(newMails[0]?.text).toContain(words)
  })

  test('shows a comment to the shopper', async () => {
    const { no, returnId } = await requested()
    await tess.call(commands.commentReturn, { no, text: 'Please add a picture of the seam' })
    expect((await ada.call(getShopperReturn, { returnId })).system_comment[0]).toBe('Please add a picture of the seam')
    expect(await problemOf(tess.call(commands.commentReturn, { no, text: 'x', item_id: 'y' }))).toBe('invalid_input')
  })
})

describe('receiving', () => {
  test('refunds items that arrived as sold immediately, and holds other items for a decision', async () => {
    const { no, ids } = await approved([goods.dress, goods.shoe])
    const walt = await staff.member('warehouse', 'Walt')
    const [dress = '', shoe = ''] = ids
    const { data } = await walt.call(commands.receiveReturn, {
      no,
      items: [
        { id: dress, condition: 'as_sold' },
        { id: shoe, condition: 'worn', note: 'Scratched sole' },
      ],
    })
    expect(data.items).toMatchObject([
      { status: 'refunding', condition: 'as_sold' },
      {
        status: 'received',
        condition: 'worn',
        condition_note: 'Scratched sole',
        possible: ['reject', 'refund'],
      },
    ])
    expect(await problemOf(walt.call(commands.refundReturn, { no }))).toBe('not_allowed')
    expect(
      await problemOf(walt.call(commands.decideReturn, { no, items: [{ id: shoe, decision: 'reject', text: 'x' }] })),
    ).toBe('not_allowed')
  })

  test('divides a deduction exact to the cent with a comment, and refunds the shipping costs once', async () => {
    const { no, ids, returnId, orderNo } = await approved([goods.dress, goods.shoe], { shippingMethod: 'express' })
    const items = ids.map((id) => ({ id, condition: 'damaged' as const }))
    await tess.call(commands.receiveReturn, { no, items })
    const tooMuch = { amount: 24_501, reason: 'Damaged' }
    expect(await problemOf(tess.call(commands.refundReturn, { no, deduction: tooMuch }))).toBe('invalid_input')
    const deduction = { amount: 1001, reason: 'Both were damaged' }
    const input = { no, postage: 'true', deduction: 1001 } as const
    const { data: preview } = await tess.call(commands.previewReturnRefund, input)
    expect(preview).toMatchObject({ total: { amount: 24_999 }, postage: { amount: 1500 }, is_over_limit: false })
    const sam = await staff.member('support')
    expect((await sam.call(commands.previewReturnRefund, input)).data.is_over_limit).toBe(true)
    expect(await problemOf(tess.call(commands.previewReturnRefund, { no, deduction: 24_501 }))).toBe('invalid_input')
    const { data } = await tess.call(commands.refundReturn, { no, postage: true, deduction })
    expect(data.items.map(({ refund, deduction: kept }) => refund.amount + kept.amount)).toEqual([15_000, 9500])
    expect(data.items.reduce((sum, { deduction: kept }) => sum + kept.amount, 0)).toBe(1001)
    // The preview matches the refund of each item.
    const shown = new Map(preview.items.map(({ id, refund }) => [id, refund.amount]))
    expect(data.items.map(({ id }) => shown.get(id))).toEqual(data.items.map(({ refund }) => refund.amount))
    expect(await problemOf(tess.call(commands.refundReturn, { no, postage: true }))).toBe('nothing_to_refund')
    const { data: page } = await tess.call(listRefunds, { q: orderNo, status: 'pending' })
    expect(page.data.map(({ kind }) => kind).sort()).toEqual(['item', 'item', 'shipping'])
    expect(page.data.reduce((sum, { amount }) => sum + amount.amount, 0)).toBe(24_500 - 1001 + 1500)
    for (const { id } of page.data) await tess.call(settleRefund, { id, reference: 'bank 77' })
    const done = await ada.call(getShopperReturn, { returnId })
    expect(done).toMatchObject({ status: 5, system_comment: ['Both were damaged'] })
    expect(done.refund_total.price_value).toBe('249.99')
    expect((await tess.call(getStaffOrder, { no: orderNo })).data.totals.refunded.amount).toBe(24_999)
  })

  test('finishes an item without a refund if the deduction equals the refund', async () => {
    const { no, ids } = await approved([goods.scarf])
    await tess.call(commands.receiveReturn, { no, items: [{ id: ids[0] ?? '', condition: 'missing' }] })
    const { data } = await tess.call(commands.refundReturn, {
      no,
      deduction: { amount: 6000, reason: 'The box was empty' },
    })
    expect(data).toMatchObject({ status: 'refunded', refunded: { amount: 0 } })
  })
})

describe('restocking at receipt', () => {
  const stockOf = async (sku: string) =>
    (await tess.call(listStock, { q: sku })).data.data.find((row) => row.sku === sku)?.stock ?? Number.NaN
  const movesOf = async (sku: string) => (await tess.call(listStockMoves, { sku })).data.data

  test('restocks items that arrived as sold with a row in the ledger, and does not restock worn items', async () => {
    const { no, ids } = await approved([goods.dress, goods.shoe])
    const [dress = '', shoe = ''] = ids
    const { data: before } = await tess.call(calls.getReturn, { no })
    expect(before.items.map(({ restocked }) => restocked)).toEqual([null, null])
    const [dressSku = '', shoeSku = ''] = before.items.map(({ sku }) => sku)
    const stock = [await stockOf(dressSku), await stockOf(shoeSku)]
    const walt = await staff.member('warehouse', 'Walt')
    const items = [
      { id: dress, condition: 'as_sold' as const },
      { id: shoe, condition: 'worn' as const },
    ]
    const { data } = await walt.call(commands.receiveReturn, { no, items })
    expect(data.items).toMatchObject([
      { restocked: true, not_restocked_reason: '' },
      { restocked: false, not_restocked_reason: 'Worn' },
    ])
    expect([await stockOf(dressSku), await stockOf(shoeSku)]).toEqual([(stock[0] ?? 0) + 1, stock[1]])
    const [move] = await movesOf(dressSku)
    expect(move).toMatchObject({ by: 1, reason: 'returned', note: `Return ${no}`, actor: 'Walt' })
    expect((await movesOf(shoeSku)).some(({ note }) => note.includes(no))).toBe(false)
    expect(await problemOf(walt.call(commands.receiveReturn, { no, items }))).toBe('return_moved_on')
    expect(await stockOf(dressSku)).toBe((stock[0] ?? 0) + 1)
    const { data: log } = await (await staff.member('owner')).call(listAudit, { about: `returns/${no}`, limit: 1 })
    expect(JSON.stringify(log.data[0]?.after)).toContain('"restocked":true')
  })

  test('leaves an item that arrived as sold out of stock only with a reason, and a missing item in any case', async () => {
    const { no, ids } = await approved([goods.dress])
    const [id = ''] = ids
    const sku = (await tess.call(calls.getReturn, { no })).data.items[0]?.sku ?? ''
    const stock = await stockOf(sku)
    const receive = (item: object) =>
      tess.call(commands.receiveReturn, { no, items: [{ id, condition: 'as_sold', ...item }] })
    await expect(receive({ restock: false })).rejects.toMatchObject({
      problem: { status: 422, errors: [{ field: 'items.0.not_restocked_reason' }] },
    })
    await expect(receive({ condition: 'missing', restock: true })).rejects.toMatchObject({
      problem: { status: 422, errors: [{ field: 'items.0.restock' }] },
    })
    expect((await tess.call(calls.getReturn, { no })).data.items[0]).toMatchObject({ condition: null, restocked: null })
    const { data } = await receive({ restock: false, not_restocked_reason: 'Old season' })
    expect(data.items[0]).toMatchObject({ restocked: false, not_restocked_reason: 'Old season' })
    expect(await stockOf(sku)).toBe(stock)
  })

  test('takes an item out of stock again if the item is rejected after the receipt', async () => {
    const { no, ids } = await approved([goods.dress])
    const [id = ''] = ids
    const sku = (await tess.call(calls.getReturn, { no })).data.items[0]?.sku ?? ''
    const stock = await stockOf(sku)
    await tess.call(commands.receiveReturn, { no, items: [{ id, condition: 'as_sold' }], begin: false })
    expect(await stockOf(sku)).toBe(stock + 1)
    const rejected = [{ id, decision: 'reject' as const, text: 'It is another dress' }]
    const { data } = await tess.call(commands.decideReturn, { no, items: rejected })
    expect(data.items[0]).toMatchObject({ restocked: false, not_restocked_reason: 'Rejected' })
    expect(await stockOf(sku)).toBe(stock)
    expect((await movesOf(sku))[0]).toMatchObject({ by: -1, reason: 'returned', note: `Return ${no}, rejected` })
  })
})

describe('refunds', () => {
  test('rejects a deduction without an amount, and refunds nothing', async () => {
    const { no, ids } = await approved([goods.scarf])
    await tess.call(commands.receiveReturn, { no, items: [{ id: ids[0] ?? '', condition: 'worn' }] })
    for (const deduction of [{ reason: 'Worn' }, { amount: 0, reason: 'Worn' }, { amount: null, reason: 'Worn' }]) {
      const pending = tess.call(commands.refundReturn, { no, deduction: deduction as never })
      expect(await problemOf(pending)).toBe('invalid_input')
    }
    expect(await problemOf(tess.call(commands.previewReturnRefund, { no, deduction: 0 }))).toBe('invalid_input')
    expect((await tess.call(calls.getReturn, { no })).data.status).toBe('received')
  })

  test('retries a failed refund and allows settling it by hand, once', async () => {
    const { no, ids, orderNo } = await approved()
    await tess.call(commands.receiveReturn, { no, items: [{ id: ids[0] ?? '', condition: 'as_sold' }] })
    await tess.call(commands.failRefund, { no, text: 'The account was closed' })
    const { data: page } = await tess.call(listRefunds, { q: orderNo })
    const id = page.data[0]?.id ?? ''
    expect(page.data).toMatchObject([{ status: 'failed', possible: ['retry'], failure: 'The account was closed' }])
    expect(await problemOf(tess.call(settleRefund, { id, reference: 'x' }))).toBe('order_moved_on')
    expect((await tess.call(retryRefund, { id })).data).toMatchObject({ status: 'pending', possible: ['settle'] })
    expect((await tess.call(settleRefund, { id, reference: 'bank 78' })).data.status).toBe('succeeded')
    expect(await problemOf(tess.call(settleRefund, { id, reference: 'bank 78' }))).toBe('order_moved_on')
    expect((await tess.call(getRefund, { id })).data.possible).toEqual([])
    expect((await tess.call(calls.getReturn, { no })).data.status).toBe('refunded')
  })

  test('refunds a line in an open return only through that return', async () => {
    const { orderNo } = await requested([goods.dress])
    const { data: order } = await tess.call(getStaffOrder, { no: orderNo })
    const lines = order.lines.map(({ id }) => ({ id }))
    expect(await problemOf(tess.call(refundOrder, { no: orderNo, lines, reason: 'x' }))).toBe('line_in_return')
  })

  test('keeps the order open after a partial refund, and closes the order after a full refund', async () => {
    const order = await receiveOrder(shop.shop, ada, [goods.dress])
    const id = order.lineIds[0] ?? ''
    await tess.call(refundOrder, { no: order.orderNo, lines: [{ id, amount: 5000 }], reason: 'Stain' })
    const { data } = await tess.call(getStaffOrder, { no: order.orderNo })
    expect(data.lines[0]?.refunded.amount).toBe(5000)
    const refundId = data.refunds[0]?.id ?? ''
    expect((await tess.call(settleRefund, { id: refundId, reference: 'bank 79' })).data.status).toBe('succeeded')
    expect((await tess.call(getStaffOrder, { no: order.orderNo })).data).toMatchObject({
      status: 'received',
      totals: { refunded: { amount: 5000 } },
    })
    // A full refund closes the order, as a complete return does.
    await tess.call(refundOrder, { no: order.orderNo, lines: [{ id }], reason: 'Stain' })
    const { data: page } = await tess.call(listRefunds, { q: order.orderNo, status: 'pending' })
    await tess.call(settleRefund, { id: page.data[0]?.id ?? '', reference: 'bank 80' })
    expect((await tess.call(getStaffOrder, { no: order.orderNo })).data.status).toBe('closed')
  })
})

describe('pictures of the arrival', () => {
  const send = async (by: StaffPerson, no: string, item_id: string, color = 'peru') =>
    by.call(commands.addArrivalPicture, { no, item_id, file: await drawPicture(color) })
  const picturesOf = async (no: string) => (await tess.call(calls.getReturn, { no })).data.items[0]?.pictures ?? []

  test('are stored once, and read only by staff with the scope', async () => {
    const { no, ids, returnId } = await approved()
    const [item = ''] = ids
    const warehouse = await staff.member('warehouse')
    await send(warehouse, no, item)
    await send(warehouse, no, item)
    await send(warehouse, no, item, 'teal')
    const pictures = await picturesOf(no)
    expect(pictures).toHaveLength(2)
    const path = `/staff-api/v1${pictures[0]?.path}`
    const answer = await tess.fetch(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await (await staff.key('orders:read')).fetch(path)).status).toBe(403)
    // The shopper cannot see the picture either, since it belongs to the warehouse.
    expect((await ada.fetch(`/images/${pictures[0]?.id}`)).status).toBe(404)
    expect(JSON.stringify(await ada.call(getShopperReturn, { returnId }))).not.toContain(pictures[0]?.id)
    const other = await approved()
    const elsewhere = path.replace(no, other.no)
    expect((await tess.fetch(elsewhere)).status).toBe(404)
    const sam = await staff.member('support')
    expect(await problemOf(send(sam, no, item))).toBe('not_allowed')
  })

  test('are rejected beyond five pictures, for unsent items, for another return, and as another file type', async () => {
    const { no, ids } = await approved()
    const [item = ''] = ids
    const colors = ['red', 'green', 'blue', 'white', 'black', 'pink']
    const sent = await Promise.all(colors.map((color) => problemOf(send(tess, no, item, color))))
    expect(sent.filter((one) => one === 'too_many_there')).toHaveLength(1)
    expect(await picturesOf(no)).toHaveLength(5)
    const waiting = await requested()
    expect(await problemOf(send(tess, waiting.no, waiting.ids[0] ?? ''))).toBe('return_moved_on')
    expect(await problemOf(send(tess, waiting.no, item))).toBe('not_found')
    const script = new File(['<script>'], 'a.png', { type: 'image/png' })
    const pending = tess.call(commands.addArrivalPicture, { no, item_id: item, file: script })
    expect(await problemOf(pending)).toBe('image_wrong_type')
  })
})

test('counts the items of each reason', async () => {
  const read = async () => (await tess.call(getReasonShares, {})).data
  const countOf = ({ reasons: counted }: Awaited<ReturnType<typeof read>>, id: number) =>
    counted.find((one) => one.id === id)?.items ?? 0
  const before = await read()
  await requested([goods.dress])
  const after = await read()
  expect(after.items).toBe(before.items + 1)
  const grown = after.reasons.filter(({ id, items }) => items !== countOf(before, id))
  expect(grown.map(({ id, items }) => items - countOf(before, id))).toEqual(grown.map(() => 1))
  expect(grown.length).toBeGreaterThan(0)
})
