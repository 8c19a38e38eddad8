import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { type PriceStyle, toWirePrice } from '#contract/money/money.ts'
import { availability, findUsSize } from '#features/catalogue/catalogue.rules.ts'
import { categories, products, shoeSizes, skuOptions, skus } from '#features/catalogue/server/catalogue.tables.ts'
import { priceSkus } from '#features/catalogue/server/products/product.service.ts'
import type { CouponLine } from '#features/coupons/coupons.rules.ts'
import { priceShipping } from '#features/markets/server/shipping.service.ts'
import { findActiveMarket } from '#features/markets/server/ships-to.service.ts'
import { findCheapestShipping } from '#features/markets/shipping.rules.ts'
import type { Database } from '#server/database/database.ts'
import { prepareOnce } from '#server/database/prepare-once.ts'
import type { Shopper } from '#server/hook-values.ts'
import type { Visitor } from '#server/http/http.ts'
import { refuseFields } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import type { Cart, CartLine } from '../cart.contract.ts'
import { countUnits, type FreeItemBuyer, findLineProblems, pickBuyable } from '../cart.rules.ts'
import { type CartOwner, ownedBy } from './cart.service.ts'
import { cartItems, carts } from './cart.tables.ts'

export async function getCart(
  shop: Pick<Shop, 'db' | 'bounds' | 'hooks'>,
  actor: Visitor,
  owner: CartOwner,
  view: PriceView & { country: string },
): Promise<Cart> {
  const { lines, style, amounts, weights } = await readCartLines(shop, actor, owner, view)
  const buyable = pickBuyable(lines)
  const subtotal = buyable.reduce((sum, { sku_id, quantity }) => sum + (amounts.get(sku_id) ?? 0) * quantity, 0)
  return {
    lines,
    count: countUnits(lines),
    buyable_count: countUnits(buyable),
    subtotal: toWirePrice(subtotal, style),
    shipping: await findShipping(shop.db, buyable, { country: view.country, subtotal, style, weights }),
  }
}

type ShippedCart = { country: string; subtotal: number; style: PriceStyle; weights: Map<number, number> }

/** Returns the cheapest shipping of the items that can be ordered, and the amount that is missing for free shipping. */
async function findShipping(
  db: Database,
  buyable: readonly CartLine[],
  { country, subtotal, style, weights }: ShippedCart,
): Promise<Cart['shipping']> {
  if (buyable.length === 0 || !(await findActiveMarket(db, country))) return null
  const weight = buyable.reduce((sum, { sku_id, quantity }) => sum + (weights.get(sku_id) ?? 0) * quantity, 0)
  const offers = await priceShipping(db, { country, currency: style.code, subtotalAmount: subtotal, weight })
  const cheapest = findCheapestShipping(offers, subtotal)
  if (!cheapest) return null
  const { method, missingAmount } = cheapest
  return {
    country,
    price: toWirePrice(method.amount, style),
    is_free: method.amount === 0,
    missing_for_free: missingAmount === null ? null : toWirePrice(missingAmount, style),
  }
}

/** Currency and language of the prices. */
export type PriceView = { currency?: string | undefined; language: string }

type CartLines = {
  lines: CartLine[]
  style: PriceStyle
  /** Price of one unit of each SKU, in minor units. */
  amounts: Map<number, number>
  /** Weight of one unit in grams, for SKUs with a known weight. */
  weights: Map<number, number>
  /** Earlier price of one unit, for reduced SKUs. */
  beforeAmounts: Map<number, number>
}

type WantedRow = {
  quantity: number
  sku: typeof skus.$inferSelect
  product: typeof products.$inferSelect
  categoryCode: string
}

