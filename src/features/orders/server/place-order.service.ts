import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm'
import { hourMs } from '#contract/times.ts'
import { convertAmount, type Exchange } from '#features/catalogue/prices.rules.ts'
import { categories, products, skuOptions, skus } from '#features/catalogue/server/catalogue.tables.ts'
import { isNewShopper, priceSkus } from '#features/catalogue/server/product.service.ts'
import { shippingMethods } from '#features/checkout/server/checkout.tables.ts'
import { type ReservedClaim, reserveClaim } from '#features/coupons/server/claims.service.ts'
import { currencies, currencyRates } from '#features/settings/server/settings.tables.ts'
import type { Database } from '#server/database.ts'
import { newId, newOrderNo } from '#server/ids.ts'
import { countedMessage, refuse } from '#server/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { shareDiscount } from '../discount-shares.rules.ts'
import { orderStatus, unpaidHours } from '../orders.rules.ts'
import { orderLines } from './order-lines.tables.ts'
import { orderAddresses, orderEvents, orders, orderTotals } from './orders.tables.ts'

export type OrderAddress = Omit<typeof orderAddresses.$inferInsert, 'orderId' | 'customerId'>

export type NewOrder = {
  /** Empty for a guest, who is known by the address only. */
  customerId: string | null
  email: string
  /** One entry a piece. */
  lines: { skuId: number; isGift?: boolean; activityType?: number; activityId?: number }[]
  address: OrderAddress
  currency: string
  shippingMethod: string
  claimId?: string
  languageId?: number
}

type Placed = { orderId: string; orderNo: string; totalAmount: number; currency: string }

/** new → 1: takes the stock, holds the coupon, and freezes names, prices and address as they are now. */
export async function placeOrder(shop: Pick<Shop, 'db' | 'clock'>, order: NewOrder): Promise<Placed> {
  if (order.lines.length === 0) throw refuse('invalid_input')
  const pieces = await readPieces(shop.db, order)
  const subtotalAmount = pieces.reduce((sum, piece) => sum + piece.priceAmount, 0)
  const offers = await priceShipping(shop.db, order.currency, subtotalAmount)
  const shipping = offers.find(({ code }) => code === order.shippingMethod)
  if (!shipping) throw refuse('invalid_input')
  return shop.db.transaction(async (tx) => {
    const now = shop.clock.now()
    await takeStock(tx, order.lines)
    const orderId = newId()
    const orderNo = newOrderNo()
    const email = order.email.toLowerCase()
    const bare = { subtotalAmount, shippingAmount: shipping.amount, totalAmount: subtotalAmount + shipping.amount }
    await tx.insert(orders).values({
      id: orderId,
      orderNo,
      customerId: order.customerId,
      email,
      statusId: orderStatus.unpaid,
      languageId: order.languageId ?? null,
      currency: order.currency,
      shippingMethod: shipping.name,
      createdAt: now,
      expiresAt: new Date(now.getTime() + unpaidHours * hourMs),
      ...bare,
    })
    const coupon = await holdCoupon(tx, { ...order, email }, { orderId, pieces, shippingAmount: shipping.amount, now })
    const discountAmount = (coupon?.discountAmount ?? 0) + (coupon?.shippingDiscountAmount ?? 0)
    const totalAmount = bare.totalAmount - discountAmount
    if (coupon) {
      await tx
        .update(orders)
        .set({ discountAmount, totalAmount, couponCode: coupon.code })
        .where(eq(orders.id, orderId))
    }
    const owner = { orderId, customerId: order.customerId }
    await writeLines(tx, owner, pieces, coupon)
    const totals = [
      { code: 'subtotal' as const, title: 'Subtotal', amount: subtotalAmount },
      ...(coupon ? [{ code: 'discount' as const, title: `Coupon ${coupon.code}`, amount: -discountAmount }] : []),
      { code: 'shipping' as const, title: 'Shipping', amount: shipping.amount },
      { code: 'total' as const, title: 'Total', amount: totalAmount },
    ]
    await tx.insert(orderTotals).values(totals.map((total, sort) => ({ ...total, ...owner, sort })))
    await tx.insert(orderAddresses).values({ ...order.address, ...owner })
    const event = { command: 'placeOrder', fromStatus: null, toStatus: orderStatus.unpaid, actor: 'shopper' as const }
    await tx.insert(orderEvents).values({ ...owner, ...event, at: now })
    return { orderId, orderNo, totalAmount, currency: order.currency }
  })
}

type Pieces = Awaited<ReturnType<typeof readPieces>>
type Placing = { orderId: string; pieces: Pieces; shippingAmount: number; now: Date }

/** Ties the chosen coupon to the order, if one was chosen, and says what it takes off. */
async function holdCoupon(tx: Database, order: NewOrder, placing: Placing): Promise<ReservedClaim | null> {
  if (!order.claimId) return null
  const { orderId, pieces, shippingAmount, now } = placing
  const { claimId, customerId, email, currency } = order
  const lines = pieces.map((piece) => ({
    lineRef: String(piece.position),
    productId: piece.productId,
    categoryCode: piece.categoryCode,
    amount: piece.priceAmount,
  }))
  return reserveClaim(tx, { claimId, customerId, email, orderId, currency, lines, shippingAmount, now })
}

type Owner = { orderId: string; customerId: string | null }

