import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import { confirmPayment, failPayment, openPayment } from '#features/checkout/server/payments.service.ts'
import { payments, refunds } from '#features/checkout/server/payments.tables.ts'
import { testProvider } from '#features/checkout/server/providers/test-provider.ts'
import { settleRefund, startRefund } from '#features/checkout/server/refunds.service.ts'
import { couponClaims, coupons } from '#features/coupons/server/coupons.tables.ts'
import { openDatabase } from '#server/database.ts'
import { newId } from '#server/ids.ts'
import { Refused } from '#server/refuse.ts'
import { buy, buyAndReceive, buyAndShip, goods, pay, stockShop } from '#testing/stocked-shop.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import { type OrderCommand, orderMoves } from '../orders.rules.ts'
import * as commands from './order-commands.service.ts'
import { orderLines } from './order-lines.tables.ts'
import { orderEvents, orders } from './orders.tables.ts'
import { packageEvents, packages } from './packages.tables.ts'
import { packOrder, recordPackageEvents, shipOrder } from './parcels.service.ts'

const shop = testShop()
const day = 24 * 60 * 60 * 1000
let ada: Person

beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))
beforeEach(async () => {
  ada = await shop.signedIn()
})

async function readOrder(orderId: string) {
  const [order] = await shop.shop.db.select().from(orders).where(eq(orders.id, orderId))
  if (!order) throw new Error('no such order')
  return order
}

async function readLines(orderId: string) {
  return shop.shop.db.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(orderLines.position)
}

async function readStock(skuId: number): Promise<number> {
  const [sku] = await shop.shop.db.select().from(skus).where(eq(skus.id, skuId))
  return sku?.inventory ?? -1
}

async function readCommands(orderId: string): Promise<string[]> {
  const events = await shop.shop.db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(orderEvents.id)
  return events.map(({ command }) => command)
}

let lastCoupon = 0
async function claim(person: Person, terms: Partial<typeof coupons.$inferInsert>): Promise<string> {
  const now = shop.clock.now()
  const id = ++lastCoupon
  const code = `HELLO${id}`
  const coupon = { id, code, couponType: 'F', discountAmount: 4200, startsAt: new Date(now.getTime() - day), ...terms }
  await shop.shop.db.insert(coupons).values(coupon)
  const claimId = newId()
  await shop.shop.db
    .insert(couponClaims)
    .values({ id: claimId, couponId: id, customerId: person.id, email: person.email, claimedAt: now })
  return claimId
}

async function readClaim(claimId: string) {
  const [found] = await shop.shop.db.select().from(couponClaims).where(eq(couponClaims.id, claimId))
  return found
}

test('placing an order freezes prices, takes stock and lasts a day', async () => {
  const before = await readStock(goods.dress)
  const { orderId, totalAmount } = await buy(shop.shop, ada, [goods.dress, goods.dress, goods.scarf], {
    shippingMethod: 'express',
  })
  expect(totalAmount).toBe(15_000 + 15_000 + 6000 + 1500)
  expect(await readStock(goods.dress)).toBe(before - 2)
  const order = await readOrder(orderId)
  expect(order).toMatchObject({ statusId: 1, invalidStatus: 0, subtotalAmount: 36_000, shippingAmount: 1500 })
  expect(order.orderNo).toMatch(/^[A-Z]{2}[A-Z0-9]{11}$/)
  expect(order.expiresAt.getTime() - order.createdAt.getTime()).toBe(day)
  await shop.shop.db.update(skus).set({ priceAmount: 99 }).where(eq(skus.id, goods.scarf))
  expect((await readLines(orderId)).map((line) => line.priceAmount)).toEqual([15_000, 15_000, 6000])
  await shop.shop.db.update(skus).set({ priceAmount: 6000 }).where(eq(skus.id, goods.scarf))
})

test('an order in another currency is converted once', async () => {
  const { orderId } = await buy(shop.shop, ada, [goods.dress], { currency: 'JPY', shippingMethod: 'express' })
  expect(await readOrder(orderId)).toMatchObject({ currency: 'JPY', subtotalAmount: 22_500, shippingAmount: 2250 })
})

