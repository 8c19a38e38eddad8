import { type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '#contract/calls/call.ts'
import { payStepOf } from '#contract/money/currency-units.ts'
import { findPriceGrid } from '#features/catalogue/prices.rules.ts'
import type { listProducts } from '#features/catalogue/product-list.contract.ts'
import { maxChoices } from '#features/catalogue/product-list.rules.ts'
import { hundredPercent } from '#features/settings/price-endings.rules.ts'
import { readCurrencies } from '#features/settings/server/currencies.service.ts'
import { cacheAnswers } from '#server/cache/cached-values.ts'
import type { Database } from '#server/database/database.ts'
import { pricedSkus, toPayable, toViewAmount, type View } from '../lists/product-cards.service.ts'

type ParsedInput = Parsed<typeof listProducts>
export type CategoryScope = { code: string; name: string; ids: number[] }

/**
 * The products of a list before its filters. `match` and `matchUnindexed` match the same products, with and without the
 * index. `key` identifies the words in caches.
 */
export type Scope = { category: CategoryScope | null; words: { key: string; match: SQL; matchUnindexed: SQL } | null }

// 240: the most results that are ranked by relevance. Further results follow by age, because ranking a common word of a
// large shop would take too long.
const maxRanked = 240
// 8,000: with more results, scanning all products from the newest is faster than collecting and sorting the results.
export const manyMatches = 8_000

/** Returns a parameter for `any(…)`. Drizzle would expand an array into many parameters. */
export function toArray(values: readonly (string | number)[]): SQL {
  return sql`${sql.param(values)}`
}

/** Returns a condition for the listed products `p`. */
export function scopeCondition({ category, words }: Scope): SQL {
  const conditions = [sql`p.is_listed`]
  if (category) conditions.push(sql`p.category_ids && ${toArray(category.ids)}::int[]`)
  if (words) conditions.push(words.match)
  return sql.join(conditions, sql` and `)
}

/** Returns a condition for a word prefix, so that "swim" finds swimsuits. Stop words such as "the" match everything. */
const matchWord = (word: string, matches: (query: SQL) => SQL = (query) => sql`p.search_vector @@ ${query}`) => {
  const query = sql`to_tsquery('english', ${`${word}:*`})`
  return sql`(numnode(${query}) = 0 or ${matches(query)})`
}

export function matchWords(words: string[]): SQL {
  return words.length === 0
    ? sql`false`
    : sql.join(
        words.map((word) => matchWord(word)),
        sql` and `,
      )
}

/**
 * Returns the condition of `matchWords` in a form that does not use the index. PostgreSQL uses the index for the
 * operator only, never for the function behind the operator.
 */
export function matchWordsUnindexed(words: string[]): SQL {
  const matches = (query: SQL) => sql`ts_match_vq(p.search_vector, ${query})`
  return words.length === 0
    ? sql`false`
    : sql.join(
        words.map((word) => matchWord(word, matches)),
        sql` and `,
      )
}

// 4: in a shorter word, a different letter usually means another word instead of a typo.
const minTypoLength = 4

export function matchWordsFuzzy(words: string[]): SQL {
  if (words.length === 0) return sql`false`
  const fuzzy = (word: string) =>
    word.length < minTypoLength ? matchWord(word) : sql`(${matchWord(word)} or ${word} <<% p.names)`
  return sql.join(words.map(fuzzy), sql` and `)
}

/**
 * Formats a combination of size, color and stock that one SKU must have. The database function `listing_of()` uses the
 * same format.
 */
function toOfferKey(size: string | null, color: string | null, isInStock: boolean): string {
  const values = [size !== null && `size ${size}`, color !== null && `color ${color}`].filter(
    (value) => value !== false,
  )
  return `${isInStock ? '+' : ''}${values.join('\n')}`
}

/** Returns the keys of the requested combinations. Returns null without filters by size, color or stock. */
function listOfferKeys({ size, color, in_stock }: ParsedInput): string[] | null {
  const choices = (values: string[] | undefined) =>
    values?.length ? [...new Set(values)].slice(0, maxChoices) : [null]
  const isInStock = in_stock === 1
  if (!size?.length && !color?.length && !isInStock) return null
  return choices(size).flatMap((one) => choices(color).map((other) => toOfferKey(one, other, isInStock)))
}

/**
 * Returns the filters and price limits as a condition for priced SKUs `s`. The condition applies to cards and to
 * products whose SKUs have different prices.
 */
export function skuCondition(view: View, input: ParsedInput): SQL {
  const conditions = [sql`true`]
  const hasOption = (name: string, values: string[]) => sql`exists (
    select 1 from sku_options o where o.sku_id = s.id and o.name = ${name}
      and o.value_name = any(${toArray(values.slice(0, maxChoices))}::text[]))`
  if (input.size?.length) conditions.push(hasOption('Size', [...new Set(input.size)]))
  if (input.color?.length) conditions.push(hasOption('Color', [...new Set(input.color)]))
  if (input.in_stock === 1) conditions.push(sql`s.inventory > 0`)
  const { least, most } = priceLimitsOf(view, input)
  if (least !== null) conditions.push(sql`s.price >= ${least}`)
  if (most !== null) conditions.push(sql`s.price <= ${most}`)
  return sql.join(conditions, sql` and `)
}

/** Returns the price limits in minor units of the view's currency. */
function priceLimitsOf({ currency }: View, { min_price, max_price }: ParsedInput) {
  const toMinor = (amount: number | undefined) =>
    amount === undefined ? null : Math.round(amount * 10 ** currency.decimals)
  const [least, most] = [toMinor(min_price), toMinor(max_price)]
  return { least, most, isLimited: least !== null || most !== null }
}

/** The tables whose changes may change a list. */
export const listInvalidations = [
  ...['product_card', 'products', 'product_categories', 'product_texts', 'skus', 'sku_options', 'sku_prices'],
  ...['categories', 'currencies', 'currency_rates'],
]

type PriceSource = { code: string; decimals: number; rate: number }
/**
 * The sources of prices in a view: the currencies of the products, and whether some products need a conversion by SKU.
 */
type PriceSources = { currencies: PriceSource[]; hasVaried: boolean; hasMixed: boolean }

const cacheSources = cacheAnswers<PriceSources>({ invalidatedBy: listInvalidations, maxEntries: 100 })

/**
 * Returns the price sources of a view, usually one currency. A currency is left out if all its products have a price in
 * the view's currency.
 */
export function listPriceSources(db: Database, view: View): Promise<PriceSources> {
  return cacheSources(db, view.currency.code, async () => {
    const { rows } = await db.execute<{ codes: string[] | null; has_varied: boolean; has_mixed: boolean }>(sql`
      with recursive known as (
        select min(currency) as code from listed_prices
        union all
        select (select min(l.currency) from listed_prices l where l.currency > known.code) from known where known.code is not null
      )
      select (select json_agg(code) from known where code is not null) as codes,
        exists (select from listed_products where is_varied) as has_varied,
        exists (select from listed_products where is_varied and is_mixed) as has_mixed`)
    const [found] = rows
    const known = await readCurrencies(db)
    const sources: PriceSource[] = []
    for (const code of found?.codes ?? []) {
      const exchange = known.get(code)
      // A currency without a rate cannot be converted, so its prices are not shown.
      if (!exchange) continue
      // A currency with own prices only shows no converted prices.
      if (view.currency.priceRule === 'own' && code !== view.currency.code) continue
      const source = { code, decimals: exchange.decimals, rate: exchange.rate }
      const { isMatch } = toPriceSource(view, source)
      const { rows: some } = await db.execute(sql`select from listed_prices l where ${isMatch} limit 1`)
      if (some.length > 0) sources.push(source)
    }
    return { currencies: sources, hasVaried: found?.has_varied ?? false, hasMixed: found?.has_mixed ?? false }
  })
}

const hasNoOwnPrice = ({ currency }: View) => sql`not exists (
  select from listed_prices v where v.product_id = l.product_id and v.currency = ${currency.code})`

/**
 * Returns the condition that selects the stored prices `l` of a currency, and the conversion of these prices to the
 * view.
 */
export function toPriceSource(view: View, { code, decimals, rate }: PriceSource) {
  const isOwn = code === view.currency.code
  return {
    isMatch: isOwn ? sql`l.currency = ${code}` : sql`l.currency = ${code} and l.is_own and ${hasNoOwnPrice(view)}`,
    low: view.isNewUser ? sql`l.new_user_low_amount` : sql`l.low_amount`,
    high: view.isNewUser ? sql`l.new_user_high_amount` : sql`l.high_amount`,
    toView: (amount: SQL) =>
      isOwn
        ? toOwnPrice(view, amount)
        : toViewAmount(view, { amount, decimals: sql`${decimals}::int`, rate: sql`${rate}::numeric` }),
    /**
     * Converts a price limit to the source currency, with a margin for rounding. Amounts beyond the converted limit are
     * also beyond the limit in the view. Other amounts are compared exactly.
     */
    toSource: (amount: number, side: -1 | 1) => {
      const { code: viewCode, rate: viewRate, decimals: viewDecimals } = view.currency
      if (isOwn) return amount + side * (payStepOf(viewCode) - 1)
      const { step, adjustment } = findPriceGrid(view.currency)
      const neighbor = ((amount + side * step) * hundredPercent) / (hundredPercent + adjustment)
      return Math.trunc((neighbor / 10 ** viewDecimals / viewRate) * rate * 10 ** decimals) + side
    },
  }
}

/** Returns a price in the currency of the view. Only a few currencies need a rounded price, which no index contains. */
const toOwnPrice = (view: View, amount: SQL): SQL =>
  payStepOf(view.currency.code) === 1 ? amount : toPayable(view, amount)

type Order = { own: (low: SQL) => SQL; all: SQL }
const orders: Record<'new' | 'price_asc' | 'price_desc', Order> = {
  new: { own: () => sql`p.created_at desc, p.product_id desc`, all: sql`created_at desc, product_id desc` },
  // Products with the same converted price are sorted by their original price, which is the order of the index.
  price_asc: {
    own: (low) => sql`${low}, l.created_at desc, l.product_id desc`,
    all: sql`price, own, created_at desc, product_id desc`,
  },
  price_desc: {
    own: (low) => sql`${low} desc, l.created_at desc, l.product_id desc`,
    all: sql`price desc, own desc, created_at desc, product_id desc`,
  },
}

type ListQuery = { db: Database; view: View; input: ParsedInput; scope: Scope }

/**
 * Selects products with their price in the view. Stored prices suffice if all SKUs of a product match, or if they have
 * the same price. Other products are checked by SKU. With `first`, at most `limit` products are read.
 */
async function selectPriced(
  { db, view, input, scope }: ListQuery,
  first?: { order: Order; limit: number },
): Promise<SQL> {
  const { currencies, hasVaried, hasMixed } = await listPriceSources(db, view)
  const { least, most } = priceLimitsOf(view, input)
  const offers = listOfferKeys(input)
  const isNarrowed = offers !== null || least !== null || most !== null
  const condition = listCondition(scope, offers)
  const parts = currencies.map((currency) => {
    const { isMatch, low, toView, toSource } = toPriceSource(view, currency)
    const price = toView(low)
    const conditions = [isMatch, condition]
    if (isNarrowed) conditions.push(sql`not p.is_varied`)
    if (least !== null) conditions.push(sql`${low} >= ${toSource(least, -1)} and ${price} >= ${least}`)
    if (most !== null) conditions.push(sql`${low} <= ${toSource(most, 1)} and ${price} <= ${most}`)
    return sql`(select l.product_id, l.created_at, ${price}::numeric as price, ${low} as own
      from listed_prices l join listed_products p on p.product_id = l.product_id
      where ${sql.join(conditions, sql` and `)}
      ${first ? sql`order by ${first.order.own(low)} limit ${first.limit}` : sql``})`
  })
  if (isNarrowed ? hasVaried : hasMixed) {
    parts.push(sql`(select p.product_id, p.created_at, min(s.price)::numeric as price, min(s.price)::bigint as own
      from listed_products p join ${pricedSkus(view)} s on s.product_id = p.product_id
      where p.is_varied and s.price is not null and ${isNarrowed ? sql`true` : sql`p.is_mixed`} and ${condition} and ${skuCondition(view, input)}
      group by p.product_id, p.created_at)`)
  }
  const nothing = sql`(select 0 as product_id, now() as created_at, 0::numeric as price, 0::bigint as own where false)`
  return sql.join(parts.length > 0 ? parts : [nothing], sql` union all `)
}

function listCondition(scope: Scope, offers: string[] | null): SQL {
  return offers ? sql`${scopeCondition(scope)} and p.offers && ${toArray(offers)}::text[]` : scopeCondition(scope)
}

const cacheTotals = cacheAnswers<number>({ invalidatedBy: listInvalidations, maxEntries: 2000 })
const cachePages = cacheAnswers<number[]>({ invalidatedBy: listInvalidations, maxEntries: 2000 })

/**
 * Returns the cache key of a result, independent of the sort order. The key contains the filter values instead of their
 * combinations, which would be many times longer.
 */
function listCacheKey({ view, input, scope }: ListQuery): unknown[] {
  const { least, most, isLimited } = priceLimitsOf(view, input)
  const prices = isLimited ? [least, most, view.currency.code, view.isNewUser] : []
  return [scope.category?.ids, scope.words?.key, input.size, input.color, input.in_stock, prices]
}

/** Returns the number of results, cached until the catalogue changes. */
export function countFound(listQuery: ListQuery): Promise<number> {
  const { db, view, input, scope } = listQuery
  return cacheTotals(db, JSON.stringify(listCacheKey(listQuery)), async () => {
    const found = priceLimitsOf(view, input).isLimited
      ? sql`(${await selectPriced(listQuery)}) found`
      : sql`listed_products p where ${listCondition(scope, listOfferKeys(input))}`
    const { rows } = await db.execute<{ total: string }>(sql`select count(*) as total from ${found}`)
    return Number(rows[0]?.total ?? 0)
  })
}

/** Returns the ids of one page in order, cached until the catalogue changes. `total` is the number of results. */
export function findPage(listQuery: ListQuery, total: number): Promise<number[]> {
  const { db, view, input, scope } = listQuery
  const sort = input.sort ?? (scope.words ? 'relevance' : 'new')
  const isByPrice = sort === 'price_asc' || sort === 'price_desc'
  const about = isByPrice ? [view.currency.code, view.isNewUser] : [input.q]
  const key = JSON.stringify([...listCacheKey(listQuery), sort, about, input.page, input.limit])
  return cachePages(db, key, async () => {
    const { rows } = await db.execute<{ ids: number[] }>(sql`select ${await selectPage(listQuery, sort, total)} as ids`)
    return rows[0]?.ids ?? []
  })
}

/** Returns the SQL array with the ids of the page. */
async function selectPage(listQuery: ListQuery, sort: keyof typeof orders | 'relevance', total: number): Promise<SQL> {
  const { view, input, scope } = listQuery
  const { limit, q = '' } = input
  const offset = (input.page - 1) * limit
  const byAge = async (from: number, count: number, shown = sql`p.product_id`) => {
    if (!priceLimitsOf(view, input).isLimited) {
      const { words } = scope
      const isUnindexed = !words || total > manyMatches
      const scanScope = words && isUnindexed ? { ...scope, words: { ...words, match: words.matchUnindexed } } : scope
      // The clause `offset 0` forces PostgreSQL to collect search results by the index. Otherwise PostgreSQL, which
      // does not know how rare a word is, might scan all products.
      const listed = isUnindexed
        ? sql`listed_products p where ${listCondition(scanScope, listOfferKeys(input))}`
        : sql`(select p.product_id, p.created_at, p.names, p.search_vector from listed_products p
            where ${listCondition(scanScope, listOfferKeys(input))} offset 0) p`
      return sql`select ${shown} from ${listed}
        order by p.created_at desc, p.product_id desc limit ${count} offset ${from}`
    }
    const found = await selectPriced(listQuery, { order: orders.new, limit: from + count })
    return sql`select ${shown} from (
        select product_id from (${found}) found order by ${orders.new.all} limit ${count} offset ${from}
      ) found join listed_products p on p.product_id = found.product_id order by p.created_at desc, p.product_id desc`
  }
  if (sort === 'new') return sql`array(${await byAge(offset, limit)})`
  if (sort !== 'relevance') {
    const order = orders[sort]
    const found = await selectPriced(listQuery, { order, limit: offset + limit })
    return sql`array(select product_id from (${found}) found order by ${order.all} limit ${limit} offset ${offset})`
  }
  const newest = await byAge(0, maxRanked, sql`p.product_id, p.created_at, p.names, p.search_vector`)
  const ranked = sql`array(
    select product_id from (${newest}) newest
    order by ts_rank(search_vector, websearch_to_tsquery('english', ${q})) desc, strict_word_similarity(${q}, names) desc,
      created_at desc, product_id desc
    limit ${limit} offset ${offset})`
  if (offset + limit <= maxRanked) return ranked
  const from = Math.max(offset, maxRanked)
  const rest = sql`array(${await byAge(from, offset + limit - from)})`
  return offset >= maxRanked ? rest : sql`${ranked} || ${rest}`
}
