import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type OrderCommand, orderMoves } from '#features/orders/orders.rules.ts'
import { openDatabase } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { Refused } from '#server/http/refuse.ts'
import { readCommands, readEvents, readLines, readOrder, readStock } from '#testing/shops/order-records.ts'
import { buy, buyAndShip, goods, pay, stockShop } from '#testing/shops/stocked-shop.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import { packageEvents, packages } from '../shipping/packages.tables.ts'
import { packOrder, recordPackageEvents, shipOrder } from '../shipping/parcels.service.ts'
import * as commands from './order-commands.service.ts'

const shop = testShop()
const day = 24 * 60 * 60 * 1000
let ada: Person

beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))
beforeEach(async () => {
  ada = await shop.signedIn()
})

test('moves an order from paid to complete by clock and carrier', async () => {
  const order = await buy(shop.shop, ada, [goods.dress, goods.scarf])
  const { orderId } = order
  await pay(shop.shop, order)
  await commands.holdOrder(shop.shop, { orderId, reason: 'Check the address' })
  await commands.releaseOrder(shop.shop, orderId)
  await commands.prepareOrder(shop.shop, orderId)
  const lines = await readLines(shop.shop.db, orderId)
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
  expect(await readOrder(shop.shop.db, orderId)).toMatchObject({ statusId: 7 })
  expect((await readLines(shop.shop.db, orderId)).map(({ deliveredAt }) => deliveredAt !== null)).toEqual([true, false])
  await recordPackageEvents(shop.shop, { packageId: second, events: [delivered] })
  expect(await readOrder(shop.shop.db, orderId)).toMatchObject({ statusId: 10 })
  shop.clock.advance(3 * day)
  expect(await commands.autoCompleteOrders(shop.shop)).toBeGreaterThanOrEqual(1)
  expect(await readOrder(shop.shop.db, orderId)).toMatchObject({ statusId: 11 })
  expect(await readCommands(shop.shop.db, orderId)).toEqual([
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

test('packs every line exactly once', async () => {
  const order = await buy(shop.shop, ada, [goods.dress, goods.scarf])
  await pay(shop.shop, order)
  await commands.prepareOrder(shop.shop, order.orderId)
  const [first] = await readLines(shop.shop.db, order.orderId)
  const lineIds = [first?.id ?? '']
  for (const parcels of [[{ lineIds }], [{ lineIds }, { lineIds }], [{ lineIds: [] }]]) {
    await expect(packOrder(shop.shop, { orderId: order.orderId, parcels })).rejects.toMatchObject({ status: 422 })
  }
  expect(await readOrder(shop.shop.db, order.orderId)).toMatchObject({ statusId: 5 })
})

test('rejects a tracking link without https', async () => {
  const { orderId } = await buyAndShip(shop.shop, ada, [goods.dress])
  const shipment = { carrier: 'DHL', trackingNo: 'X', trackingUrl: 'http://www.dhl.com/X' }
  await expect(shipOrder(shop.shop, { orderId, shipments: [shipment] })).rejects.toMatchObject({ status: 422 })
})

test('expires unpaid orders after a day, and marks shipped orders as received after thirty days', async () => {
  const unpaid = await buy(shop.shop, ada, [goods.dress])
  const shipped = await buyAndShip(shop.shop, ada, [goods.dress])
  shop.clock.advance(day - 1)
  await commands.expireUnpaidOrders(shop.shop)
  expect(await readOrder(shop.shop.db, unpaid.orderId)).toMatchObject({ statusId: 1 })
  shop.clock.advance(1)
  await commands.expireUnpaidOrders(shop.shop)
  expect(await readOrder(shop.shop.db, unpaid.orderId)).toMatchObject({ statusId: 8, invalidStatus: 1 })
  shop.clock.advance(29 * day)
  await commands.autoReceiveOrders(shop.shop)
  expect(await readOrder(shop.shop.db, shipped.orderId)).toMatchObject({ statusId: 10 })
})

test('expires every order once when two timers run at the same time', async () => {
  const wide = openDatabase(shop.url, { max: 6 })
  const placed = []
  for (let i = 0; i < 60; i++) placed.push(await buy(shop.shop, ada, [goods.scarf]))
  const before = await readStock(shop.shop.db, goods.scarf)
  shop.clock.advance(day)
  const many = { ...shop.shop, db: wide.db }
  const counts = await Promise.all([commands.expireUnpaidOrders(many), commands.expireUnpaidOrders(many)])
  await wide.close()
  expect(counts[0] + counts[1]).toBeGreaterThanOrEqual(60)
  expect(await readStock(shop.shop.db, goods.scarf)).toBeGreaterThanOrEqual(before + 60)
  for (const { orderId } of placed)
    expect(await readCommands(shop.shop.db, orderId)).toEqual(['placeOrder', 'cancelOrder'])
})

test('moves a guest’s orders to the account with all their records', async () => {
  const email = `guest-${newId().slice(0, 6)}@harbor.test`
  const { orderId, packageIds } = await buyAndShip(shop.shop, { id: '', email }, [goods.dress])
  const packageId = packageIds[0] ?? ''
  const event = { kind: 'accepted' as const, description: 'Accepted', place: '', at: shop.clock.now() }
  await recordPackageEvents(shop.shop, { packageId, events: [event] })
  const join = () => shop.shop.db.transaction((tx) => commands.joinGuestOrders(tx, { customerId: ada.id, email }))
  expect(await join()).toEqual([orderId])
  expect(await join()).toEqual([])
  expect(await readOrder(shop.shop.db, orderId)).toMatchObject({ customerId: ada.id })
  expect((await readLines(shop.shop.db, orderId)).every(({ customerId }) => customerId === ada.id)).toBe(true)
  const [parcel] = await shop.shop.db.select().from(packages).where(eq(packages.id, packageId))
  const [report] = await shop.shop.db.select().from(packageEvents).where(eq(packageEvents.packageId, packageId))
  expect([parcel?.customerId, report?.customerId]).toEqual([ada.id, ada.id])
})

test('lets only the owner acknowledge a purchase, once', async () => {
  const order = await buy(shop.shop, ada, [goods.dress])
  await pay(shop.shop, order)
  const bob = await shop.signedIn('bob')
  await commands.acknowledgePurchase(shop.shop, bob.id, order.orderId)
  expect(await readOrder(shop.shop.db, order.orderId)).toMatchObject({ gaCounter: 1 })
  await commands.acknowledgePurchase(shop.shop, ada.id, order.orderId)
  expect(await readOrder(shop.shop.db, order.orderId)).toMatchObject({ gaCounter: 0 })
})

test('reaches no state that the table forbids, with any sequence of commands', async () => {
  type Step = { name: OrderCommand; run: (orderId: string) => Promise<unknown> }
  const desk = shop.shop
  const steps: Step[] = [
    {
      name: 'confirmPayment',
      run: async (orderId) => {
        const { totalAmount, currency } = await readOrder(shop.shop.db, orderId)
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
  // The next regular move is more likely than other moves, so that runs also reach the late states.
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
        const { statusId: before } = await readOrder(shop.shop.db, orderId)
        const chosen = choice >= 0 ? steps[choice] : steps.find(({ name }) => name === forward[before])
        if (!chosen) continue
        try {
          await chosen.run(orderId)
        } catch (error) {
          if (!(error instanceof Refused)) throw error
        }
        const { statusId: after } = await readOrder(shop.shop.db, orderId)
        if (after === before) continue
        expect((await readEvents(shop.shop.db, orderId)).at(-1)?.command).toBe(chosen.name)
      }
      const events = await readEvents(shop.shop.db, orderId)
      // Each event starts in the status in which the event before ended, and the last event ends in the status of the
      // order.
      events.reduce(
        (last, { command, fromStatus: from, toStatus: to }) => {
          expect(from).toBe(last)
          expect(orderMoves).toContainEqual(expect.objectContaining({ command, from, to }))
          return to
        },
        null as number | null,
      )
      expect(events.at(-1)?.toStatus).toBe((await readOrder(shop.shop.db, orderId)).statusId)
    }),
    { numRuns: 25 },
  )
})