test('a coupon is held from order to payment, and its shares add up', async () => {
  const claimId = await claim(ada, { discountAmount: 4200 })
  const order = await buy(shop.shop, ada, [goods.dress, goods.scarf], { claimId })
  expect((await readLines(order.orderId)).map((line) => [line.discountAmount, line.paidAmount])).toEqual([
    [3000, 12_000],
    [1200, 4800],
  ])
  expect(await readOrder(order.orderId)).toMatchObject({ discountAmount: 4200, totalAmount: 16_800 })
  expect(await readClaim(claimId)).toMatchObject({ status: 1, orderId: order.orderId })
  await pay(shop.shop, order)
  expect(await readClaim(claimId)).toMatchObject({ status: 2, orderId: order.orderId })
})

test('a coupon for one category takes nothing off the others', async () => {
  const claimId = await claim(ada, { discountAmount: 1000, conditions: { categoryCodes: ['bags'] } })
  const { orderId } = await buy(shop.shop, ada, [goods.dress, goods.bag], { claimId })
  expect((await readLines(orderId)).map((line) => line.discountAmount)).toEqual([0, 1000])
})

test('cancelling gives stock and coupon back, once', async () => {
  const before = await readStock(goods.dress)
  const claimId = await claim(ada, {})
  const { orderId } = await buy(shop.shop, ada, [goods.dress, goods.scarf], { claimId })
  await commands.cancelOrder(shop.shop, { orderId, actor: 'shopper', customerId: ada.id })
  await expect(commands.cancelOrder(shop.shop, { orderId, actor: 'staff' })).rejects.toMatchObject({
    refusal: { code: 'order_moved_on' },
  })
  expect(await readOrder(orderId)).toMatchObject({ statusId: 8, invalidStatus: 1 })
  expect(await readStock(goods.dress)).toBe(before)
  expect(await readClaim(claimId)).toMatchObject({ status: 1, orderId: null })
  expect(await readCommands(orderId)).toEqual(['placeOrder', 'cancelOrder'])
})

test('cancelling twenty times at once cancels once', async () => {
  const wide = openDatabase(shop.url, { max: 20 })
  const before = await readStock(goods.bag)
  const { orderId } = await buy(shop.shop, ada, [goods.bag])
  const many = { ...shop.shop, db: wide.db }
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, () => commands.cancelOrder(many, { orderId, actor: 'staff' })),
  )
  await wide.close()
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await readStock(goods.bag)).toBe(before)
  expect(await readCommands(orderId)).toEqual(['placeOrder', 'cancelOrder'])
})

test('the last piece is sold once, however many want it', async () => {
  const wide = openDatabase(shop.url, { max: 30 })
  await shop.shop.db.update(skus).set({ inventory: 1 }).where(eq(skus.id, goods.lingerie))
  const many = { ...shop.shop, db: wide.db }
  const tries = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) =>
      // Half of them name the two skus the other way round: whoever locks in a different order would deadlock.
      buy(many, ada, index % 2 ? [goods.lingerie, goods.scarf] : [goods.scarf, goods.lingerie]),
    ),
  )
  await wide.close()
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of tries) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ refusal: { message: 'Only 0 left' } })
  }
  expect(await readStock(goods.lingerie)).toBe(0)
  await shop.shop.db.update(skus).set({ inventory: 1000 }).where(eq(skus.id, goods.lingerie))
})

test('what is not for sale cannot be ordered, and takes nothing', async () => {
  const before = await readStock(goods.dress)
  await expect(buy(shop.shop, ada, [goods.dress, goods.takenDown])).rejects.toMatchObject({
    refusal: { code: 'not_for_sale' },
  })
  await expect(buy(shop.shop, ada, [goods.dress, goods.soldOut])).rejects.toMatchObject({
    refusal: { code: 'only_left', message: 'Only 0 left' },
  })
  expect(await readStock(goods.dress)).toBe(before)
})

test('a payment reported ten times at once pays once, with one letter', async () => {
  const wide = openDatabase(shop.url, { max: 10 })
  const { orderId, totalAmount } = await buy(shop.shop, ada, [goods.dress])
  const report = { provider: 'test', eventId: newId(), providerRef: newId(), orderId, method: 'PayPal' }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      confirmPayment({ ...shop.shop, db: wide.db }, { ...report, amount: totalAmount, currency: 'USD' }),
    ),
  )
  await wide.close()
  expect(answers.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1)
  expect(await readOrder(orderId)).toMatchObject({ statusId: 4, paymentMethod: 'PayPal', gaCounter: 1 })
  const letters = await shop.mailsTo(ada.email)
  expect(letters).toHaveLength(1)
  expect(letters[0]?.text).toContain('$150.00')
})