/** Reads the lines with the stock and prices for this visitor. */
export async function readCartLines(
  shop: Pick<Shop, 'db' | 'bounds' | 'hooks'>,
  actor: Visitor,
  owner: CartOwner,
  view: PriceView,
): Promise<CartLines> {
  const rows = await shop.db
    .select({ quantity: cartItems.quantity, sku: skus, product: products, categoryCode: categories.code })
    .from(carts)
    .innerJoin(cartItems, eq(cartItems.cartId, carts.id))
    .innerJoin(skus, eq(skus.id, cartItems.skuId))
    .innerJoin(products, eq(products.id, skus.productId))
    .innerJoin(categories, eq(categories.id, products.basicCategoryId))
    .where(ownedBy(owner))
    .orderBy(desc(cartItems.addedAt), asc(cartItems.skuId))
    // Carts from before the limits may be too large, so at most one order is read. Older lines appear once the newer
    // lines are ordered.
    .limit(shop.bounds.cartSkus)
  return toCartLines(shop, actor, rows, view)
}

export type AskedLine = { sku: string; quantity: number }

/** Reads lines for the given SKUs as if they were in a cart, in the given order and with the current stock. */
export async function readAskedLines(
  shop: Pick<Shop, 'db' | 'bounds' | 'hooks'>,
  shopper: Shopper,
  requestedLines: readonly AskedLine[],
  view: PriceView,
): Promise<Omit<CartLines, 'lines'> & { lines: (CartLine & { sku: string; stock: number })[] }> {
  const found = await shop.db
    .select({ sku: skus, product: products, categoryCode: categories.code })
    .from(skus)
    .innerJoin(products, eq(products.id, skus.productId))
    .innerJoin(categories, eq(categories.id, products.basicCategoryId))
    .where(
      inArray(
        skus.sku,
        requestedLines.map(({ sku }) => sku),
      ),
    )
  const byCode = new Map(found.map((row) => [row.sku.sku, row]))
  const rows = requestedLines.map(({ sku: code, quantity }, at) => {
    const row = byCode.get(code)
    if (!row) throw refuseFields({ [`lines.${at}.sku`]: [`There is no SKU ${code}.`] })
    if (requestedLines.findIndex(({ sku }) => sku === code) < at) {
      throw refuseFields({ [`lines.${at}.sku`]: [`${code} is listed twice. Send one line with the whole quantity.`] })
    }
    return { ...row, quantity }
  })
  const { lines, ...rest } = await toCartLines(shop, shopper, rows, view)
  return {
    ...rest,
    lines: lines.map((line, at) => ({
      ...line,
      sku: requestedLines[at]?.sku ?? '',
      stock: rows[at]?.sku.inventory ?? 0,
    })),
  }
}

