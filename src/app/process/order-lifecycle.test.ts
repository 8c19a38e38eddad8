import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { createCaller } from '#contract/calls/call.ts'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import { images } from '#features/images/server/images.tables.ts'
import { getOrder } from '#features/orders/orders.contract.ts'
import {
  cancelOrder,
  holdOrder,
  prepareOrder,
  releaseOrder,
} from '#features/orders/server/commands/order-commands.service.ts'
import { orderEvents, orders } from '#features/orders/server/orders.tables.ts'
import { packOrder, recordPackageEvents, shipOrder } from '#features/orders/server/shipping/parcels.service.ts'
import { refunds } from '#features/payments/server/payments.tables.ts'
import { settleRefund } from '#features/payments/server/refunds.service.ts'
import { getReturn, giveParcel, requestReturn } from '#features/returns/returns.contract.ts'
import {
  approveReturn,
  receiveReturn,
  refundReturn,
} from '#features/returns/server/commands/return-commands.service.ts'
import { returnEvents } from '#features/returns/server/returns.tables.ts'
import { writeReview } from '#features/reviews/reviews.contract.ts'
import { signIn } from '#features/sign-in/sign-in.contract.ts'
import { newId } from '#server/database/ids.ts'
import { shopWithReasons, toRequest } from '#testing/shops/returned-goods.ts'
import { buy, buyAndReceive, buyAndShip, goods, pay } from '#testing/shops/stocked-shop.ts'
import { type Person, testPassword } from '#testing/test-shop.ts'
import { listTimers } from '../jobs.ts'

const shop = shopWithReasons()
const hour = 60 * 60 * 1000
const day = 24 * hour
let ada: Person

beforeEach(async () => {
  ada = await shop.signedIn()
})

/** Signs in again, because a session lasts 30 days. */
async function signInAgain() {
  const { fetch, call } = shop.stranger()
  const { token } = await call(signIn, { email: ada.email, password: testPassword })
  ada = { ...ada, token, call: createCaller({ fetch, token: () => token }) }
}

/** Runs every timer once at the current time of the clock. */
async function runTimers() {
  for (const { run } of listTimers(shop.shop)) await run()
}

const look = (orderId: string) => ada.call(getOrder, { orderId })

async function listMoves(orderId: string) {
  const events = await shop.shop.db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.id))
  return events.map(({ command, actor, toStatus }) => `${command} by ${actor} → ${toStatus}`)
}

test('takes an order through its whole life: paid, held, packed, shipped, received, complete, reviewed, returned, refunded, closed', async () => {
  const { shop: desk } = shop
  const placed = await buy(desk, ada, [goods.dress])
  const { orderId, orderNo } = placed
  expect(await look(orderId)).toMatchObject({ order_status_id: 1, order_status: 'Unpaid', invalid_status: 0 })

  shop.clock.advance(2 * hour)
  await pay(desk, placed)
  await holdOrder(desk, { orderId, reason: 'A look at the address' })
  await releaseOrder(desk, orderId)
  shop.clock.advance(day)
  await prepareOrder(desk, orderId)
  const { packageIds } = await packOrder(desk, { orderId })
  await runTimers()
  expect((await look(orderId)).order_status_id).toBe(6)

  shop.clock.advance(4 * hour)
  await shipOrder(desk, { orderId, shipments: [{ carrier: 'PostNord', trackingNo: 'LX482917306SE' }] })
  shop.clock.advance(3 * day)
  const packageId = packageIds[0] ?? ''
  await recordPackageEvents(desk, {
    packageId,
    events: [{ kind: 'delivered', description: 'Delivered', place: 'Portland, ME', at: shop.clock.now() }],
  })
  const received = await look(orderId)
  expect(received).toMatchObject({ order_status_id: 10 })
  expect(received.products[0]).toMatchObject({ can_after_sale: true })

  // After three days without action the order completes, but not a minute earlier.
  shop.clock.advance(3 * day - 60_000)
  await runTimers()
  expect((await look(orderId)).order_status_id).toBe(10)
  shop.clock.advance(60_000)
  await runTimers()
  expect((await look(orderId)).order_status_id).toBe(11)

  const line = received.products[0]
  const lineId = line?.id ?? ''
  await ada.call(writeReview, {
    order_no: orderNo,
    sku: line?.sku_name ?? '',
    product_id: goods.dress,
    content: 'Lovely, but too small for me.',
    rank: 80,
    image_ids: [],
    label_ids: [],
  })
  shop.clock.advance(5 * day)
  const { id: returnId } = await ada.call(requestReturn, toRequest({ orderNo, lineIds: [lineId] }))
  expect(await ada.call(getReturn, { returnId })).toMatchObject({ status: 1 })
  shop.clock.advance(20 * hour)
  await approveReturn(desk, { returnId })
  expect(await ada.call(getReturn, { returnId })).toMatchObject({ status: 2, remind_time: (14 * day) / 1000 })
  shop.clock.advance(2 * day)
  await ada.call(giveParcel, {
    order_product_ids: [lineId],
    delivery_company: 'PostNord',
    tracking_number: 'LX1117306SE',
  })
  shop.clock.advance(20 * day)
  await runTimers()
  await signInAgain()
  // The parcel is on its way, so the deadline for its tracking number no longer applies.
  expect(await ada.call(getReturn, { returnId })).toMatchObject({ status: 2, remind_time: 0 })
  await receiveReturn(desk, { returnId })
  shop.clock.advance(day)
  await refundReturn(desk, { returnId })
  expect(await ada.call(getReturn, { returnId })).toMatchObject({ status: 5, refund_total: { price: '$150.00' } })
  expect(await look(orderId)).toMatchObject({ order_status_id: 9, order_status: 'Closed' })

  expect(await listMoves(orderId)).toEqual([
    'placeOrder by shopper → 1',
    'confirmPayment by provider → 4',
    'holdOrder by staff → 13',
    'releaseOrder by staff → 4',
    'prepareOrder by staff → 5',
    'packOrder by staff → 6',
    'shipOrder by staff → 7',
    'deliverOrder by carrier → 10',
    'completeOrder by timer → 11',
    'closeOrder by system → 9',
  ])
  const mails = (await shop.mailsTo(ada.email)).map(({ subject }) => subject)
  expect(mails.length).toBeGreaterThanOrEqual(4)
  expect(new Set(mails).size).toBe(mails.length)
  const moves = await desk.db
    .select()
    .from(returnEvents)
    .where(eq(returnEvents.returnId, returnId))
    .orderBy(asc(returnEvents.id))
  expect(moves.at(-1)).toMatchObject({ command: 'refundReturn', toStatus: 5 })
})

