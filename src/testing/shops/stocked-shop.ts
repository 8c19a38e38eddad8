import { availability, saleType } from '#features/catalogue/catalogue.rules.ts'
import { categories, products, shoeSizes, skuOptions, skus } from '#features/catalogue/server/catalogue.tables.ts'
import { saveFirstMarket, saveShippingMethods } from '#features/markets/server/shipping-methods.service.ts'
import { deliverOrder, prepareOrder } from '#features/orders/server/commands/order-commands.service.ts'
import { type NewOrder, placeOrder } from '#features/orders/server/commands/place-order.service.ts'
import { packOrder, shipOrder } from '#features/orders/server/shipping/parcels.service.ts'
import { confirmPayment } from '#features/payments/server/payments.service.ts'
import { countryCodes } from '#features/settings/country-codes.rules.ts'
import { saveSetting } from '#features/settings/server/save-settings.service.ts'
import { currencies, currencyRates } from '#features/settings/server/settings.tables.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import type { CommandContext } from '#server/shop.ts'

/** The SKUs of the test catalog by their meaning. All start with a stock of 1,000, except `soldOut`. */
export const goods = {
  dress: 101,
  scarf: 102,
  finalSale: 103,
  swimsuit: 104,
  bag: 105,
  lingerie: 106,
  shoe: 107,
  presale: 108,
  soldOut: 109,
  takenDown: 110,
  gift: 111,
} as const

const categoryRows = [
  { id: 1, code: 'dresses', name: 'Dresses' },
  { id: 2, code: 'accessories', name: 'Accessories', isReturnable: false },
  { id: 3, code: 'swimwear', name: 'Swimwear', isReturnable: false },
  { id: 4, code: 'bags', name: 'Bags', isReturnable: false },
  { id: 5, code: 'lingerie', name: 'Lingerie', isReturnable: false },
  { id: 6, code: 'women_shoes', name: 'Women’s shoes' },
]

const productRows: { sku: keyof typeof goods; price: number; category: number; saleType?: number; status?: number }[] =
  [
    { sku: 'dress', price: 15_000, category: 1 },
    { sku: 'scarf', price: 6000, category: 1 },
    { sku: 'finalSale', price: 4000, category: 1, saleType: saleType.finalSale },
    { sku: 'swimsuit', price: 5000, category: 3 },
    { sku: 'bag', price: 16_500, category: 4 },
    { sku: 'lingerie', price: 3000, category: 5 },
    { sku: 'shoe', price: 9500, category: 6 },
    { sku: 'presale', price: 20_000, category: 1 },
    { sku: 'soldOut', price: 7000, category: 1 },
    { sku: 'takenDown', price: 7000, category: 1, status: availability.takenDown },
    { sku: 'gift', price: 1000, category: 1 },
  ]

