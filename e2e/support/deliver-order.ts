import { eq, inArray } from 'drizzle-orm'
import { products, skus } from '#features/catalogue/server/catalogue.tables.ts'
import { deliverOrder, prepareOrder } from '#features/orders/server/commands/order-commands.service.ts'
import { placeOrder } from '#features/orders/server/commands/place-order.service.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { packOrder, shipOrder } from '#features/orders/server/shipping/parcels.service.ts'
import { confirmPayment } from '#features/payments/server/payments.service.ts'
import { requestReturn } from '#features/returns/server/commands/request-return.service.ts'
import { approveReturn } from '#features/returns/server/commands/return-commands.service.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { createTestClock } from '#server/clock.ts'
import { newId } from '#server/database/ids.ts'
import type { Shop } from '#server/shop.ts'

export type Wanted = {
  email: string
  /** Handles of demo products, one unit each. */
  handles: string[]
  /**
   * Also requests a return of the first line. The return was approved so long ago that it expires in this number of
   * seconds.
   */
  expiresInSeconds?: number
  /** True for an order without an account. */
  isGuest?: true
}
export type Delivered = { orderId: string; orderNo: string; lineIds: string[]; returnId: string | null }

const hour = 60 * 60 * 1000

/** Creates a delivered order of a shopper, so that each browser test starts with its own data. */
export async function deliver(shop: Shop, wanted: Wanted): Promise<Delivered> {
  const now = Date.now()
  const start = wanted.expiresInSeconds === undefined ? now - 48 * hour : now - (14 * 24 + 60) * hour
  const clock = createTestClock(new Date(start))
  const pastShop = { ...shop, clock }
  const [customer] = await shop.db.select().from(customers).where(eq(customers.email, wanted.email))
  if (!customer && !wanted.isGuest) throw new Error(`${wanted.email} has no account`)
  const buyer = { id: customer?.id ?? null, email: wanted.email }
  const { orderId, orderNo } = await buy(pastShop, wanted.handles, buyer)
  await prepareOrder(pastShop, orderId)
  await packOrder(pastShop, { orderId })
  await shipOrder(pastShop, { orderId, shipments: [{ carrier: 'DHL', trackingNo: 'LX482917306US' }] })
  clock.advance(24 * hour)
  await deliverOrder(pastShop, orderId)
  const lines = await shop.db
    .select({ id: orderLines.id })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.position)
  const lineIds = lines.map(({ id }) => id)
  if (wanted.expiresInSeconds === undefined || !customer) return { orderId, orderNo, lineIds, returnId: null }
  const [first = ''] = lineIds
  const { id: returnId } = await requestReturn(
    pastShop,
    { customerId: customer.id },
    {
      order_no: orderNo,
      comment: '',
      image_ids: [],
      order_product_ids: [first],
      after_sale_reason_ids: [6],
      order_products: [{ subOrderId: first, reason_ids: [6] }],
    },
  )
  clock.set(new Date(now - 14 * 24 * hour + wanted.expiresInSeconds * 1000))
  await approveReturn(pastShop, { returnId })
  return { orderId, orderNo, lineIds, returnId }
}

/** Creates a paid order that waits to be packed. */
async function buy(shop: Shop, handles: string[], { id, email }: { id: string | null; email: string }) {
  const { orderId, orderNo, totalAmount, currency } = await placeOrder(shop, {
    by: 'shop',
    customerId: id,
    email,
    lines: (await findSkus(shop, handles)).map((skuId) => ({ skuId })),
    address: {
      firstname: 'Ada',
      lastname: 'Lind',
      telephone: '+1 207 555 0142',
      address1: '18 Ropewalk Lane',
      address2: '',
      city: 'Portland',
      state: 'Maine',
      country: 'United States',
      postcode: '04101',
    },
    currency: 'USD',
    shippingMethod: 'standard',
  })
  const ref = newId()
  const paid = {
    provider: 'test',
    eventId: ref,
    providerRef: ref,
    orderId,
    method: 'PayPal',
    amount: totalAmount,
    currency,
  }
  await confirmPayment(shop, paid)
  return { orderId, orderNo }
}

export type PaidOrdersInput = { email: string; handles: string[] }

/**
 * Creates paid orders of a guest, one for each product, as a warehouse finds them in the morning. Returns their
 * numbers, the oldest first.
 */
export async function createPaidOrders(shop: Shop, { email, handles }: PaidOrdersInput): Promise<string[]> {
  const numbers: string[] = []
  for (const handle of handles) numbers.push((await buy(shop, [handle], { id: null, email })).orderNo)
  return numbers
}

async function findSkus({ db }: Shop, handles: string[]): Promise<number[]> {
  const rows = await db
    .select({ id: skus.id, handle: products.handle, inventory: skus.inventory })
    .from(skus)
    .innerJoin(products, eq(products.id, skus.productId))
    .where(inArray(products.handle, handles))
  return handles.map((handle) => {
    const sku = rows.find((one) => one.handle === handle && one.inventory > 3)
    if (!sku) throw new Error(`${handle} is sold out`)
    return sku.id
  })
}