test('a wrong amount pays nothing', async () => {
  const { orderId } = await buy(shop.shop, ada, [goods.dress])
  const report = { provider: 'test', eventId: newId(), providerRef: newId(), orderId, method: 'x', currency: 'USD' }
  await expect(confirmPayment(shop.shop, { ...report, amount: 1 })).rejects.toMatchObject({
    refusal: { code: 'wrong_amount' },
  })
  expect(await readOrder(orderId)).toMatchObject({ statusId: 1 })
})

test('money for an order that was cancelled meanwhile goes back', async () => {
  const order = await buy(shop.shop, ada, [goods.dress])
  await commands.cancelOrder(shop.shop, { orderId: order.orderId, actor: 'timer' })
  await pay(shop.shop, order)
  expect(await readOrder(order.orderId)).toMatchObject({ statusId: 8 })
  const [refund] = await shop.shop.db.select().from(refunds).where(eq(refunds.orderId, order.orderId))
  expect(refund).toMatchObject({ kind: 'order', status: 'pending', amount: 15_000 })
})

test('a declined payment leaves the order to be paid again, and a new attempt gives up the old', async () => {
  const { orderId } = await buy(shop.shop, ada, [goods.dress])
  const first = await openPayment(shop.shop, testProvider, { orderId, method: 'Card' })
  const report = { provider: 'test', eventId: newId(), providerRef: first.payment.providerRef, failure: 'No funds' }
  expect(await failPayment(shop.shop, { ...report, status: 'declined' })).toBe(true)
  expect(await failPayment(shop.shop, { ...report, status: 'declined' })).toBe(false)
  await openPayment(shop.shop, testProvider, { orderId, method: 'Card' })
  const third = await openPayment(shop.shop, testProvider, { orderId, method: 'Card' })
  const rows = await shop.shop.db.select().from(payments).where(eq(payments.orderId, orderId))
  expect(rows.map(({ status }) => status).sort()).toEqual(['cancelled', 'declined', 'pending'])
  const { providerRef, amount, currency } = third.payment
  await confirmPayment(shop.shop, {
    provider: 'test',
    eventId: newId(),
    providerRef,
    orderId,
    method: 'Card',
    amount,
    currency,
  })
  expect(await readOrder(orderId)).toMatchObject({ statusId: 4 })
  await expect(openPayment(shop.shop, testProvider, { orderId, method: 'Card' })).rejects.toMatchObject({
    refusal: { code: 'order_moved_on' },
  })
})

test('staff cancel a paid order: refund, stock, letter', async () => {
  const before = await readStock(goods.dress)
  const order = await buy(shop.shop, ada, [goods.dress], { shippingMethod: 'express' })
  await pay(shop.shop, order)
  await commands.holdOrder(shop.shop, { orderId: order.orderId, reason: 'Address looks odd' })
  await commands.cancelOrder(shop.shop, { orderId: order.orderId, actor: 'staff', reason: 'Damaged in storage' })
  expect(await readStock(goods.dress)).toBe(before)
  const [refund] = await shop.shop.db.select().from(refunds).where(eq(refunds.orderId, order.orderId))
  expect(refund).toMatchObject({ kind: 'order', amount: 16_500, status: 'pending' })
  expect((await shop.mailsTo(ada.email)).map(({ subject }) => subject)).toContainEqual(
    expect.stringContaining('cancelled'),
  )
  await settleRefund(shop.shop.db, refund?.id ?? '', { status: 'succeeded', at: shop.clock.now() })
  expect(await readOrder(order.orderId)).toMatchObject({ refundedAmount: 16_500 })
})

