import { and, eq, inArray, notInArray } from 'drizzle-orm'
import type { StaffParsed } from '#contract/calls/staff-call.ts'
import {
  findPriceProblem,
  isSamePrice,
  noPrice,
  type PriceAmounts,
} from '#features/catalogue/price-changes.staff.rules.ts'
import { findGridProblem, joinSearchWords } from '#features/catalogue/product.staff.rules.ts'
import type {
  SkuPrice,
  SkuToSave,
  StaffProduct,
  saveSkuGrid as saveSkuGridCall,
} from '#features/catalogue/products.staff.contract.ts'
import { readCurrencies } from '#features/settings/server/currencies.service.ts'
import type { Database } from '#server/database/database.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { productImages, products, skuOptions, skuPrices, skus } from '../catalogue.tables.ts'
import { readProduct } from '../products/products.staff.service.ts'
import { reserveIds } from '../products/reserve-ids.ts'
import { priceChanges } from './price-changes.tables.ts'
import { type LockedSku, lockSkus, type PriceAuthor, setPrice } from './prices.staff.service.ts'
import { writeStockMoves } from './stock.staff.service.ts'

type Priced = { currency: string; amounts: PriceAmounts & { priceAmount: number } }
type GridSku = Omit<SkuToSave, 'prices'> & { sort: number; prices: Priced[] }

/** Saves all SKUs of a product: adds new SKUs, updates existing SKUs, and removes SKUs that are left out. */
export async function saveSkuGrid(
  shop: Shop,
  { handle, skus: given }: StaffParsed<typeof saveSkuGridCall>,
  actorName: string,
): Promise<StaffProduct> {
  const { db, clock } = shop
  const author = { name: actorName, now: clock.now() }
  const [product] = await db.select().from(products).where(eq(products.handle, handle))
  if (!product) throw refuse('not_found')
  const problem = findGridProblem(given)
  if (problem) throw refuseFields({ [problem.field]: [problem.detail] })
  const grid = await readGrid(db, product.id, given)
  const known = new Map((await lockSkus(db, eq(skus.productId, product.id))).map((sku) => [sku.sku, sku]))
  await refuseForeignSkus(db, product.id, grid)
  await removeUnlistedSkus(db, product.id, grid, known)
  const added = grid.filter(({ sku }) => !known.has(sku))
  const ids = await reserveIds(db, 'skus', added.length)
  await addSkus(
    db,
    product.id,
    added.map((sku, at) => ({ ...sku, id: ids[at] ?? 0 })),
    author,
  )
  for (const sku of grid) {
    const old = known.get(sku.sku)
    if (old) await changeSku(db, old, sku, author)
  }
  await saveOptions(
    db,
    grid.map((sku) => ({ ...sku, id: known.get(sku.sku)?.id ?? ids[added.indexOf(sku)] ?? 0 })),
  )
  const words = grid.flatMap(({ options }) => options.map(({ value }) => value))
  const searchWords = joinSearchWords(product.searchWords, words)
  if (searchWords !== product.searchWords)
    await db.update(products).set({ searchWords }).where(eq(products.id, product.id))
  return readProduct(shop, handle)
}

/** Parses the grid with its prices and validates every field. */
async function readGrid(db: Database, productId: number, given: SkuToSave[]): Promise<GridSku[]> {
  const currencies = await readCurrencies(db)
  const pictures = await db
    .select({ path: productImages.path })
    .from(productImages)
    .where(eq(productImages.productId, productId))
  return given.map((sku, at) => {
    if (sku.image !== null && !pictures.some(({ path }) => path === sku.image)) {
      throw refuseFields({ [`skus.${at}.image`]: ['This picture does not belong to the product.'] })
    }
    const prices = sku.prices.map((price, place) => {
      const field = `skus.${at}.prices.${place}`
      const { currency } = price.price
      if (!currencies.has(currency))
        throw refuseFields({ [field]: [`This shop does not have the currency ${currency}.`] })
      const others = [price.special, price.new_user, price.compare_at].filter((one) => one !== null)
      if (others.some((one) => one.currency !== currency))
        throw refuseFields({ [field]: ['All amounts of a price must have the same currency.'] })
      const amounts = toAmounts(price)
      const problem = findPriceProblem(amounts, sku.is_free)
      if (problem) throw refuseFields({ [`${field}.${problem.field}`]: [problem.detail] })
      return { currency, amounts }
    })
    if (new Set(prices.map(({ currency }) => currency)).size < prices.length) {
      throw refuseFields({ [`skus.${at}.prices`]: ['A currency is listed twice.'] })
    }
    return { ...sku, sort: at, prices }
  })
}

function toAmounts({ price, special, new_user, compare_at }: SkuPrice): Priced['amounts'] {
  return {
    priceAmount: price.amount,
    specialPriceAmount: special?.amount ?? null,
    newUserPriceAmount: new_user?.amount ?? null,
    compareAtAmount: compare_at?.amount ?? null,
  }
}