describe('timers', () => {
  test('expire an unpaid order after 24 hours and return its stock once', async () => {
    const { db } = shop.shop
    const stock = async () => (await db.select().from(skus).where(eq(skus.id, goods.scarf)))[0]?.inventory ?? 0
    const before = await stock()
    const { orderId } = await buy(shop.shop, ada, [goods.scarf, goods.scarf])
    expect(await stock()).toBe(before - 2)
    shop.clock.advance(24 * hour - 1000)
    await runTimers()
    expect((await look(orderId)).order_status_id).toBe(1)
    shop.clock.advance(1000)
    // Two instances may run the same timers at once.
    await Promise.all([runTimers(), runTimers()])
    expect(await look(orderId)).toMatchObject({ order_status_id: 8, invalid_status: 1 })
    expect(await stock()).toBe(before)
    expect((await listMoves(orderId)).at(-1)).toBe('cancelOrder by timer → 8')
  })

  test('mark a parcel without a delivery report as received after 30 days, so that the parcel can be returned', async () => {
    const { orderId } = await buyAndShip(shop.shop, ada, [goods.dress])
    shop.clock.advance(30 * day - 1000)
    await runTimers()
    expect((await look(orderId)).order_status_id).toBe(7)
    shop.clock.advance(1000)
    await runTimers()
    await signInAgain()
    const received = await look(orderId)
    expect(received.order_status_id).toBe(10)
    expect(received.products[0]?.can_after_sale).toBe(true)
    shop.clock.advance(15 * day + 1000)
    expect((await look(orderId)).products[0]?.can_after_sale).toBe(false)
  })

  test('close an approved return without a parcel after 14 days, and allow a new request inside the window', async () => {
    const { orderId, orderNo } = await buyAndReceive(shop.shop, ada, [goods.dress])
    const lineId = (await look(orderId)).products[0]?.id ?? ''
    const { id: returnId } = await ada.call(requestReturn, toRequest({ orderNo, lineIds: [lineId] }))
    await approveReturn(shop.shop, { returnId })
    shop.clock.advance(14 * day - 1000)
    await runTimers()
    expect((await ada.call(getReturn, { returnId })).status).toBe(2)
    shop.clock.advance(1000)
    await runTimers()
    expect((await ada.call(getReturn, { returnId })).status).toBe(9)
    expect((await look(orderId)).products[0]?.can_after_sale).toBe(true)
    const again = await ada.call(requestReturn, toRequest({ orderNo, lineIds: [lineId] }))
    expect(again.id).not.toBe(returnId)
  })

  test('refund a canceled paid order once, however often the provider reports it', async () => {
    const placed = await buy(shop.shop, ada, [goods.dress])
    await pay(shop.shop, placed)
    await cancelOrder(shop.shop, { orderId: placed.orderId, actor: 'staff', reason: 'Out of stock' })
    const [refund] = await shop.shop.db.select().from(refunds).where(eq(refunds.orderId, placed.orderId))
    const outcome = { status: 'succeeded' as const, at: shop.clock.now(), providerRef: newId() }
    for (let times = 0; times < 3; times++) {
      await shop.shop.db.transaction((tx) => settleRefund(tx, refund?.id ?? '', outcome))
    }
    const [order] = await shop.shop.db.select().from(orders).where(eq(orders.id, placed.orderId))
    expect(order).toMatchObject({ statusId: 8, refundedAmount: placed.totalAmount })
  })

  test('remove an unused image and its file after a day', async () => {
    const { db, files } = shop.shop
    const now = shop.clock.now()
    const storageKey = `return/${newId()}.png`
    await files.write(storageKey, Buffer.from('picture'))
    await db.insert(images).values({
      id: newId(),
      customerId: ada.id,
      kind: 'return',
      sha256: 'a'.repeat(64),
      mime: 'image/png',
      width: 1,
      height: 1,
      bytes: 7,
      storageKey,
      createdAt: now,
      expiresAt: new Date(now.getTime() + day),
    })
    shop.clock.advance(day - 1000)
    await runTimers()
    expect(await files.read(storageKey)).not.toBeNull()
    shop.clock.advance(1000)
    await runTimers()
    expect(await files.read(storageKey)).toBeNull()
    expect(await db.select().from(images).where(eq(images.storageKey, storageKey))).toEqual([])
  })
})
