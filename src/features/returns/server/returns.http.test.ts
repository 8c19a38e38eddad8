import { and, eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { openDatabase } from '#server/database.ts'
import { askBack, reasons, receive, stockReasons, toRequest } from '#testing/returned-goods.ts'
import { buyAndShip, goods, stockShop } from '#testing/stocked-shop.ts'
import { json, type Person, testShop } from '#testing/test-shop.ts'
import * as calls from '../returns.contract.ts'
import { waybillMessage } from '../returns.rules.ts'
import {
  approveReturn,
  closeOverdueReturns,
  receiveReturn,
  refundReturn,
  rejectReturn,
  scanParcel,
} from './return-commands.service.ts'
import { listReturns } from './returns.service.ts'
import { returnEvents, returnImages, returns } from './returns.tables.ts'

const shop = testShop()
const hour = 60 * 60 * 1000
const day = 24 * hour
let ada: Person
let bob: Person

beforeAll(async () => {
  await stockShop(shop.shop.db, shop.clock.now())
  await stockReasons(shop.shop.db)
})
beforeEach(async () => {
  ada = await shop.signedIn()
  bob = await shop.signedIn('bob')
})

const notFound = { status: 404 }
const parcel = { delivery_company: 'PostNord', tracking_number: 'LX482917306SE' }

async function countReturns(person: Person): Promise<number> {
  return shop.shop.db.$count(returns, eq(returns.customerId, person.id))
}

async function newPicture(): Promise<File> {
  const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: { r: 200, g: 100, b: 50 } } })
  return new File([new Uint8Array(await picture.png().toBuffer())], 'photo.png', { type: 'image/png' })
}

