import { type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '#contract/calls/call.ts'
import type { listProducts } from '#features/catalogue/product-list.contract.ts'
import { mostChoices } from '#features/catalogue/product-list.rules.ts'
import { keepAnswers } from '#server/cache/kept-copies.ts'
import type { Database } from '#server/database/database.ts'
import { pricedSkus, toViewAmount, type View } from '../lists/product-cards.service.ts'
import { readCurrencies } from './product.service.ts'

type Asked = Parsed<typeof listProducts>
export type CategoryScope = { code: string; name: string; ids: number[] }

/** The products of a list before filters. `key` and `walk` match the same products as `match`. */
export type Scope = { category: CategoryScope | null; words: { key: string; match: SQL; walk: SQL } | null }

// 240: the most results that are ranked by relevance. Further results follow by age, because ranking a common word of a
// large shop would take too long.
const mostWeighed = 240
// 8,000: above this number, scanning all products from the newest takes less time than collecting and sorting the
// results.
export const manyFound = 8_000

/** Returns a parameter for `any(…)`. Drizzle would expand an array into many parameters. */
export function toArray(values: readonly (string | number)[]): SQL {
  return sql`${sql.param(values)}`
}

/** Returns a condition for the listed products `p`. */
export function narrow({ category, words }: Scope): SQL {
  const conditions = [sql`p.is_listed`]
  if (category) conditions.push(sql`p.category_ids && ${toArray(category.ids)}::int[]`)
  if (words) conditions.push(words.match)
  return sql.join(conditions, sql` and `)
}

/** Returns a condition for a word prefix: "swim" finds swimsuits. Stop words such as "the" match everything. */
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
 * Returns the same condition without the index. PostgreSQL never uses an index for the function behind the operator.
 */
export function matchWordsWalking(words: string[]): SQL {
  const matches = (query: SQL) => sql`ts_match_vq(p.search_vector, ${query})`
  return words.length === 0
    ? sql`false`
    : sql.join(
        words.map((word) => matchWord(word, matches)),
        sql` and `,
      )
}

// 4: in shorter words, one different letter is too much for a typo.
const shortestTypo = 4

export function matchWordsNearly(words: string[]): SQL {
  if (words.length === 0) return sql`false`
  const nearly = (word: string) =>
    word.length < shortestTypo ? matchWord(word) : sql`(${matchWord(word)} or ${word} <<% p.names)`
  return sql.join(words.map(nearly), sql` and `)
}

/**
 * Formats a combination of size, color and stock that one SKU must have. The database function `listing_of()` uses the
 * same format.
 */
function toOffer(size: string | null, color: string | null, isInStock: boolean): string {
  const values = [size !== null && `size ${size}`, color !== null && `color ${color}`].filter(
    (value) => value !== false,
  )
  return `${isInStock ? '+' : ''}${values.join('\n')}`
}

/** Returns the requested combinations, or null without such filters. */
function listOffers({ size, color, in_stock }: Asked): string[] | null {
  const choices = (values: string[] | undefined) =>
    values?.length ? [...new Set(values)].slice(0, mostChoices) : [null]
  const isInStock = in_stock === 1
  if (!size?.length && !color?.length && !isInStock) return null
  return choices(size).flatMap((one) => choices(color).map((other) => toOffer(one, other, isInStock)))
}

/**
 * Returns the filters and price limits as a condition for priced SKUs `s`. Cards need it, and so do products with
 * different prices.
 */
export function narrowSkus(view: View, asked: Asked): SQL {
  const conditions = [sql`true`]
  const hasOption = (name: string, values: string[]) => sql`exists (
    select 1 from sku_options o where o.sku_id = s.id and o.name = ${name}
      and o.value_name = any(${toArray(values.slice(0, mostChoices))}::text[]))`
  if (asked.size?.length) conditions.push(hasOption('Size', [...new Set(asked.size)]))
  if (asked.color?.length) conditions.push(hasOption('Color', [...new Set(asked.color)]))
  if (asked.in_stock === 1) conditions.push(sql`s.inventory > 0`)
  const { least, most } = limitsOf(view, asked)
  if (least !== null) conditions.push(sql`s.price >= ${least}`)
  if (most !== null) conditions.push(sql`s.price <= ${most}`)
  return sql.join(conditions, sql` and `)
}

/** Returns the price limits in minor units of the view's currency. */
function limitsOf({ currency }: View, { min_price, max_price }: Asked) {
  const toMinor = (amount: number | undefined) =>
    amount === undefined ? null : Math.round(amount * 10 ** currency.decimals)
  const [least, most] = [toMinor(min_price), toMinor(max_price)]
  return { least, most, isLimited: least !== null || most !== null }
}

/** The tables whose changes may change a list. */
export const listsToldOf = [
  ...['product_card', 'products', 'product_categories', 'product_texts', 'skus', 'sku_options', 'sku_prices'],
  ...['categories', 'currencies', 'currency_rates'],
]

type Source = { code: string; decimals: number; rate: number }
/**
 * The sources of prices in a view: the currencies of the products, and whether some products need a conversion by SKU.
 */
type Sources = { currencies: Source[]; hasVaried: boolean; hasMixed: boolean }

const keepSources = keepAnswers<Sources>({ told: listsToldOf, most: 100 })

/**
 * Returns the sources of a view, one currency in most shops. A currency is left out if all its products have a price in
 * the view's currency.
 */
export function findSources(db: Database, view: View): Promise<Sources> {
  return keepSources(db, view.currency.code, async () => {
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
    const sources: Source[] = []
    for (const code of found?.codes ?? []) {
      const exchange = known.get(code)
      // A currency without a rate cannot be converted, so its prices are not shown.
      if (!exchange) continue
      const source = { code, decimals: exchange.decimals, rate: exchange.rate }
      const { isIt } = readSource(view, source)
      const { rows: some } = await db.execute(sql`select from listed_prices l where ${isIt} limit 1`)
      if (some.length > 0) sources.push(source)
    }
    return { currencies: sources, hasVaried: found?.has_varied ?? false, hasMixed: found?.has_mixed ?? false }
  })
}

const hasNoOwn = ({ currency }: View) => sql`not exists (
  select from listed_prices v where v.product_id = l.product_id and v.currency = ${currency.code})`

/** Returns the condition for prices `l` of a currency that count in the view, and their amount in the view. */
export function readSource(view: View, { code, decimals, rate }: Source) {
  const isOwn = code === view.currency.code
  return {
    isIt: isOwn ? sql`l.currency = ${code}` : sql`l.currency = ${code} and l.is_own and ${hasNoOwn(view)}`,
    low: view.isNewUser ? sql`l.new_user_low_amount` : sql`l.low_amount`,
    high: view.isNewUser ? sql`l.new_user_high_amount` : sql`l.high_amount`,
    toView: (amount: SQL) =>
      isOwn ? amount : toViewAmount(view, { amount, decimals: sql`${decimals}::int`, rate: sql`${rate}::numeric` }),
    /**
     * Converts a limit to the source currency. Amounts beyond the result are beyond the limit in the view, and the rest
     * is checked exactly.
     */
    toSource: (amount: number, side: -1 | 1) => {
      const { rate: viewRate, decimals: viewDecimals, roundingAmount } = view.currency
      const beside = amount + side * roundingAmount
      return isOwn ? amount : Math.trunc((beside / 10 ** viewDecimals / viewRate) * rate * 10 ** decimals) + side
    },
  }
}

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

type Finding = { db: Database; view: View; asked: Asked; scope: Scope }

/**
 * Selects products with their price in the view. Stored prices suffice if all SKUs have the same price, or if all SKUs
 * match. Other products are checked by SKU. With an order, at most `most` products are read.
 */
async function findPriced({ db, view, asked, scope }: Finding, first?: { order: Order; most: number }): Promise<SQL> {
  const { currencies, hasVaried, hasMixed } = await findSources(db, view)
  const { least, most } = limitsOf(view, asked)
  const offers = listOffers(asked)
  const isNarrowed = offers !== null || least !== null || most !== null
  const condition = narrowAll(scope, offers)
  const parts = currencies.map((currency) => {
    const { isIt, low, toView, toSource } = readSource(view, currency)
    const price = toView(low)
    const conditions = [isIt, condition]
    if (isNarrowed) conditions.push(sql`not p.is_varied`)
    if (least !== null) conditions.push(sql`${low} >= ${toSource(least, -1)} and ${price} >= ${least}`)
    if (most !== null) conditions.push(sql`${low} <= ${toSource(most, 1)} and ${price} <= ${most}`)
    return sql`(select l.product_id, l.created_at, ${price}::numeric as price, ${low} as own
      from listed_prices l join listed_products p on p.product_id = l.product_id
      where ${sql.join(conditions, sql` and `)}
      ${first ? sql`order by ${first.order.own(low)} limit ${first.most}` : sql``})`
  })
  if (isNarrowed ? hasVaried : hasMixed) {
    parts.push(sql`(select p.product_id, p.created_at, min(s.price)::numeric as price, min(s.price)::bigint as own
      from listed_products p join ${pricedSkus(view)} s on s.product_id = p.product_id
      where p.is_varied and s.price is not null and ${isNarrowed ? sql`true` : sql`p.is_mixed`} and ${condition} and ${narrowSkus(view, asked)}
      group by p.product_id, p.created_at)`)
  }
  const nothing = sql`(select 0 as product_id, now() as created_at, 0::numeric as price, 0::bigint as own where false)`
  return sql.join(parts.length > 0 ? parts : [nothing], sql` union all `)
}

function narrowAll(scope: Scope, offers: string[] | null): SQL {
  return offers ? sql`${narrow(scope)} and p.offers && ${toArray(offers)}::text[]` : narrow(scope)
}

const keepTotals = keepAnswers<number>({ told: listsToldOf, most: 2000 })
const keepPages = keepAnswers<number[]>({ told: listsToldOf, most: 2000 })

/**
 * Returns the key of a result, independent of the order. The combinations follow from the query and would be many times
 * longer.
 */
function nameFound({ view, asked, scope }: Finding): unknown[] {
  const { least, most, isLimited } = limitsOf(view, asked)
  const prices = isLimited ? [least, most, view.currency.code, view.isNewUser] : []
  return [scope.category?.ids, scope.words?.key, asked.size, asked.color, asked.in_stock, prices]
}

/** Returns the number of results, cached until something changes. */
export function countFound(finding: Finding): Promise<number> {
  const { db, view, asked, scope } = finding
  return keepTotals(db, JSON.stringify(nameFound(finding)), async () => {
    const found = limitsOf(view, asked).isLimited
      ? sql`(${await findPriced(finding)}) found`
      : sql`listed_products p where ${narrowAll(scope, listOffers(asked))}`
    const { rows } = await db.execute<{ total: string }>(sql`select count(*) as total from ${found}`)
    return Number(rows[0]?.total ?? 0)
  })
}

/** Returns the ids of one page in order, cached until something changes. `total` is the number of results. */
export function findPage(finding: Finding, total: number): Promise<number[]> {
  const { db, view, asked, scope } = finding
  const sort = asked.sort ?? (scope.words ? 'relevance' : 'new')
  const isByPrice = sort === 'price_asc' || sort === 'price_desc'
  const about = isByPrice ? [view.currency.code, view.isNewUser] : [asked.q]
  const key = JSON.stringify([...nameFound(finding), sort, about, asked.page, asked.limit])
  return keepPages(db, key, async () => {
    const { rows } = await db.execute<{ ids: number[] }>(sql`select ${await selectPage(finding, sort, total)} as ids`)
    return rows[0]?.ids ?? []
  })
}

/** Returns the SQL array with the ids of the page. */
async function selectPage(finding: Finding, sort: keyof typeof orders | 'relevance', total: number): Promise<SQL> {
  const { view, asked, scope } = finding
  const { limit, q = '' } = asked
  const offset = (asked.page - 1) * limit
  const byAge = async (from: number, count: number, shown = sql`p.product_id`) => {
    if (!limitsOf(view, asked).isLimited) {
      const { words } = scope
      const isWalked = !words || total > manyFound
      const its = words && isWalked ? { ...scope, words: { ...words, match: words.walk } } : scope
      // The clause `offset 0` makes PostgreSQL collect search results by the index. PostgreSQL does not know how rare a
      // word is and might scan all products.
      const listed = isWalked
        ? sql`listed_products p where ${narrowAll(its, listOffers(asked))}`
        : sql`(select p.product_id, p.created_at, p.names, p.search_vector from listed_products p
            where ${narrowAll(its, listOffers(asked))} offset 0) p`
      return sql`select ${shown} from ${listed}
        order by p.created_at desc, p.product_id desc limit ${count} offset ${from}`
    }
    const found = await findPriced(finding, { order: orders.new, most: from + count })
    return sql`select ${shown} from (
        select product_id from (${found}) found order by ${orders.new.all} limit ${count} offset ${from}
      ) found join listed_products p on p.product_id = found.product_id order by p.created_at desc, p.product_id desc`
  }
  if (sort === 'new') return sql`array(${await byAge(offset, limit)})`
  if (sort !== 'relevance') {
    const order = orders[sort]
    const found = await findPriced(finding, { order, most: offset + limit })
    return sql`array(select product_id from (${found}) found order by ${order.all} limit ${limit} offset ${offset})`
  }
  const newest = await byAge(0, mostWeighed, sql`p.product_id, p.created_at, p.names, p.search_vector`)
  const weighed = sql`array(
    select product_id from (${newest}) newest
    order by ts_rank(search_vector, websearch_to_tsquery('english', ${q})) desc, strict_word_similarity(${q}, names) desc,
      created_at desc, product_id desc
    limit ${limit} offset ${offset})`
  if (offset + limit <= mostWeighed) return weighed
  const from = Math.max(offset, mostWeighed)
  const rest = sql`array(${await byAge(from, offset + limit - from)})`
  return offset >= mostWeighed ? rest : sql`${weighed} || ${rest}`
}