test('a shopper cannot cancel a paid order, nor anybody else’s', async () => {
  const order = await buy(shop.shop, ada, [goods.dress])
  const bob = await shop.signedIn('bob')
  await expect(
    commands.cancelOrder(shop.shop, { orderId: order.orderId, actor: 'shopper', customerId: bob.id }),
  ).rejects.toMatchObject({ status: 404 })
  await pay(shop.shop, order)
  await expect(
    commands.cancelOrder(shop.shop, { orderId: order.orderId, actor: 'shopper', customerId: ada.id }),
  ).rejects.toMatchObject({ status: 409 })
})

test('a whole life: paid, packed, shipped, delivered, complete, by clock and carrier', async () => {
  const order = await buy(shop.shop, ada, [goods.dress, goods.scarf])
  const { orderId } = order
  await pay(shop.shop, order)
  await commands.holdOrder(shop.shop, { orderId, reason: 'Check the address' })
  await commands.releaseOrder(shop.shop, orderId)
  await commands.prepareOrder(shop.shop, orderId)
  const lines = await readLines(orderId)
  const { packageIds } = await packOrder(shop.shop, { orderId, parcels: lines.map(({ id }) => ({ lineIds: [id] })) })
  const [first = '', second = ''] = packageIds
  await shipOrder(shop.shop, {
    orderId,
    shipments: [
      { packageId: first, carrier: 'DHL', trackingNo: 'A1', trackingUrl: 'https://www.dhl.com/A1' },
      { packageId: second, carrier: 'UPS', trackingNo: 'B2' },
    ],
  })
  expect((await shop.mailsTo(ada.email)).map(({ text }) => text).join()).toContain('A1')
  const at = shop.clock.now()
  const delivered = { kind: 'delivered' as const, description: 'Delivered', place: 'Portland', at }
  expect(await recordPackageEvents(shop.shop, { packageId: first, events: [delivered] })).toBe(1)
  expect(await recordPackageEvents(shop.shop, { packageId: first, events: [delivered] })).toBe(0)
  expect(await readOrder(orderId)).toMatchObject({ statusId: 7 })
  expect((await readLines(orderId)).map(({ deliveredAt }) => deliveredAt !== null)).toEqual([true, false])
  await recordPackageEvents(shop.shop, { packageId: second, events: [delivered] })
  expect(await readOrder(orderId)).toMatchObject({ statusId: 10 })
  shop.clock.advance(3 * day)
  expect(await commands.autoCompleteOrders(shop.shop)).toBeGreaterThanOrEqual(1)
  expect(await readOrder(orderId)).toMatchObject({ statusId: 11 })
  expect(await readCommands(orderId)).toEqual([
    'placeOrder',
    'confirmPayment',
    'holdOrder',
    'releaseOrder',
    'prepareOrder',
    'packOrder',
    'shipOrder',
    'deliverOrder',
    'completeOrder',
  ])
})

test('every line is packed exactly once', async () => {
  const order = await buy(shop.shop, ada, [goods.dress, goods.scarf])
  await pay(shop.shop, order)
  await commands.prepareOrder(shop.shop, order.orderId)
  const [first] = await readLines(order.orderId)
  const lineIds = [first?.id ?? '']
  for (const parcels of [[{ lineIds }], [{ lineIds }, { lineIds }], [{ lineIds: [] }]]) {
    await expect(packOrder(shop.shop, { orderId: order.orderId, parcels })).rejects.toMatchObject({ status: 422 })
  }
  expect(await readOrder(order.orderId)).toMatchObject({ statusId: 5 })
})

test('a parcel is not shipped with a link to somewhere else', async () => {
  const { orderId } = await buyAndShip(shop.shop, ada, [goods.dress])
  const shipment = { carrier: 'DHL', trackingNo: 'X', trackingUrl: 'https://evil.test/' }
  await expect(shipOrder(shop.shop, { orderId, shipments: [shipment] })).rejects.toMatchObject({ status: 422 })
})

test('unpaid orders expire after a day, shipped ones are received after thirty', async () => {
  const unpaid = await buy(shop.shop, ada, [goods.dress])
  const shipped = await buyAndShip(shop.shop, ada, [goods.dress])
  shop.clock.advance(day - 1)
  await commands.expireUnpaidOrders(shop.shop)
  expect(await readOrder(unpaid.orderId)).toMatchObject({ statusId: 1 })
  shop.clock.advance(1)
  await commands.expireUnpaidOrders(shop.shop)
  expect(await readOrder(unpaid.orderId)).toMatchObject({ statusId: 8, invalidStatus: 1 })
  shop.clock.advance(29 * day)
  await commands.autoReceiveOrders(shop.shop)
  expect(await readOrder(shipped.orderId)).toMatchObject({ statusId: 10 })
})