describe('asking for a return', () => {
  test('takes in everything the shopper said, and the order line shows it', async () => {
    const order = await receive(shop.shop, ada, [goods.dress, goods.scarf])
    const { image } = await ada.call(calls.uploadReturnImage, { image: await newPicture() })
    const request = {
      ...toRequest(order),
      image_ids: [image.id],
      email: ada.email.toUpperCase(),
      after_sale_reason_ids: [reasons.fit, reasons.tooSmall, reasons.changedMind],
      order_products: [
        { subOrderId: order.lineIds[0] ?? '', reason_ids: [reasons.fit, reasons.tooSmall] },
        { subOrderId: order.lineIds[1] ?? '', reason_ids: [reasons.changedMind] },
      ],
    }
    const { id } = await ada.call(calls.requestReturn, request)
    const found = await ada.call(calls.getReturn, { returnId: id, email: ada.email })
    expect(found).toMatchObject({
      id,
      order_id: order.orderId,
      order_no: order.orderNo,
      status: 1,
      comment: 'The waist measures 3 cm less than the size guide says.',
      images: [image],
      delivery_company: null,
      tracking_number: null,
      can_edit: false,
      remind_time: 0,
      system_comment: [],
      date_added: '2026-06-15 10:00:00',
      refund_total: { price_value: '0.00' },
      expected_refund_total: { code: 'USD', price: '$210.00', price_value: '210.00' },
    })
    expect(found.return_no).toMatch(/^RT[2-9A-Z]{11}$/)
    expect(found.products.map((one) => [one.order_product.name, one.status_en_name, one.product_reasons])).toEqual([
      [
        'The dress',
        'Processing',
        [{ id: 1, reason: 'Size or fit', children: [{ id: 11, reason: 'Smaller than expected' }] }],
      ],
      ['The scarf', 'Processing', [{ id: 2, reason: 'Changed my mind', children: [] }]],
    ])
    expect(found.reasons).toHaveLength(2)
    expect(found.after_sale_reasons.map((one) => one.id)).toEqual([1, 11, 2])
  })

  test('a discount counts: 150 and 60 with 42 off bring 120 back for the first', async () => {
    const order = await receive(shop.shop, ada, [goods.dress, goods.scarf])
    // The shares as a coupon of 42 would have left them.
    const share = (line: string | undefined, discountAmount: number) =>
      shop.shop.db
        .update(orderLines)
        .set({ discountAmount, paidAmount: sql`price_amount - ${discountAmount}::int` })
        .where(eq(orderLines.id, line ?? ''))
    await share(order.lineIds[0], 3000)
    await share(order.lineIds[1], 1200)
    const quote = await ada.call(calls.quoteReturn, { order_product_ids: order.lineIds.slice(0, 1) })
    expect(quote).toMatchObject({
      refund_total: { price: '$120.00' },
      reply_hours: 48,
      ship_days: 14,
      payment_method: 'PayPal',
      products: [{ price: { price: '$150.00' }, discount: { price: '-$30.00' }, refund: { price: '$120.00' } }],
    })
    const { id } = await ada.call(calls.requestReturn, toRequest({ ...order, lineIds: order.lineIds.slice(0, 1) }))
    expect((await ada.call(calls.getReturn, { returnId: id })).expected_refund_total.price).toBe('$120.00')
  })

  test('asking again for the same pieces answers the return that is there', async () => {
    const order = await receive(shop.shop, ada, [goods.dress, goods.scarf])
    const first = await ada.call(calls.requestReturn, toRequest(order))
    const turned = { ...order, lineIds: [...order.lineIds].reverse() }
    expect(await ada.call(calls.requestReturn, toRequest(turned))).toEqual(first)
    expect(await countReturns(ada)).toBe(1)
    await expect(
      ada.call(calls.requestReturn, toRequest({ ...order, lineIds: order.lineIds.slice(0, 1) })),
    ).rejects.toMatchObject({ status: 409, refusal: { code: 'line_not_returnable' } })
  })

  test('the same key answers the same, without a second return', async () => {
    const order = await receive(shop.shop, ada, [goods.dress])
    const ask = () => ada.fetch('/rest/after_sale', json(toRequest(order), { 'idempotency-key': 'one' }))
    const first = await (await ask()).json()
    expect(first).toEqual({ id: expect.any(String) })
    expect(await (await ask()).json()).toEqual(first)
  })

  test.each<[string, (request: ReturnType<typeof toRequest>) => object, string, string]>([
    [
      'lines that differ',
      (one) => ({ ...one, order_product_ids: ['other'] }),
      'order_product_ids',
      'This must say the same as order_products',
    ],
    [
      'reasons that differ',
      (one) => ({ ...one, after_sale_reason_ids: [1] }),
      'after_sale_reason_ids',
      'This must say the same as order_products',
    ],
    [
      'a line named twice',
      (one) => ({ ...one, order_products: [...one.order_products, ...one.order_products] }),
      'order_products',
      'Each item can be named once',
    ],
    [
      'no reason',
      (one) => ({
        ...one,
        after_sale_reason_ids: [],
        order_products: one.order_products.map((p) => ({ ...p, reason_ids: [] })),
      }),
      'order_products.0.reason_ids',
      'Please select return reason',
    ],
    ['more than 500 characters', (one) => ({ ...one, comment: 'x'.repeat(501) }), 'comment', expect.any(String)],
    ['six pictures', (one) => ({ ...one, image_ids: ['1', '2', '3', '4', '5', '6'] }), 'image_ids', expect.any(String)],
  ])('%s are refused by field', async (_, change, field, message) => {
    const order = await receive(shop.shop, ada, [goods.dress])
    const response = await ada.fetch('/rest/after_sale', json(change(toRequest(order))))
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ status_code: 422, errors: { [field]: [message] } })
    expect(await countReturns(ada)).toBe(0)
  })

  test.each([
    ['a category that has specific reasons', [reasons.fit]],
    ['a specific reason by itself', [reasons.tooSmall]],
    ['a reason no longer offered', [reasons.fit, 13]],
    ['a specific reason of another category', [reasons.changedMind, reasons.tooSmall]],
    ['a reason that does not exist', [99]],
  ])('%s is no reason', async (_, ids) => {
    const order = await receive(shop.shop, ada, [goods.dress])
    await expect(ada.call(calls.requestReturn, toRequest(order, ids))).rejects.toMatchObject({
      status: 422,
      refusal: { errors: { 'order_products.0.reason_ids': ['Please select return reason'] } },
    })
  })

  test.each([[[reasons.others]], [[reasons.fit, reasons.fitOthers]]])("'others' (%o) needs words", async (ids) => {
    const order = await receive(shop.shop, ada, [goods.dress])
    await expect(ada.call(calls.requestReturn, { ...toRequest(order, ids), comment: ' ' })).rejects.toMatchObject({
      status: 422,
      refusal: { errors: { comment: ['problem description is required'] } },
    })
    await ada.call(calls.requestReturn, toRequest(order, ids))
  })

  test.each<[string, number, string]>([
    ['final sale', goods.finalSale, 'Final sale items cannot be returned'],
    ['swimwear', goods.swimsuit, 'Swimwear, bags, accessories and lingerie cannot be returned'],
    ['a bag', goods.bag, 'Swimwear, bags, accessories and lingerie cannot be returned'],
    ['lingerie', goods.lingerie, 'Swimwear, bags, accessories and lingerie cannot be returned'],
  ])('%s stays with the shopper, and the whole request with it', async (_, sku, message) => {
    const order = await receive(shop.shop, ada, [goods.dress, sku])
    await expect(ada.call(calls.requestReturn, toRequest(order))).rejects.toMatchObject({
      status: 409,
      refusal: { code: 'line_not_returnable', message, errors: { 'order_products.1': [message] } },
    })
    expect(await countReturns(ada)).toBe(0)
    const quote = await ada.call(calls.quoteReturn, { order_product_ids: order.lineIds })
    expect(quote.refund_total.price).toBe('$150.00')
    expect(quote.products[1]).toMatchObject({ can_after_sale: false, refund: { price: '$0.00' } })
  })

  test('an order on its way cannot come back yet, and after 15 days not any more', async () => {
    const { orderId, orderNo } = await buyAndShip(shop.shop, ada, [goods.dress])
    const lines = await shop.shop.db.select().from(orderLines).where(eq(orderLines.orderId, orderId))
    await expect(
      ada.call(calls.requestReturn, toRequest({ orderNo, lineIds: lines.map(({ id }) => id) })),
    ).rejects.toMatchObject({
      status: 409,
      refusal: { message: 'This item can be returned once it has been received' },
    })
    const order = await receive(shop.shop, ada, [goods.dress])
    shop.clock.advance(15 * day + 1000)
    await expect(ada.call(calls.requestReturn, toRequest(order))).rejects.toMatchObject({
      refusal: { message: 'The 15-day return window has closed' },
    })
  })

  test('a cancelled return lets the piece be asked for again, a rejected one does not', async () => {
    const { returnId, ...order } = await askBack(shop.shop, ada, [goods.dress])
    await ada.call(calls.cancelReturn, { returnId })
    const again = await ada.call(calls.requestReturn, toRequest(order))
    expect(again.id).not.toBe(returnId)
    await rejectReturn(shop.shop, { returnId: again.id, text: 'It has been worn.' })
    await expect(ada.call(calls.requestReturn, toRequest(order))).rejects.toMatchObject({
      refusal: { message: 'The return of this item was declined' },
    })
  })

  test('an overdue return gives its piece free before the timer has come by', async () => {
    const { returnId, ...order } = await askBack(shop.shop, ada, [goods.dress])
    await approveReturn(shop.shop, { returnId })
    shop.clock.advance(14 * day)
    const again = await ada.call(calls.requestReturn, toRequest(order))
    expect(again.id).not.toBe(returnId)
    expect((await ada.call(calls.getReturn, { returnId })).status).toBe(9)
  })

  test("a stranger, somebody else's order, lines or pictures are turned away", async () => {
    const order = await receive(shop.shop, ada, [goods.dress])
    const theirs = await receive(shop.shop, bob, [goods.dress])
    await expect(shop.stranger().call(calls.requestReturn, toRequest(order))).rejects.toMatchObject({ status: 401 })
    await expect(bob.call(calls.requestReturn, toRequest(order))).rejects.toMatchObject(notFound)
    await expect(bob.call(calls.requestReturn, toRequest({ ...theirs, lineIds: order.lineIds }))).rejects.toMatchObject(
      notFound,
    )
    await expect(ada.call(calls.requestReturn, { ...toRequest(order), email: bob.email })).rejects.toMatchObject(
      notFound,
    )
    const { image } = await bob.call(calls.uploadReturnImage, { image: await newPicture() })
    await expect(ada.call(calls.requestReturn, { ...toRequest(order), image_ids: [image.id] })).rejects.toMatchObject({
      status: 404,
      refusal: { code: 'image_gone' },
    })
    await expect(bob.call(calls.quoteReturn, { order_product_ids: order.lineIds })).rejects.toMatchObject(notFound)
    expect(await countReturns(ada)).toBe(0)
  })
})

