import { and, asc, count, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { payStepOf } from '#contract/money/currency-units.ts'
import { msg } from '#contract/text/translate.ts'
import { hourMs, minuteMs } from '#contract/times/times.ts'
import { findFreeProblem } from '#features/cart/cart.rules.ts'
import { availability } from '#features/catalogue/catalogue.rules.ts'
import { categories, products, skuOptions, skus } from '#features/catalogue/server/catalogue.tables.ts'
import { priceSkus } from '#features/catalogue/server/products/product.service.ts'
import { readTaxCategories } from '#features/catalogue/server/tax-categories.service.ts'
import { type ReservedClaim, reserveClaim } from '#features/coupons/server/claims.service.ts'
import { spendCredit } from '#features/credit/server/credit.service.ts'
import { priceShipping } from '#features/markets/server/shipping.service.ts'
import { shareDiscount } from '#features/orders/discount-shares.rules.ts'
import { orderStatus, unpaidHours } from '#features/orders/orders.rules.ts'
import { convertAmount } from '#features/settings/conversion.rules.ts'
import { findCountryCode } from '#features/settings/country-names.rules.ts'
import { readCurrencies } from '#features/settings/server/currencies.service.ts'
import { readSetting } from '#features/settings/server/settings.service.ts'
import { quoteTax, type TaxedOrder, type TaxQuote } from '#features/tax/server/tax.service.ts'
import type { Database } from '#server/database/database.ts'
import { newId, newOrderNo } from '#server/database/ids.ts'
import type { Shopper } from '#server/hook-values.ts'
import type { Bounds } from '#server/http/limits/bounds.ts'
import { countedMessage, refuse } from '#server/http/refuse.ts'
import type { VatCheckResult } from '#server/outside/vat-number-check.ts'
import type { Shop } from '#server/shop.ts'
import { orderLines } from '../order-lines.tables.ts'
import { orderAddresses, orderEvents, orders, orderTaxes, orderTotals } from '../orders.tables.ts'
import { isNewShopper } from '../queries/new-shopper.service.ts'
import { hasReceivedFreeItem } from './free-items.service.ts'
import { countBySku, deductStock, refuseShortage } from './stock.service.ts'

/**
 * Actor who places the order. `shop` is an import or the demo and has no limits. A visitor has the limits of `bounds`.
 * A staff member orders for a shopper, is recorded in the history, and sets the payment deadline.
 */
export type PlacedBy = 'shop' | VisitorLimits | { staff: string; isVerified: boolean; payableHours: number }
type VisitorLimits = { bounds: Bounds; network: string; isVerified: boolean }

export type OrderAddress = Omit<typeof orderAddresses.$inferInsert, 'orderId' | 'customerId'>

export type NewOrder = {
  by: PlacedBy
  /** Null for a guest, who is identified by the email address only. */
  customerId: string | null
  email: string
  /** One entry for each unit. */
  lines: { skuId: number; isGift?: boolean; activityType?: number; activityId?: number }[]
  address: OrderAddress
  currency: string
  shippingMethod: string
  claimId?: string
  languageId?: number
  /** A business buyer, where the shop accepts them. The VAT number is normalized and has passed the check of its format. */
  business?: { company: string | null; vatNumber: string | null; vatCheck: VatCheckResult | null } | undefined
  /** Whether store credit pays as much of the order as possible. */
  usesCredit?: boolean
}

type Placed = { orderId: string; orderNo: string; totalAmount: number; creditAmount: number; currency: string }

/**
 * Places an order (new → 1). Takes the stock, reserves the coupon, and stores the current names, prices and address
 * with the order.
 */
export async function placeOrder(shop: Pick<Shop, 'db' | 'clock' | 'taxes'>, order: NewOrder): Promise<Placed> {
  if (order.lines.length === 0) throw refuse('invalid_input')
  return shop.db.transaction(async (tx) => {
    const now = shop.clock.now()
    const email = order.email.toLowerCase()
    const { by, customerId } = order
    const visitor = by !== 'shop' && 'network' in by ? by : null
    const staff = by !== 'shop' && 'staff' in by ? by : null
    if (visitor) await refuseTooManyUnpaid(tx, { customerId, email, now }, visitor)
    const isNew = await isNewShopper(tx, identifyShopper(order))
    const pricedLines = await priceLines(tx, { ...order, isNew })
    if (visitor) await refuseAboveLimits(tx, { customerId, email }, pricedLines, visitor)
    const subtotalAmount = pricedLines.reduce((sum, line) => sum + line.priceAmount, 0)
    const address = { ...order.address, country: toCountry(order.address.country) }
    const offers = await priceShipping(tx, {
      ...{ country: address.country, postcode: address.postcode, currency: order.currency, subtotalAmount },
      weight: weighLines(pricedLines),
    })
    const shipping = offers.find(({ code }) => code === order.shippingMethod)
    if (!shipping) throw refuse('invalid_input')
    const isUnverifiedHold = visitor !== null && !visitor.isVerified
    const unverifiedPercent = isUnverifiedHold ? visitor.bounds.unprovedStockPercent : undefined
    const shortage = await deductStock(tx, countBySku(pricedLines), { unverifiedPercent })
    if (shortage) throw refuseShortage(shortage, pricedLines.find(({ skuId }) => skuId === shortage.skuId)?.name)
    const orderId = newId()
    const orderNo = newOrderNo(await readSetting(tx, 'order_prefix'))
    const basicAmounts = {
      subtotalAmount,
      shippingAmount: shipping.amount,
      totalAmount: subtotalAmount + shipping.amount,
    }
    await tx.insert(orders).values({
      id: orderId,
      orderNo,
      customerId: order.customerId,
      email,
      statusId: orderStatus.unpaid,
      languageId: order.languageId ?? null,
      currency: order.currency,
      shippingMethod: shipping.name,
      vatNumber: order.business?.vatNumber ?? null,
      company: order.business?.company ?? null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + (staff?.payableHours ?? unpaidHours) * hourMs),
      network: isUnverifiedHold ? visitor.network : null,
      stockHeldUntil: visitor && !customerId ? findGuestHoldEnd(now, visitor.bounds) : null,
      ...basicAmounts,
    })
    const orderDraft = { orderId, pricedLines, shippingAmount: shipping.amount, isNew, now }
    const coupon = await holdCoupon(tx, { ...order, email }, orderDraft)
    const discountAmount = (coupon?.discountAmount ?? 0) + (coupon?.shippingDiscountAmount ?? 0)
    const shares = shareCoupon(pricedLines, coupon, order.currency)
    const tax = await quoteOrderTax(
      { db: tx, taxes: shop.taxes },
      {
        lines: pricedLines.map((line, index) => ({
          amount: line.priceAmount - (shares[index] ?? 0),
          taxCategory: line.taxCategory,
        })),
        shippingAmount: shipping.amount - (coupon?.shippingDiscountAmount ?? 0),
        destination: { country: address.country, region: address.state ?? '', postcode: address.postcode ?? '' },
        ...{ vatNumber: order.business?.vatNumber ?? null, currency: order.currency, now },
      },
    )
    const { addedTaxAmount, taxAmount, treatment } = tax
    const totalAmount = basicAmounts.totalAmount - discountAmount + addedTaxAmount
    if (coupon || treatment !== 'untaxed') {
      await tx
        .update(orders)
        .set({
          ...{ discountAmount, totalAmount, couponCode: coupon?.code ?? null },
          ...{ addedTaxAmount, taxAmount, taxTreatment: treatment },
        })
        .where(eq(orders.id, orderId))
    }
    const creditAmount = await payWithCredit(tx, order, { orderId, totalAmount, at: now })
    const owner = { orderId, customerId: order.customerId }
    await writeLines(tx, { ...owner, isUnverifiedHold }, pricedLines, { shares, tax })
    await writeTaxRows(tx, owner, tax)
    const totals = [
      { code: 'subtotal' as const, title: 'Subtotal', amount: subtotalAmount },
      ...(coupon ? [{ code: 'discount' as const, title: `Coupon ${coupon.code}`, amount: -discountAmount }] : []),
      { code: 'shipping' as const, title: 'Shipping', amount: shipping.amount },
      ...(addedTaxAmount > 0 ? [{ code: 'tax' as const, title: msg('Tax'), amount: addedTaxAmount }] : []),
      { code: 'total' as const, title: 'Total', amount: totalAmount },
      ...(creditAmount > 0 ? [{ code: 'credit' as const, title: 'Store credit', amount: -creditAmount }] : []),
    ]
    await tx.insert(orderTotals).values(totals.map((total, sort) => ({ ...total, ...owner, sort })))
    await tx.insert(orderAddresses).values({ ...address, ...owner })
    const { vatCheck } = order.business ?? {}
    const who = staff
      ? { actor: 'staff' as const, data: { by: staff.staff } }
      : { actor: 'shopper' as const, ...(vatCheck && { data: { vat_check: vatCheck } }) }
    const event = { command: 'placeOrder', fromStatus: null, toStatus: orderStatus.unpaid, ...who }
    await tx.insert(orderEvents).values({ ...owner, ...event, at: now })
    return { orderId, orderNo, totalAmount, creditAmount, currency: order.currency }
  })
}

