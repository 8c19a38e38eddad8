import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { CallRefused } from '#contract/calls/call.ts'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import { getOrder } from '#features/orders/orders.contract.ts'
import {
  cancelOrder,
  completeOrder,
  deliverOrder,
  holdOrder,
  prepareOrder,
  releaseOrder,
} from '#features/orders/server/commands/order-commands.service.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { rebuildOrderDocuments } from '#features/orders/server/queries/order-documents.service.ts'
import { orderDocuments } from '#features/orders/server/queries/order-documents.tables.ts'
import { packOrder, shipOrder } from '#features/orders/server/shipping/parcels.service.ts'
import { requestReturn } from '#features/returns/returns.contract.ts'
import {
  approveReturn,
  cancelReturn,
  receiveReturn,
  refundReturn,
} from '#features/returns/server/commands/return-commands.service.ts'
import { returns } from '#features/returns/server/returns.tables.ts'
import { writeReview } from '#features/reviews/reviews.contract.ts'
import { checkDocuments } from '#testing/checks/check-documents.ts'
import { shopWithReasons, toRequest } from '#testing/shops/returned-goods.ts'
import { buy, buyAndReceive, goods, pay } from '#testing/shops/stocked-shop.ts'
import type { Person } from '#testing/test-shop.ts'

const shop = shopWithReasons()
let ada: Person
beforeAll(async () => {
  ada = await shop.signedIn()
})

type Bought = Awaited<ReturnType<typeof buy>>
const look = (orderId: string) => ada.call(getOrder, { orderId })

async function lastReturn({ orderId }: Bought): Promise<string> {
  const found = await shop.shop.db.select({ id: returns.id }).from(returns).where(eq(returns.orderId, orderId))
  return found.at(-1)?.id ?? ''
}

/** All possible changes of an order. Most changes are refused in most states. */
const moves: ((order: Bought) => Promise<unknown>)[] = [
  (order) => pay(shop.shop, order),
  ({ orderId }) => holdOrder(shop.shop, { orderId, reason: 'A look at the address' }),
  ({ orderId }) => releaseOrder(shop.shop, orderId),
  ({ orderId }) => prepareOrder(shop.shop, orderId),
  ({ orderId }) => packOrder(shop.shop, { orderId }),
  ({ orderId }) => shipOrder(shop.shop, { orderId, shipments: [{ carrier: 'DHL', trackingNo: 'LX482917306US' }] }),
  ({ orderId }) => deliverOrder(shop.shop, orderId),
  ({ orderId }) => completeOrder(shop.shop, orderId),
  ({ orderId }) => cancelOrder(shop.shop, { orderId, actor: 'staff', reason: 'Out of stock' }),
  async ({ orderId, orderNo }) => {
    const [line] = (await look(orderId)).products
    return ada.call(requestReturn, toRequest({ orderNo, lineIds: [line?.id ?? ''] }))
  },
  async (order) => approveReturn(shop.shop, { returnId: await lastReturn(order) }),
  async (order) => receiveReturn(shop.shop, { returnId: await lastReturn(order) }),
  async (order) => refundReturn(shop.shop, { returnId: await lastReturn(order) }),
  async (order) => cancelReturn(shop.shop, { returnId: await lastReturn(order), customerId: ada.id }),
  ({ orderNo }) =>
    ada.call(writeReview, {
      order_no: orderNo,
      sku: `SKU-${goods.dress}`,
      product_id: goods.dress,
      content: 'Lovely, but too small for me.',
      rank: 80,
      image_ids: [],
      label_ids: [],
    }),
  // Direct SQL, as an operator might run it.
  ({ orderId }) => shop.shop.db.execute(sql`update order_lines set description = 'Mended' where order_id = ${orderId}`),
  ({ orderId }) =>
    shop.shop.db.execute(sql`update order_totals set title = 'Sum' where order_id = ${orderId} and code = 'total'`),
]

async function make(move: number, order: Bought): Promise<void> {
  await moves[move % moves.length]?.(order).catch((error: unknown) => {
    if (!(error instanceof CallRefused)) throw error
  })
}

test('keeps order documents equal to the tables after random changes, in sequence and in parallel', async () => {
  const anyMove = fc.tuple(fc.nat(moves.length - 1), fc.nat(2), fc.nat(moves.length - 1))
  await fc.assert(
    fc.asyncProperty(fc.array(anyMove, { minLength: 6, maxLength: 14 }), async (sampleData) => {
      const bought = await Promise.all([
        buy(shop.shop, ada, [goods.dress, goods.scarf]),
        buyAndReceive(shop.shop, ada, [goods.dress]),
        buyAndReceive(shop.shop, ada, [goods.dress, goods.shoe, goods.scarf]),
      ])
      for (const [move, which, other] of sampleData) {
        const order = bought[which] as Bought
        await Promise.all([make(move, order), make(other, order)])
      }
      await checkDocuments(shop.shop.db)
    }),
    // The moves race, so shrinking would take minutes and hide the failure.
    { numRuns: 5, endOnFailure: true },
  )
})

test('writes the changes of two concurrent transactions into the document', async () => {
  const { orderId } = await buyAndReceive(shop.shop, ada, [goods.dress])
  const { db } = shop.shop
  const bothBegan = Promise.withResolvers<void>()
  let begun = 0
  const write = (statement: ReturnType<typeof sql>) =>
    db.transaction(async (tx) => {
      await tx.execute(statement)
      if (++begun === 2) bothBegan.resolve()
      await bothBegan.promise
    })
  await Promise.all([
    write(sql`update order_lines set name = 'Mended dress' where order_id = ${orderId}`),
    write(sql`update orders set shipping_method = 'By boat' where id = ${orderId}`),
  ])
  expect(await look(orderId)).toMatchObject({ shipping_method: 'By boat', products: [{ name: 'Mended dress' }] })
})

test('never stores the remaining stock of a SKU, and shows a deleted SKU as gone', async () => {
  const { orderId } = await buy(shop.shop, ada, [goods.bag])
  const inventory = async () => (await look(orderId)).products[0]?.sku?.inventory
  const before = await inventory()
  await shop.shop.db.execute(sql`update skus set inventory = inventory - 3 where id = ${goods.bag}`)
  expect(await inventory()).toBe((before ?? 0) - 3)
  await shop.shop.db.delete(skus).where(eq(skus.id, goods.bag))
  expect((await look(orderId)).products).toMatchObject([{ sku_id: null, sku: null }])
})

test('shows an order without a document, and rewrites the document with the next command', async () => {
  const { orderId } = await buyAndReceive(shop.shop, ada, [goods.dress, goods.scarf])
  const { db } = shop.shop
  const before = await look(orderId)
  await db.delete(orderDocuments)
  expect(await look(orderId)).toEqual(before)
  const all = await db.$count(orders)
  expect(await rebuildOrderDocuments(db)).toBe(all)
  expect(await db.$count(orderDocuments)).toBe(all)
  await checkDocuments(db)
})

test.each(['Ada’s “best” ‘café’ – € 5 — ™ • … \\u2019 "quoted"', 'Łódź’s coat', '船の上着', 'A coat 🧥 – warm'])(
  'stores %s in a document unchanged',
  async (name) => {
    const { db } = shop.shop
    const { orderId } = await buy(shop.shop, ada, [goods.dress])
    await db.update(orderLines).set({ name }).where(eq(orderLines.orderId, orderId))
    const [kept] = await db.select().from(orderDocuments).where(eq(orderDocuments.orderId, orderId))
    expect(kept?.document).toContain(JSON.stringify(name))
    expect((await look(orderId)).products[0]?.name).toBe(name)
  },
)