describe('reading returns', () => {
  test('the list is newest first, pages, and holds only the own ones', async () => {
    for (let one = 0; one < 3; one++) {
      await askBack(shop.shop, ada, [goods.dress])
      shop.clock.advance(1000)
    }
    await askBack(shop.shop, bob, [goods.dress])
    const first = await ada.call(calls.listReturns, { page: 1, limit: 2, from_type: 2 })
    expect(first.meta.pagination).toEqual({ current_page: 1, total_pages: 2, total: 3 })
    const times = first.data.map((one) => one.date_added)
    expect(times).toEqual([...times].sort().reverse())
    const second = await ada.call(calls.listReturns, { page: 2, limit: 2 })
    expect(second.data).toHaveLength(1)
    const past = await ada.call(calls.listReturns, { page: 9, limit: 2 })
    expect(past).toEqual({ data: [], meta: { pagination: { current_page: 9, total_pages: 2, total: 3 } } })
  })

  test('a list costs one query, whatever its size', async () => {
    for (let one = 0; one < 4; one++) await askBack(shop.shop, ada, [goods.dress, goods.scarf])
    const { pool, close } = openDatabase(shop.url)
    const asked: string[] = []
    const db = drizzle({ client: pool, logger: { logQuery: (query) => void asked.push(query) } })
    for (const limit of [1, 100]) {
      asked.length = 0
      const page = await listReturns({ ...shop.shop, db }, ada.id, { page: 1, limit })
      expect(page.data).toHaveLength(Math.min(limit, 4))
      expect(asked).toHaveLength(1)
    }
    await close()
  })

  test('a shoe tells its US size', async () => {
    const { returnId } = await askBack(shop.shop, ada, [goods.shoe])
    const [shoe] = (await ada.call(calls.getReturn, { returnId })).products
    expect(shoe?.sku.options).toEqual([
      { name: 'Color', value_name: 'Clay', us_size: null },
      { name: 'Size', value_name: '39', us_size: '8' },
    ])
  })

  test("another shopper's return, a wrong address and a stranger see nothing", async () => {
    const { returnId } = await askBack(shop.shop, ada, [goods.dress])
    await expect(bob.call(calls.getReturn, { returnId })).rejects.toMatchObject(notFound)
    await expect(ada.call(calls.getReturn, { returnId, email: bob.email })).rejects.toMatchObject(notFound)
    await expect(shop.stranger().call(calls.getReturn, { returnId })).rejects.toMatchObject({ status: 401 })
    await expect(shop.stranger().call(calls.listReturns, {})).rejects.toMatchObject({ status: 401 })
    await expect(ada.call(calls.getReturn, { returnId: 'reasons' })).rejects.toMatchObject(notFound)
  })

  test('the reasons are a bare array, two levels, for anybody', async () => {
    const response = await shop.stranger().fetch('/rest/after_sale/reason')
    expect(await response.json()).toEqual([
      {
        id: 1,
        reason: 'Size or fit',
        code: 'fit',
        parent_id: 0,
        children: [
          { id: 11, reason: 'Smaller than expected', code: 'too_small', parent_id: 1, children: [] },
          { id: 12, reason: 'Others', code: 'fit_others', parent_id: 1, children: [] },
        ],
      },
      { id: 2, reason: 'Changed my mind', code: 'changed_mind', parent_id: 0, children: [] },
      { id: 3, reason: 'Others', code: 'others', parent_id: 0, children: [] },
    ])
  })
})