/** Addresses store ISO codes. Imported text that matches no country stays as it is. */
const toCountry = (text: string): string => findCountryCode(text) ?? text

export type PricedLines = Awaited<ReturnType<typeof priceLines>>
type OrderDraft = { orderId: string; pricedLines: PricedLines; shippingAmount: number; isNew: boolean; now: Date }
type OrderOwner = { customerId: string | null; email: string }

/**
 * Returns when a guest's stock hold ends. The stock of an account's order is held for as long as the order can be paid.
 */
export function findGuestHoldEnd(now: Date, { guestHoldMinutes }: Pick<Bounds, 'guestHoldMinutes'>): Date {
  return new Date(now.getTime() + guestHoldMinutes * minuteMs)
}

function identifyShopper({ by, customerId, email }: Pick<NewOrder, 'by' | 'customerId' | 'email'>): Shopper {
  return customerId
    ? { customerId, email: email.toLowerCase(), isVerified: by === 'shop' || by.isVerified }
    : { customerId: null }
}

/**
 * Limits the orders that wait for payment: by account, by a guest's email address, and by network if the address is unverified.
 * The lock makes concurrent orders wait, so that all of them are counted.
 */
async function refuseTooManyUnpaid(
  tx: Database,
  { customerId, email, now }: OrderOwner & { now: Date },
  { bounds, network, isVerified }: VisitorLimits,
): Promise<void> {
  const orderOwner = customerId ? `account ${customerId}` : `email ${email}`
  const names = isVerified ? [orderOwner] : [orderOwner, `network ${network}`]
  for (const name of names) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 15))`)
  const isWaiting = and(
    isNull(orders.paidAt),
    or(
      eq(orders.statusId, orderStatus.onHold),
      and(eq(orders.statusId, orderStatus.unpaid), gt(orders.expiresAt, now)),
    ),
  )
  const countWaiting = async (condition: SQL | undefined) =>
    (await tx.select({ waiting: count() }).from(orders).where(and(condition, isWaiting)))[0]?.waiting ?? 0
  if (customerId) {
    const own = await countWaiting(eq(orders.customerId, customerId))
    if (own >= bounds.unpaidPerAccount) throw refuse('too_many_unpaid')
  } else {
    const own = await countWaiting(and(isNull(orders.customerId), eq(orders.email, email)))
    if (own >= bounds.unpaidPerGuestEmail) throw refuse('too_many_waiting')
  }
  if (isVerified) return
  const there = await countWaiting(eq(orders.network, network))
  if (there >= bounds.unpaidPerNetwork) throw refuse('too_many_waiting')
}

/** Checks the limits again, independently of the cart. */
async function refuseAboveLimits(
  tx: Database,
  orderOwner: OrderOwner,
  pricedLines: PricedLines,
  { bounds, isVerified }: VisitorLimits,
) {
  const skuCounts = countBySku(pricedLines)
  const tooMany = (code: 'too_many_of_one' | 'too_many_skus' | 'too_many_pieces', max: number) =>
    refuse(code, { message: countedMessage(code, max) })
  if (Math.max(...skuCounts.values()) > bounds.cartPerSku) throw tooMany('too_many_of_one', bounds.cartPerSku)
  if (skuCounts.size > bounds.cartSkus) throw tooMany('too_many_skus', bounds.cartSkus)
  if (pricedLines.length > bounds.cartPieces) throw tooMany('too_many_pieces', bounds.cartPieces)
  const free = pricedLines.filter(({ typeName }) => typeName === 'zero_buy')
  if (free.length === 0) return
  const hadFreeItem = free.length > 1 || (await hasReceivedFreeItem(tx, orderOwner))
  const problem = findFreeProblem({
    isVerified,
    hadFreeItem,
    hasPaidLine: pricedLines.some(({ priceAmount }) => priceAmount > 0),
  })
  if (problem) throw refuse(problem, { errors: { lines: free.slice(0, 1).map(({ name }) => name) } })
}

/** Reserves the chosen coupon for the order, if any, and returns its discount. */
async function holdCoupon(tx: Database, order: NewOrder, orderDraft: OrderDraft): Promise<ReservedClaim | null> {
  if (!order.claimId) return null
  const { orderId, pricedLines, shippingAmount, isNew, now } = orderDraft
  const { claimId, customerId, email, currency } = order
  const lines = pricedLines.map((line) => ({
    lineRef: String(line.position),
    productId: line.productId,
    categoryCode: line.categoryCode,
    amount: line.priceAmount,
  }))
  return reserveClaim(tx, { claimId, customerId, email, orderId, currency, lines, shippingAmount, isNew, now })
}

/**
 * Takes store credit before any other payment. The transaction of the order prevents concurrent orders from spending it twice.
 */
async function payWithCredit(
  tx: Database,
  { usesCredit, customerId, currency }: NewOrder,
  { orderId, totalAmount, at }: { orderId: string; totalAmount: number; at: Date },
): Promise<number> {
  if (!usesCredit || !customerId) return 0
  const creditAmount = await spendCredit(tx, { customerId, orderId, totalAmount, currency, at })
  if (creditAmount > 0) await tx.update(orders).set({ creditAmount }).where(eq(orders.id, orderId))
  return creditAmount
}

/**
 * Shares the coupon's discount over its lines. A coupon for some products gives the other lines no discount, so that the other
 * lines are refunded at their full price.
 */
export function shareCoupon(
  pricedLines: PricedLines,
  coupon: Pick<ReservedClaim, 'discountAmount' | 'lineRefs'> | null,
  currency: string,
): number[] {
  return shareDiscount(
    coupon?.discountAmount ?? 0,
    pricedLines.map((line) => (coupon?.lineRefs.includes(String(line.position)) ? line.priceAmount : 0)),
    payStepOf(currency),
  )
}

type LineOwner = { orderId: string; customerId: string | null; isUnverifiedHold: boolean }

async function writeLines(
  tx: Database,
  owner: LineOwner,
  pricedLines: PricedLines,
  { shares, tax }: { shares: number[]; tax: TaxQuote },
): Promise<void> {
  await tx.insert(orderLines).values(
    pricedLines.map(({ taxCategory: _, weight: __, ...line }, index) => {
      const share = shares[index] ?? 0
      const { addedTaxAmount = 0, taxAmount = 0, rate: taxRate = 0 } = tax.lines[index] ?? {}
      const paidAmount = line.priceAmount - share + addedTaxAmount
      return { ...line, ...owner, id: newId(), discountAmount: share, addedTaxAmount, taxRate, taxAmount, paidAmount }
    }),
  )
}

/** Writes the tax summary of the order. An untaxed order has none. */
async function writeTaxRows(
  tx: Database,
  owner: { orderId: string; customerId: string | null },
  { treatment, rows }: TaxQuote,
): Promise<void> {
  if (treatment === 'untaxed') return
  await tx.insert(orderTaxes).values(rows.map((row, position) => ({ ...row, ...owner, position })))
}

type OrderTaxInput = Omit<TaxedOrder, 'step' | 'decimals' | 'convert'>

/** Computes the tax of an order in its currency, for the quote and the order itself. */
export async function quoteOrderTax(
  { db, taxes }: Pick<Shop, 'db' | 'taxes'>,
  { currency, ...order }: OrderTaxInput,
): Promise<TaxQuote> {
  const known = await readCurrencies(db)
  const to = known.get(currency)
  const convert = (amount: number, code: string) => {
    const from = known.get(code)
    return from && to ? convertAmount(amount, from, to) : null
  }
  return quoteTax(db, { ...order, currency, decimals: to?.decimals ?? 2, step: payStepOf(currency), convert }, taxes)
}

/** Returns the weight of the lines in grams. Each line is one unit. */
export function weighLines(lines: readonly Pick<PricedLines[number], 'weight'>[]): number {
  return lines.reduce((sum, { weight }) => sum + weight, 0)
}

type Priced = Pick<NewOrder, 'currency' | 'lines'> & { isNew: boolean }

/** Reads the current name, price and rules of each line from the catalog. */
export async function priceLines(db: Database, order: Priced) {
  const ids = [...new Set(order.lines.map(({ skuId }) => skuId))]
  const rows = await db
    .select({ sku: skus, product: products, category: categories })
    .from(skus)
    .innerJoin(products, eq(products.id, skus.productId))
    .innerJoin(categories, eq(categories.id, products.basicCategoryId))
    .where(inArray(skus.id, ids))
  const found = new Map(rows.map((row) => [row.sku.id, row]))
  const options = Map.groupBy(
    await db.select().from(skuOptions).where(inArray(skuOptions.skuId, ids)).orderBy(asc(skuOptions.position)),
    ({ skuId }) => skuId,
  )
  const { style, prices } = await priceSkus(
    db,
    rows.map(({ sku }) => sku),
    { currency: order.currency, isNewUser: order.isNew },
  )
  if (style.code !== order.currency) throw refuse('invalid_input')
  const taxCategories = await readTaxCategories(db)
  return order.lines.map((line, position) => {
    const row = found.get(line.skuId)
    const price = prices.get(line.skuId)
    if (!row || !price || row.product.status !== availability.forSale) throw refuse('not_for_sale')
    const { sku, product, category } = row
    const isFree = line.isGift === true || product.saleTypeName === 'zero_buy'
    return {
      position,
      productId: product.id,
      skuId: sku.id,
      skuName: sku.sku,
      name: product.name,
      description: product.description,
      options: (options.get(sku.id) ?? []).map(({ name, valueName }) => ({ name, valueName })),
      image: sku.image ?? product.image,
      categoryCode: category.code,
      categoryName: category.name,
      isReturnable: category.isReturnable,
      weight: sku.weight ?? 0,
      taxCategory: product.taxCategory ?? taxCategories.get(category.id) ?? null,
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