test('two timers at once expire every order once', async () => {
  const wide = openDatabase(shop.url, { max: 6 })
  const placed = []
  for (let i = 0; i < 60; i++) placed.push(await buy(shop.shop, ada, [goods.scarf]))
  const before = await readStock(goods.scarf)
  shop.clock.advance(day)
  const many = { ...shop.shop, db: wide.db }
  const counts = await Promise.all([commands.expireUnpaidOrders(many), commands.expireUnpaidOrders(many)])
  await wide.close()
  expect(counts[0] + counts[1]).toBeGreaterThanOrEqual(60)
  expect(await readStock(goods.scarf)).toBeGreaterThanOrEqual(before + 60)
  for (const { orderId } of placed) expect(await readCommands(orderId)).toEqual(['placeOrder', 'cancelOrder'])
})

test('refunds never exceed what was paid, even at once', async () => {
  const { orderId } = await buyAndReceive(shop.shop, ada, [goods.dress])
  const request = { kind: 'order' as const, orderId, customerId: ada.id, currency: 'USD' }
  await expect(
    shop.shop.db.transaction((tx) => startRefund(tx, shop.clock, { ...request, amount: 15_001 })),
  ).rejects.toMatchObject({ refusal: { code: 'refund_too_large' } })
  const started = await Promise.all(
    [1, 2, 3].map(() => shop.shop.db.transaction((tx) => startRefund(tx, shop.clock, { ...request, amount: 15_000 }))),
  )
  expect(new Set(started.map(({ id }) => id)).size).toBe(1)
})

test('a failed refund is tried again as the same row, and settles once', async () => {
  const { orderId } = await buyAndReceive(shop.shop, ada, [goods.dress])
  const request = { kind: 'order' as const, orderId, customerId: ada.id, currency: 'USD', amount: 15_000 }
  const at = shop.clock.now()
  const { db } = shop.shop
  const first = await db.transaction((tx) => startRefund(tx, shop.clock, request))
  await db.transaction((tx) => settleRefund(tx, first.id, { status: 'failed', at, failure: 'Account closed' }))
  const again = await db.transaction((tx) => startRefund(tx, shop.clock, request))
  expect(again).toMatchObject({ id: first.id, status: 'pending', attempts: 1, failure: null })
  const settle = () =>
    db.transaction((tx) => settleRefund(tx, first.id, { status: 'succeeded', at, providerRef: newId() }))
  expect(await settle()).toMatchObject({ isSettledNow: true })
  expect(await settle()).toMatchObject({ isSettledNow: false })
  expect(await readOrder(orderId)).toMatchObject({ refundedAmount: 15_000 })
  expect(await db.transaction((tx) => commands.closeIfAllRefunded(tx, orderId, at))).toBe(true)
  expect(await db.transaction((tx) => commands.closeIfAllRefunded(tx, orderId, at))).toBe(false)
  expect(await readOrder(orderId)).toMatchObject({ statusId: 9 })
})

test('an order with a piece that was not refunded stays open', async () => {
  const { orderId } = await buyAndReceive(shop.shop, ada, [goods.dress, goods.scarf])
  await shop.shop.db
    .update(orderLines)
    .set({ refundedAmount: sql`paid_amount` })
    .where(sql`order_id = ${orderId} and position = 0`)
  expect(await commands.closeIfAllRefunded(shop.shop.db, orderId, shop.clock.now())).toBe(false)
})