describe('pictures', () => {
  async function upload(person: Person, bytes: Blob, name = 'photo.png') {
    const form = new FormData()
    form.append('image', bytes, name)
    return person.fetch('/rest/after_sale/image', { method: 'POST', body: form })
  }

  test('an upload answers its id and address; the same file twice is one image', async () => {
    const picture = await newPicture()
    const first = await (await upload(ada, picture)).json()
    expect(first).toEqual({ image: { id: expect.any(String), url: expect.stringMatching(/^\/images\//) } })
    expect(await (await upload(ada, picture)).json()).toEqual(first)
  })

  test('a stranger, a missing file, a wrong file and one that is too big are refused', async () => {
    expect((await upload(shop.stranger(), await newPicture())).status).toBe(401)
    const none = await ada.fetch('/rest/after_sale/image', { method: 'POST', body: new FormData() })
    expect([none.status, await none.json()]).toMatchObject([422, { errors: { image: [expect.any(String)] } }])
    const wrong = await upload(ada, new Blob(['MZ']), 'photo.jpg')
    expect([wrong.status, await wrong.json()]).toMatchObject([
      422,
      { message: 'Please choose a png, jpg or jpeg picture' },
    ])
    for (const size of [5 * 1024 * 1024, 7 * 1024 * 1024]) {
      const big = await upload(ada, new Blob([new Uint8Array(size)]))
      expect([big.status, await big.json()]).toMatchObject([422, { message: 'photo size is bigger than 5M' }])
    }
  })

  test('uploads are limited', async () => {
    const picture = await newPicture()
    const answers: number[] = []
    for (let one = 0; one < 61; one++) answers.push((await upload(ada, picture)).status)
    expect(answers.slice(0, 60).every((status) => status === 200)).toBe(true)
    expect(answers[60]).toBe(429)
  })
})

describe('parcel data', () => {
  async function approved(person: Person = ada) {
    const order = await askBack(shop.shop, person, [goods.dress, goods.scarf])
    await approveReturn(shop.shop, { returnId: order.returnId })
    return order
  }

  test('approval starts the countdown; giving them ends it and says so in the words of the specification', async () => {
    const { returnId, lineIds } = await approved()
    shop.clock.advance(day)
    expect(await ada.call(calls.getReturn, { returnId })).toMatchObject({ status: 2, remind_time: 13 * 86_400 })
    const body = { after_sale_id: returnId, order_product_ids: lineIds, email: ada.email, ...parcel }
    const response = await ada.fetch('/rest/after_sale/shipment', json(body))
    expect(await response.json()).toMatchObject({
      code: 1,
      message: waybillMessage,
      data: { id: returnId, status: 2, remind_time: 0, can_edit: true, ...parcel },
    })
  })

  test('they may name the pieces only, and some of them: the form stays until all are given', async () => {
    const { returnId, lineIds } = await approved()
    const [first = '', second = ''] = lineIds
    const half = await ada.call(calls.giveParcel, { order_product_ids: [first], ...parcel })
    expect(half).toMatchObject({ id: returnId, delivery_company: null, tracking_number: null })
    expect(half.remind_time).toBeGreaterThan(0)
    const whole = await ada.call(calls.giveParcel, { order_product_ids: [second], ...parcel, tracking_number: 'LX000' })
    expect(whole).toMatchObject({ remind_time: 0, ...parcel })
    expect(whole.products.map((one) => one.tracking_number)).toEqual([parcel.tracking_number, 'LX000'])
  })

  test('the same data again change nothing, other data are an edit within 72 hours', async () => {
    const { returnId, lineIds } = await approved()
    const give = (more = {}) =>
      ada.call(calls.giveParcel, { after_sale_id: returnId, order_product_ids: lineIds, ...parcel, ...more })
    const countEvents = () =>
      shop.shop.db.$count(
        returnEvents,
        and(eq(returnEvents.returnId, returnId), eq(returnEvents.command, 'giveParcel')),
      )
    await give()
    await give()
    expect(await countEvents()).toBe(2)
    shop.clock.advance(72 * hour - 1000)
    expect((await give({ tracking_number: 'LX999' })).tracking_number).toBe('LX999')
    shop.clock.advance(1000)
    expect((await ada.call(calls.getReturn, { returnId })).can_edit).toBe(false)
    await expect(give({ tracking_number: 'LX888' })).rejects.toMatchObject({ status: 409 })
    expect((await give({ tracking_number: 'LX999' })).tracking_number).toBe('LX999')
    expect(await countEvents()).toBe(4)
  })

  test('the first scan ends editing', async () => {
    const { returnId, lineIds } = await approved()
    await ada.call(calls.giveParcel, { order_product_ids: lineIds, ...parcel })
    await scanParcel(shop.shop, { returnId })
    expect((await ada.call(calls.getReturn, { returnId })).can_edit).toBe(false)
    await expect(
      ada.call(calls.giveParcel, { order_product_ids: lineIds, ...parcel, tracking_number: 'LX777' }),
    ).rejects.toMatchObject({ status: 409, refusal: { code: 'return_moved_on' } })
  })

  test('too short words are refused, in those of the form they came from', async () => {
    const { lineIds } = await approved()
    const give = async (sent: object) => {
      const response = await ada.fetch('/rest/after_sale/shipment', json({ order_product_ids: lineIds, ...sent }))
      return [response.status, await response.json()]
    }
    expect(await give({ delivery_company: 'UPS', tracking_number: '12' })).toMatchObject([
      422,
      {
        code: -1,
        errors: {
          delivery_company: ['Delivery Company should contain at least 4 characters'],
          tracking_number: ['Please enter Tracking Number'],
        },
      },
    ])
    await give(parcel)
    expect(await give({ delivery_company: '', tracking_number: 'LX77' })).toMatchObject([
      422,
      { errors: { delivery_company: ['Please enter Delivery Company'] } },
    ])
  })

  test('the wrong state, another shopper and a stranger are turned away', async () => {
    const waiting = await askBack(shop.shop, ada, [goods.dress])
    await expect(ada.call(calls.giveParcel, { order_product_ids: waiting.lineIds, ...parcel })).rejects.toMatchObject({
      status: 409,
      refusal: { code: 'return_moved_on' },
    })
    const { returnId, lineIds } = await approved()
    await expect(bob.call(calls.giveParcel, { order_product_ids: lineIds, ...parcel })).rejects.toMatchObject(notFound)
    await expect(
      bob.call(calls.giveParcel, { after_sale_id: returnId, order_product_ids: lineIds, ...parcel }),
    ).rejects.toMatchObject(notFound)
    await expect(
      ada.call(calls.giveParcel, { after_sale_id: returnId, order_product_ids: waiting.lineIds, ...parcel }),
    ).rejects.toMatchObject(notFound)
    await expect(
      ada.call(calls.giveParcel, { order_product_ids: lineIds, ...parcel, email: bob.email }),
    ).rejects.toMatchObject(notFound)
    await expect(
      shop.stranger().call(calls.giveParcel, { order_product_ids: lineIds, ...parcel }),
    ).rejects.toMatchObject({ status: 401 })
  })

  test('overdue: closed on the next read, with words and a letter, and again nothing', async () => {
    const { returnId, lineIds } = await approved()
    shop.clock.advance(14 * day - 1000)
    expect((await ada.call(calls.getReturn, { returnId })).remind_time).toBe(1)
    shop.clock.advance(1000)
    await expect(ada.call(calls.giveParcel, { order_product_ids: lineIds, ...parcel })).rejects.toMatchObject({
      status: 409,
    })
    const [listed] = (await ada.call(calls.listReturns, {})).data
    expect(listed).toMatchObject({ id: returnId, status: 9, remind_time: 0 })
    expect(listed?.system_comment).toEqual(['No tracking number came within 14 days, so this return was closed.'])
    expect((await shop.mailsTo(ada.email)).at(-1)?.subject).toContain('was closed')
    expect(await closeOverdueReturns(shop.shop, { customerId: ada.id })).toBe(0)
  })

  test('a parcel on its way is never closed by the timer', async () => {
    const { returnId, lineIds } = await approved()
    await ada.call(calls.giveParcel, { order_product_ids: lineIds, ...parcel })
    shop.clock.advance(20 * day)
    await closeOverdueReturns(shop.shop)
    expect((await ada.call(calls.getReturn, { returnId })).status).toBe(2)
  })
})

describe('cancelling', () => {
  test('from 1 and from 2, once', async () => {
    for (const isApproved of [false, true]) {
      const { returnId } = await askBack(shop.shop, ada, [goods.dress])
      if (isApproved) await approveReturn(shop.shop, { returnId })
      const cancel = () => ada.fetch(`/rest/after_sale/cancel/${returnId}`, json({ id: returnId, email: ada.email }))
      const first = await cancel()
      expect([first.status, await first.json()]).toMatchObject([
        200,
        { code: 1, message: 'success', data: { id: returnId, status: 8 } },
      ])
      const second = await cancel()
      expect([second.status, await second.json()]).toMatchObject([409, { code: -1, reason: 'return_moved_on' }])
    }
  })

  test('single pieces, and the return stands where the others stand', async () => {
    const { returnId } = await askBack(shop.shop, ada, [goods.dress, goods.scarf])
    const { products } = await ada.call(calls.getReturn, { returnId })
    const [first] = products
    const left = await ada.call(calls.cancelReturn, { returnId, after_sale_product_ids: [first?.id ?? ''] })
    expect(left).toMatchObject({ status: 1, expected_refund_total: { price: '$60.00' } })
    expect(left.products.map((one) => one.status)).toEqual([8, 1])
    await expect(ada.call(calls.cancelReturn, { returnId, after_sale_product_ids: ['other'] })).rejects.toMatchObject(
      notFound,
    )
  })

  test('a body that is about another return is refused', async () => {
    const { returnId } = await askBack(shop.shop, ada, [goods.dress])
    const response = await ada.fetch(`/rest/after_sale/cancel/${returnId}`, json({ id: 'another' }))
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { code: -1, errors: { id: [expect.any(String)] } },
    ])
    expect((await ada.call(calls.getReturn, { returnId })).status).toBe(1)
  })

  test('not once the parcel is on its way, nor later', async () => {
    const { returnId, lineIds } = await askBack(shop.shop, ada, [goods.dress])
    await approveReturn(shop.shop, { returnId })
    await ada.call(calls.giveParcel, { order_product_ids: lineIds, ...parcel })
    await expect(ada.call(calls.cancelReturn, { returnId })).rejects.toMatchObject({ status: 409 })
    await receiveReturn(shop.shop, { returnId })
    await expect(ada.call(calls.cancelReturn, { returnId })).rejects.toMatchObject({ status: 409 })
    await refundReturn(shop.shop, { returnId })
    await expect(ada.call(calls.cancelReturn, { returnId })).rejects.toMatchObject({ status: 409 })
  })

  test("somebody else's and a stranger's try change nothing", async () => {
    const { returnId } = await askBack(shop.shop, ada, [goods.dress])
    await expect(bob.call(calls.cancelReturn, { returnId })).rejects.toMatchObject(notFound)
    await expect(ada.call(calls.cancelReturn, { returnId, email: bob.email })).rejects.toMatchObject(notFound)
    await expect(shop.stranger().call(calls.cancelReturn, { returnId })).rejects.toMatchObject({ status: 401 })
    expect((await ada.call(calls.getReturn, { returnId })).status).toBe(1)
  })
})

test('a picture of a return is kept with it', async () => {
  const order = await receive(shop.shop, ada, [goods.dress])
  const { image } = await ada.call(calls.uploadReturnImage, { image: await newPicture() })
  const { id } = await ada.call(calls.requestReturn, { ...toRequest(order), image_ids: [image.id, image.id] })
  expect(await shop.shop.db.$count(returnImages, eq(returnImages.returnId, id))).toBe(1)
})