async function writeLines(tx: Database, owner: Owner, pieces: Pieces, coupon: ReservedClaim | null): Promise<void> {
  // A coupon for some products takes nothing off the others, so nothing of it is missing when those come back.
  const shares = shareDiscount(
    coupon?.discountAmount ?? 0,
    pieces.map((piece) => (coupon?.lineRefs.includes(String(piece.position)) ? piece.priceAmount : 0)),
  )
  await tx.insert(orderLines).values(
    pieces.map((piece, index) => {
      const share = shares[index] ?? 0
      return { ...piece, ...owner, id: newId(), discountAmount: share, paidAmount: piece.priceAmount - share }
    }),
  )
}

/** One conditional update a sku, never read first: the last piece is sold once. Always in the order of ids, so that no two orders block each other. */
async function takeStock(tx: Database, lines: NewOrder['lines']): Promise<void> {
  const wanted = new Map<number, number>()
  for (const { skuId } of lines) wanted.set(skuId, (wanted.get(skuId) ?? 0) + 1)
  for (const [skuId, count] of [...wanted].sort(([a], [b]) => a - b)) {
    const [taken] = await tx
      .update(skus)
      .set({ inventory: sql`${skus.inventory} - ${count}` })
      .where(and(eq(skus.id, skuId), gte(skus.inventory, count)))
      .returning({ id: skus.id })
    if (taken) continue
    const [left] = await tx.select({ inventory: skus.inventory }).from(skus).where(eq(skus.id, skuId))
    if (!left) throw refuse('not_for_sale')
    throw refuse('only_left', { message: countedMessage('only_left', left.inventory) })
  }
}

type Priced = Pick<NewOrder, 'customerId' | 'email' | 'currency' | 'lines'>

/** What each line is called, costs and may do, copied from the catalogue of today. */
export async function readPieces(db: Database, order: Priced) {
  const ids = [...new Set(order.lines.map(({ skuId }) => skuId))]
  const rows = await db
    .select({ sku: skus, product: products, category: categories })
    .from(skus)
    .innerJoin(products, eq(products.id, skus.productId))
    .innerJoin(categories, eq(categories.id, products.basicCategoryId))
    .where(inArray(skus.id, ids))
  const options = await db
    .select()
    .from(skuOptions)
    .where(inArray(skuOptions.skuId, ids))
    .orderBy(asc(skuOptions.position))
  const { customerId } = order
  const isNewUser = await isNewShopper(
    db,
    customerId ? { customerId, email: order.email.toLowerCase() } : { customerId: null },
  )
  const { style, prices } = await priceSkus(
    db,
    rows.map(({ sku }) => sku),
    { currency: order.currency, isNewUser },
  )
  if (style.code !== order.currency) throw refuse('invalid_input')
  return order.lines.map((line, position) => {
    const found = rows.find(({ sku }) => sku.id === line.skuId)
    const price = prices.get(line.skuId)
    if (!found || !price || found.product.status !== 1) throw refuse('not_for_sale')
    const { sku, product, category } = found
    const isFree = line.isGift === true || product.saleTypeName === 'zero_buy'
    return {
      position,
      productId: product.id,
      skuId: sku.id,
      skuName: sku.sku,
      name: product.name,
      description: product.description,
      options: options.filter((one) => one.skuId === sku.id).map(({ name, valueName }) => ({ name, valueName })),
      image: sku.image ?? product.image,
      categoryCode: category.code,
      categoryName: category.name,
      isReturnable: category.isReturnable,
      type: product.saleType,
      typeName: product.saleTypeName,
      isGift: line.isGift ?? false,
      activityType: line.activityType ?? null,
      activityId: line.activityId ?? null,
      priceAmount: isFree ? 0 : price.priceAmount,
      compareAtAmount: isFree ? price.priceAmount : price.compareAtAmount,
    }
  })
}

export type ShippingOffer = { code: string; name: string; amount: number; minDays: number; maxDays: number }

/** Every way to ship with its postage in a currency: nothing from the subtotal on that ships free. */
export async function priceShipping(db: Database, currency: string, subtotalAmount: number): Promise<ShippingOffer[]> {
  const methods = await db
    .select()
    .from(shippingMethods)
    .where(eq(shippingMethods.isActive, true))
    .orderBy(asc(shippingMethods.sort), asc(shippingMethods.id))
  const to = await readExchange(db, currency)
  const offers: ShippingOffer[] = []
  for (const { code, name, minDays, maxDays, ...method } of methods) {
    const from = method.currency === currency ? to : await readExchange(db, method.currency)
    const convert = (amount: number) => (method.currency === currency ? amount : convertAmount(amount, from, to))
    const isFree = method.freeFromAmount !== null && subtotalAmount >= convert(method.freeFromAmount)
    const amount = isFree || method.priceAmount === 0 ? 0 : convert(method.priceAmount)
    offers.push({ code, name, amount, minDays, maxDays })
  }
  return offers
}

async function readExchange(db: Database, code: string): Promise<Exchange> {
  const [found] = await db
    .select({ decimals: currencies.decimals, roundingAmount: currencies.roundingAmount, rate: currencyRates.rate })
    .from(currencies)
    .leftJoin(currencyRates, eq(currencyRates.currency, currencies.code))
    .where(eq(currencies.code, code))
  const rate = code === 'USD' ? 1 : found?.rate
  if (!found || !rate) throw refuse('invalid_input')
  return { ...found, rate }
}