/** Creates a small catalog, three currencies and a shipping method: enough to buy something. */
export async function stockShop(db: Database, now: Date): Promise<void> {
  await db.insert(currencies).values([
    { id: 1, code: 'USD', name: 'US dollar', symbolLeft: '$' },
    { id: 2, code: 'EUR', name: 'Euro', symbolRight: ' €' },
    { id: 3, code: 'JPY', name: 'Japanese yen', symbolLeft: '¥', decimals: 0 },
  ])
  await db.insert(currencyRates).values([
    { currency: 'USD', rate: 1, asOf: now },
    { currency: 'EUR', rate: 0.9, asOf: now },
    { currency: 'JPY', rate: 150, asOf: now },
  ])
  await db.insert(categories).values(categoryRows)
  await db.insert(shoeSizes).values([
    { categoryCode: 'women_shoes', euSize: 38, usSize: '7.5' },
    { categoryCode: 'women_shoes', euSize: 39, usSize: '8' },
  ])
  await db.insert(products).values(
    productRows.map(({ sku, category, saleType: type, status }) => ({
      id: goods[sku],
      handle: sku.toLowerCase(),
      name: `The ${sku}`,
      image: `/art/${sku}.svg`,
      basicCategoryId: category,
      saleType: type ?? saleType.regular,
      saleTypeName: sku === 'presale' ? ('pre_sale' as const) : null,
      status: status ?? availability.forSale,
      wasPublished: true,
      createdAt: now,
    })),
  )
  await db.insert(skus).values(
    productRows.map(({ sku, price }) => ({
      id: goods[sku],
      sku: `SKU-${goods[sku]}`,
      productId: goods[sku],
      currency: 'USD',
      inventory: sku === 'soldOut' ? 0 : 1000,
      priceAmount: price,
      compareAtAmount: sku === 'dress' ? 18_000 : null,
    })),
  )
  await db.insert(skuOptions).values(
    productRows.flatMap(({ sku }) => [
      { skuId: goods[sku], position: 0, name: 'Color', valueName: 'Clay' },
      { skuId: goods[sku], position: 1, name: 'Size', valueName: sku === 'shoe' ? '39' : 'M' },
    ]),
  )
  await saveSetting(db, 'seller_name', 'Harbor Goods')
  await saveFirstMarket(db, countryCodes)
  await saveShippingMethods(db, [
    { id: 1, code: 'standard', name: 'Standard', currency: 'USD', priceAmount: 0, minDays: 5, maxDays: 9 },
    {
      id: 2,
      code: 'express',
      name: 'Express',
      currency: 'USD',
      priceAmount: 1500,
      freeFromAmount: 100_000,
      minDays: 2,
      maxDays: 3,
    },
  ])
}

export const testAddress: NewOrder['address'] = {
  firstname: 'Ada',
  lastname: 'Lind',
  telephone: '+1 207 555 0142',
  address1: '18 Ropewalk Lane',
  address2: 'Apt 4',
  city: 'Portland',
  state: 'Maine',
  country: 'United States',
  postcode: '04101',
}

type Buyer = { id: string; email: string }

/** Creates an unpaid order. A guest has an empty id. */
export async function buy(
  shop: CommandContext,
  buyer: Buyer,
  skuIds: number[],
  more: Partial<NewOrder> = {},
): Promise<{ orderId: string; orderNo: string; totalAmount: number; currency: string }> {
  return placeOrder(shop, {
    by: 'shop',
    customerId: buyer.id || null,
    email: buyer.email,
    lines: skuIds.map((skuId) => ({ skuId })),
    address: testAddress,
    currency: 'USD',
    shippingMethod: 'standard',
    ...more,
  })
}

export async function pay(
  shop: CommandContext,
  { orderId, totalAmount, currency }: { orderId: string; totalAmount: number; currency: string },
): Promise<void> {
  const id = newId()
  await confirmPayment(shop, {
    provider: 'test',
    eventId: id,
    providerRef: id,
    orderId,
    method: 'PayPal',
    amount: totalAmount,
    currency,
  })
}

export async function buyAndPay(shop: CommandContext, buyer: Buyer, skuIds: number[], more: Partial<NewOrder> = {}) {
  const order = await buy(shop, buyer, skuIds, more)
  await pay(shop, order)
  return order
}

/** Creates an order that is paid, prepared, packed and shipped. */
export async function buyAndShip(shop: CommandContext, buyer: Buyer, skuIds: number[], more: Partial<NewOrder> = {}) {
  const order = await buyAndPay(shop, buyer, skuIds, more)
  await prepareOrder(shop, order.orderId)
  const { packageIds } = await packOrder(shop, { orderId: order.orderId })
  await shipOrder(shop, { orderId: order.orderId, shipments: [{ carrier: 'DHL', trackingNo: 'LX482917306US' }] })
  return { ...order, packageIds }
}

/** Creates an order that was received today, so that every returnable line can be returned. */
export async function buyAndReceive(
  shop: CommandContext,
  buyer: Buyer,
  skuIds: number[],
  more: Partial<NewOrder> = {},
) {
  const order = await buyAndShip(shop, buyer, skuIds, more)
  await deliverOrder(shop, order.orderId)
  return order
}