async function refuseForeignSkus(db: Database, productId: number, grid: GridSku[]): Promise<void> {
  if (grid.length === 0) return
  const foreignSkus = await db
    .select({ sku: skus.sku, productId: skus.productId })
    .from(skus)
    .where(
      inArray(
        skus.sku,
        grid.map(({ sku }) => sku),
      ),
    )
  const other = foreignSkus.find((one) => one.productId !== productId)
  if (other) throw refuse('exists_already', { message: `${other.sku} is an SKU of another product.` })
}

async function removeUnlistedSkus(
  db: Database,
  productId: number,
  grid: GridSku[],
  known: Map<string, LockedSku>,
): Promise<void> {
  const codes = grid.map(({ sku }) => sku)
  if ([...known.keys()].every((code) => codes.includes(code))) return
  await db
    .delete(skus)
    .where(and(eq(skus.productId, productId), codes.length > 0 ? notInArray(skus.sku, codes) : undefined))
}

async function addSkus(
  db: Database,
  productId: number,
  list: (GridSku & { id: number })[],
  { name, now }: PriceAuthor,
) {
  if (list.length === 0) return
  const rows = list.map(({ id, sku, image, stock, weight, sort, prices, is_free: isFree }) => {
    const own = prices[0]
    if (!own) throw new Error(`Sku ${sku} has no price`)
    return { id, sku, productId, image, inventory: stock, weight, sort, isFree, currency: own.currency, ...own.amounts }
  })
  await db.insert(skus).values(rows)
  const others = list.flatMap(({ id, prices }) =>
    prices.slice(1).map(({ currency, amounts }) => ({ skuId: id, currency, ...amounts })),
  )
  if (others.length > 0) await db.insert(skuPrices).values(others)
  await db.insert(priceChanges).values(
    list.flatMap(({ id, prices }) =>
      prices.map(({ currency, amounts }) => ({
        ...{ skuId: id, currency, ...amounts, fromAt: now },
        ...{ state: 'open' as const, actorName: name, madeAt: now },
      })),
    ),
  )
  const moves = list
    .filter(({ stock }) => stock > 0)
    .map(({ id, sku, stock }) => ({ skuId: id, sku, by: stock, stock, reason: 'received' as const, note: 'New' }))
  await writeStockMoves(db, moves, name, now)
}

async function changeSku(db: Database, old: LockedSku, sku: GridSku, author: PriceAuthor): Promise<void> {
  const own = sku.prices.find(({ currency }) => currency === old.currency) ?? sku.prices[0]
  if (!own) throw new Error(`Sku ${sku.sku} has no price`)
  if (own.currency !== old.currency) {
    // The base currency changes, so the manual price in the new base currency moves to the SKU itself.
    await db.delete(skuPrices).where(eq(skuPrices.skuId, old.id))
    Object.assign(old, { currency: own.currency }, own.amounts)
    await db
      .update(skus)
      .set({ currency: own.currency, ...own.amounts })
      .where(eq(skus.id, old.id))
  }
  const { image, sort, is_free: isFree, weight = old.weight } = sku
  if (image !== old.image || sort !== old.sort || isFree !== old.isFree || weight !== old.weight) {
    await db.update(skus).set({ image, sort, isFree, weight }).where(eq(skus.id, old.id))
  }
  const byHand = await db.select().from(skuPrices).where(eq(skuPrices.skuId, old.id))
  const current = new Map<string, PriceAmounts>([
    ...byHand.map((one) => [one.currency, one] as const),
    [old.currency, old],
  ])
  for (const { currency, amounts } of sku.prices) {
    if (!isSamePrice(current.get(currency) ?? noPrice, amounts)) await setPrice(db, old, { currency, amounts }, author)
  }
  for (const { currency } of byHand) {
    const isNamed = sku.prices.some((one) => one.currency === currency)
    if (!isNamed) await setPrice(db, old, { currency, amounts: noPrice }, author)
  }
}

async function saveOptions(db: Database, list: (GridSku & { id: number })[]): Promise<void> {
  if (list.length === 0) return
  const ids = list.map(({ id }) => id)
  const optionRows = list.flatMap(({ id, options }) =>
    options.map(({ name, value }, position) => ({ skuId: id, position, name, valueName: value })),
  )
  const stored = await db.select().from(skuOptions).where(inArray(skuOptions.skuId, ids))
  const key = (one: (typeof optionRows)[number]) => JSON.stringify([one.skuId, one.position, one.name, one.valueName])
  const has = new Set(stored.map(key))
  if (stored.length === optionRows.length && optionRows.every((one) => has.has(key(one)))) return
  await db.delete(skuOptions).where(inArray(skuOptions.skuId, ids))
  if (optionRows.length > 0) await db.insert(skuOptions).values(optionRows)
}
