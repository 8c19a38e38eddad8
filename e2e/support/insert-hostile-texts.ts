import { eq } from 'drizzle-orm'
import { setCustomerName } from '#features/account/server/profile.service.ts'
import { saveAdvert } from '#features/adverts/server/adverts.service.ts'
import { categories, products, skuOptions, skus } from '#features/catalogue/server/catalogue.tables.ts'
import { giveCoupon } from '#features/coupons/server/bind.service.ts'
import { saveCoupon, saveWidget } from '#features/coupons/server/save-coupons.service.ts'
import { completeOrder, deliverOrder, prepareOrder } from '#features/orders/server/commands/order-commands.service.ts'
import { placeOrder } from '#features/orders/server/commands/place-order.service.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orderAddresses } from '#features/orders/server/orders.tables.ts'
import { packOrder, recordPackageEvents, shipOrder } from '#features/orders/server/shipping/parcels.service.ts'
import { saveInformationPages } from '#features/pages/server/save-pages.service.ts'
import { confirmPayment } from '#features/payments/server/payments.service.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { newId } from '#server/database/ids.ts'
import type { Shop } from '#server/shop.ts'

export type TextsToInsert = { email: string; words: string; short: string }
export type InsertedRecords = {
  handle: string
  page: string
  sku: string
  productId: number
  /** A line of a received order can be returned, and a line of a complete order can be reviewed. */
  received: { orderId: string; orderNo: string; lineId: string }
  complete: { orderId: string; orderNo: string; lineId: string }
}

const longAgo = new Date('2025-01-01T00:00:00Z')

/**
 * Puts the same text into every text field that staff or the merchant fill in: a product, a coupon, a page, a parcel, a
 * name.
 */
export async function plant(shop: Shop, { email, words, short }: TextsToInsert): Promise<InsertedRecords> {
  const { db } = shop
  const [customer] = await db.select().from(customers).where(eq(customers.email, email))
  if (!customer) throw new Error(`${email} has no account`)
  await setCustomerName(db, customer.id, short)
  const productId = 900_000 + Math.floor(Math.random() * 90_000)
  const handle = `planted-${productId}`
  const sku = `PLANTED-${productId}`
  const [category] = await db.select().from(categories).where(eq(categories.isReturnable, true)).limit(1)
  const texts = { name: words, description: words, searchWords: words }
  const looks = { image: '/catalogue/none.svg', basicCategoryId: category?.id ?? 1 }
  await db.insert(products).values({ id: productId, handle, ...texts, ...looks, createdAt: longAgo })
  await db.insert(skus).values({ id: productId, sku, productId, currency: 'USD', inventory: 9, priceAmount: 5000 })
  await db.insert(skuOptions).values({ skuId: productId, position: 0, name: short, valueName: short })
  const address = {
    ...{ firstname: short, lastname: short, telephone: '+1 207 555 0142', address1: words, address2: short },
    ...{ city: short, state: short, country: 'US', postcode: '04101', houseNum: '' },
  }
  const order = async () => {
    const common = { customerId: customer.id, email, address, currency: 'USD', shippingMethod: 'standard' }
    const placed = await placeOrder(shop, { ...common, by: 'shop', lines: [{ skuId: productId }] })
    const { orderId, orderNo, totalAmount: amount, currency } = placed
    // Old orders have any text as their country.
    await db.update(orderAddresses).set({ country: short }).where(eq(orderAddresses.orderId, orderId))
    const ref = newId()
    await confirmPayment(shop, {
      ...{ provider: 'test', eventId: ref, providerRef: ref, orderId, method: short, amount, currency },
    })
    await prepareOrder(shop, orderId)
    const { packageIds } = await packOrder(shop, { orderId })
    await shipOrder(shop, { orderId, shipments: [{ carrier: short, trackingNo: short }] })
    const at = shop.clock.now()
    const events = [{ kind: 'in_transit' as const, description: words, place: short, at }]
    await recordPackageEvents(shop, { packageId: packageIds[0] ?? '', events })
    await deliverOrder(shop, orderId)
    const [line] = await db.select({ id: orderLines.id }).from(orderLines).where(eq(orderLines.orderId, orderId))
    return { orderId, orderNo, lineId: line?.id ?? '' }
  }
  const received = await order()
  const complete = await order()
  await completeOrder(shop, complete.orderId)
  // The product is taken off sale again, because other browser tests count the visible products.
  await db.update(products).set({ status: 0 }).where(eq(products.id, productId))
  const coupon = { id: productId, code: `PLANTED${productId}`, couponType: 'F', discountAmount: 100, startsAt: longAgo }
  await saveCoupon(db, { ...coupon, useConditionTxt: words, object: short, linkName: short, jumpUrl: '/' })
  await giveCoupon(shop, { customerId: customer.id, email }, productId)
  await saveWidget(db, {
    ...{ id: productId, name: words, registerType: 1, startsAt: longAgo, backgroundColor: short },
    links: [{ id: productId, couponId: productId }],
  })
  // The advert sorts after all others of its position, so it is shown only where a page names its id.
  const place = { position: 'account' as const, sort: 1_000_000, startsAt: longAgo }
  await saveAdvert(db, { id: productId, ...place, linkType: 'coupon_module', couponWidgetId: productId, alt: words })
  const banner = { imagePath: '/catalogue/banner-linen.svg', imageWidth: 780, imageHeight: 430, linkPath: '/' }
  const seenBy = { position: 'order_detail' as const, device: 'ios' as const, sort: -1, startsAt: longAgo }
  await saveAdvert(db, { id: productId + 100_000, ...seenBy, ...banner, linkType: 'url', alt: words })
  const page = `Planted ${productId}`
  await saveInformationPages(shop, [
    { id: productId, title: page, description: words, body: `${words}\n\n## ${short}` },
  ])
  return { handle, page, sku, productId, received, complete }
}