test('a guest’s orders join the account whole', async () => {
  const email = `guest-${newId().slice(0, 6)}@harbor.test`
  const { orderId, packageIds } = await buyAndShip(shop.shop, { id: '', email }, [goods.dress])
  const packageId = packageIds[0] ?? ''
  const event = { kind: 'accepted' as const, description: 'Accepted', place: '', at: shop.clock.now() }
  await recordPackageEvents(shop.shop, { packageId, events: [event] })
  const join = () => shop.shop.db.transaction((tx) => commands.joinGuestOrders(tx, { customerId: ada.id, email }))
  expect(await join()).toBe(1)
  expect(await join()).toBe(0)
  expect(await readOrder(orderId)).toMatchObject({ customerId: ada.id })
  expect((await readLines(orderId)).every(({ customerId }) => customerId === ada.id)).toBe(true)
  const [parcel] = await shop.shop.db.select().from(packages).where(eq(packages.id, packageId))
  const [report] = await shop.shop.db.select().from(packageEvents).where(eq(packageEvents.packageId, packageId))
  expect([parcel?.customerId, report?.customerId]).toEqual([ada.id, ada.id])
})

test('a purchase is acknowledged by its owner, once', async () => {
  const order = await buy(shop.shop, ada, [goods.dress])
  await pay(shop.shop, order)
  const bob = await shop.signedIn('bob')
  await commands.acknowledgePurchase(shop.shop, bob.id, order.orderId)
  expect(await readOrder(order.orderId)).toMatchObject({ gaCounter: 1 })
  await commands.acknowledgePurchase(shop.shop, ada.id, order.orderId)
  expect(await readOrder(order.orderId)).toMatchObject({ gaCounter: 0 })
})

test('no sequence of commands reaches a state that the table forbids', async () => {
  type Step = { name: OrderCommand; run: (orderId: string) => Promise<unknown> }
  const desk = shop.shop
  const steps: Step[] = [
    {
      name: 'confirmPayment',
      run: async (orderId) => {
        const { totalAmount, currency } = await readOrder(orderId)
        await pay(desk, { orderId, totalAmount, currency })
      },
    },
    { name: 'cancelOrder', run: (orderId) => commands.cancelOrder(desk, { orderId, actor: 'staff' }) },
    { name: 'holdOrder', run: (orderId) => commands.holdOrder(desk, { orderId, reason: 'x' }) },
    { name: 'releaseOrder', run: (orderId) => commands.releaseOrder(desk, orderId) },
    { name: 'prepareOrder', run: (orderId) => commands.prepareOrder(desk, orderId) },
    { name: 'packOrder', run: (orderId) => packOrder(desk, { orderId }) },
    {
      name: 'shipOrder',
      run: (orderId) => shipOrder(desk, { orderId, shipments: [{ carrier: 'DHL', trackingNo: 'X1' }] }),
    },
    { name: 'deliverOrder', run: (orderId) => commands.deliverOrder(desk, orderId) },
    { name: 'completeOrder', run: (orderId) => commands.completeOrder(desk, orderId) },
    { name: 'closeOrder', run: (orderId) => commands.closeIfAllRefunded(desk.db, orderId, desk.clock.now()) },
  ]
  // Biased towards the way that leads on, so that the late states are met too.
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.constant(-1) },
    { weight: 2, arbitrary: fc.nat({ max: steps.length - 1 }) },
  )
  const forward: Record<number, OrderCommand> = {
    1: 'confirmPayment',
    4: 'prepareOrder',
    5: 'packOrder',
    6: 'shipOrder',
    7: 'deliverOrder',
    10: 'completeOrder',
    13: 'releaseOrder',
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (walk) => {
      const { orderId } = await buy(desk, ada, [goods.scarf])
      for (const choice of walk) {
        const { statusId: before } = await readOrder(orderId)
        const chosen = choice >= 0 ? steps[choice] : steps.find(({ name }) => name === forward[before])
        if (!chosen) continue
        try {
          await chosen.run(orderId)
        } catch (error) {
          if (!(error instanceof Refused)) throw error
        }
        const { statusId: after } = await readOrder(orderId)
        if (after === before) continue
        expect(orderMoves).toContainEqual(expect.objectContaining({ command: chosen.name, from: before, to: after }))
      }
      const events = await shop.shop.db
        .select()
        .from(orderEvents)
        .where(eq(orderEvents.orderId, orderId))
        .orderBy(orderEvents.id)
      // The history is a chain without gaps that ends where the order stands.
      events.reduce(
        (last, event) => {
          expect(event.fromStatus).toBe(last)
          return event.toStatus
        },
        null as number | null,
      )
      expect(events.at(-1)?.toStatus).toBe((await readOrder(orderId)).statusId)
    }),
    { numRuns: 25 },
  )
})