async function toCartLines(
  { db, bounds, hooks }: Pick<Shop, 'db' | 'bounds' | 'hooks'>,
  shopper: Shopper,
  rows: readonly WantedRow[],
  { currency, language }: PriceView,
): Promise<CartLines> {
  const skuIds = rows.map(({ sku }) => sku.id)
  const hasSkus = inArray(skuOptions.skuId, skuIds)
  const options = Map.groupBy(
    await db.select().from(skuOptions).where(hasSkus).orderBy(asc(skuOptions.position)),
    ({ skuId }) => skuId,
  )
  const sizes = Map.groupBy(await db.select().from(shoeSizes), ({ categoryCode }) => categoryCode)
  const isNewUser = await hooks.isNewShopper(db, shopper)
  const { style: written, prices } = await priceSkus(
    db,
    rows.map(({ sku }) => sku),
    { currency, isNewUser },
  )
  const style = { ...written, language }
  const amounts = new Map<number, number>()
  const beforeAmounts = new Map<number, number>()
  const problems = findLineProblems(
    rows.map(({ quantity, sku, product }) => ({
      status: product.status,
      inventory: sku.inventory,
      quantity,
      isFree: product.saleTypeName === 'zero_buy',
      hasPrice: prices.has(sku.id),
    })),
    bounds,
    await findFreeItemBuyer(
      { db, hooks },
      shopper,
      rows.some(({ product }) => product.saleTypeName === 'zero_buy'),
    ),
  )
  const lines = rows.map(({ quantity, sku, product, categoryCode }, index): CartLine => {
    const price = prices.get(sku.id)
    // A free item costs nothing in the cart, as in the order itself.
    const isFree = product.saleTypeName === 'zero_buy'
    const before = (isFree ? price?.priceAmount : price?.compareAtAmount) ?? null
    const amount = price && (isFree ? 0 : price.priceAmount)
    if (amount !== undefined) amounts.set(sku.id, amount)
    if (before !== null) beforeAmounts.set(sku.id, before)
    const usSizes = Object.fromEntries((sizes.get(categoryCode) ?? []).map(({ euSize, usSize }) => [euSize, usSize]))
    return {
      sku_id: sku.id,
      product_id: product.id,
      handle: product.handle,
      name: product.name,
      image: sku.image ?? product.image,
      options: (options.get(sku.id) ?? []).map(({ name, valueName }) => ({
        name,
        value_name: valueName,
        us_size: findUsSize(valueName, categoryCode, usSizes),
      })),
      type: product.saleType,
      type_name: product.saleTypeName,
      quantity,
      inventory: Math.min(sku.inventory, isFree ? 1 : bounds.cartPerSku),
      price: amount === undefined ? null : toWirePrice(amount, style),
      compare_at_price: before === null ? null : toWirePrice(before, style),
      problem: problems[index] ?? null,
    }
  })
  const weights = new Map(rows.map(({ sku }) => [sku.id, sku.weight ?? 0]))
  return { lines, style, amounts, weights, beforeAmounts }
}

async function findFreeItemBuyer(
  { db, hooks }: Pick<Shop, 'db' | 'hooks'>,
  shopper: Shopper,
  wantsFreeItem: boolean,
): Promise<FreeItemBuyer> {
  if (!shopper.customerId || !shopper.isVerified) return { isVerified: false, hadFreeItem: false }
  return { isVerified: true, hadFreeItem: wantsFreeItem && (await hooks.hasReceivedFreeItem(db, shopper)) }
}

const buyableOf = prepareOnce((db) => {
  const { id, currency, priceAmount, specialPriceAmount, newUserPriceAmount, compareAtAmount, isFree } = skus
  return db
    .select({
      sku: { id, currency, priceAmount, specialPriceAmount, newUserPriceAmount, compareAtAmount, isFree },
      quantity: cartItems.quantity,
      productId: products.id,
      categoryCode: categories.code,
    })
    .from(carts)
    .innerJoin(cartItems, eq(cartItems.cartId, carts.id))
    .innerJoin(skus, eq(skus.id, cartItems.skuId))
    .innerJoin(products, eq(products.id, skus.productId))
    .innerJoin(categories, eq(categories.id, products.basicCategoryId))
    .where(
      and(
        eq(carts.customerId, sql.placeholder('customerId')),
        eq(products.status, availability.forSale),
        gt(skus.inventory, 0),
      ),
    )
    .prepare('cart_buyable')
})

/** Returns the lines of a shopper's cart that can be bought now, with their price in each of the given currencies. */
export async function priceCart(
  { db, hooks }: Pick<Shop, 'db' | 'hooks'>,
  actor: { customerId: string; email: string; isVerified: boolean },
  currencies: ReadonlySet<string>,
): Promise<Map<string, CouponLine[]>> {
  const items = await buyableOf(db).execute({ customerId: actor.customerId })
  const lines = new Map<string, CouponLine[]>()
  if (items.length === 0) return lines
  const isNewUser = await hooks.isNewShopper(db, actor)
  const rows = items.map(({ sku }) => sku)
  for (const currency of currencies) {
    const { prices } = await priceSkus(db, rows, { currency, isNewUser })
    lines.set(
      currency,
      items.flatMap(({ sku, quantity, productId, categoryCode }) => {
        const price = prices.get(sku.id)
        return price ? { productId, categoryCode, amount: price.priceAmount * quantity } : []
      }),
    )
  }
  return lines
}
