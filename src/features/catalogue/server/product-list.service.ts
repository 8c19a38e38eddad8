import { type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '#contract/call.ts'
import { type Pagination, toPagination } from '#contract/fields.ts'
import { toWirePrice } from '#contract/money.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database.ts'
import type { Visitor } from '#server/http.ts'
import { keepCopy } from '#server/kept-copies.ts'
import { refuse } from '#server/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { availability, findUsSize } from '../catalogue.rules.ts'
import type {
  Category,
  listProducts as listProductsCall,
  ProductCard,
  ProductFilters,
} from '../product-list.contract.ts'
import { compareSizes, listSearchWords, type ProductSort } from '../product-list.rules.ts'
import { categories, productCategories, products } from './catalogue.tables.ts'
import { openView, pricedSkus, readCards, type View } from './product-cards.service.ts'

type Asked = Parsed<typeof listProductsCall>
type Found = { data: ProductCard[]; total: number; filters: ProductFilters | null }
type CategoryScope = { code: string; name: string; ids: number[] }

// How alike a word and one in a product's name must be; "snekers" and "sneaker" are alike by a third.
const likeness = '0.33'
// In shorter words one letter is too much of the word to be a typo.
const shortestTypo = 4

export async function listProducts(
  { db, clock, hooks }: Shop,
  asker: Visitor,
  asked: Asked,
): Promise<{
  data: ProductCard[]
  meta: {
    pagination: Pagination
    category: { code: string; name: string } | null
    is_close: boolean
    filters: ProductFilters | null
  }
}> {
  const [view, category] = await Promise.all([
    openView({ db, hooks }, asker, asked.currency),
    asked.category === undefined ? null : findCategory(db, asked.category),
  ])
  const words = listSearchWords(asked.q ?? '')
  const isSearch = asked.q !== undefined && asked.q !== ''
  let found = await readList(db, clock, view, asked, category, isSearch ? matchWords(words) : null)
  const isClose = isSearch && found.total === 0 && (await hasNothing(db, category, words))
  if (isClose) {
    found = await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('pg_trgm.strict_word_similarity_threshold', ${likeness}, true)`)
      return readList(tx, clock, view, asked, category, matchWordsNearly(words))
    })
  }
  return {
    data: found.data,
    meta: {
      pagination: toPagination(asked.page, asked.limit, found.total),
      category: category && { code: category.code, name: category.name },
      is_close: isClose && found.total > 0,
      filters: found.filters,
    },
  }
}

/** Typos are guessed only if no product matches the words; a filter without results is no typo. */
async function hasNothing(db: Database, category: CategoryScope | null, words: string[]): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from products p where ${narrow(category, matchWords(words))} limit 1`)
  return rows.length === 0
}

// A literal, not a parameter: PostgreSQL uses the partial index of products for sale only if it sees the value.
const isForSale = sql`p.status = ${availability.forSale}`.inlineParams()

function narrow(category: CategoryScope | null, words: SQL | null): SQL {
  const conditions = [isForSale]
  if (category) {
    conditions.push(
      sql`p.id in (select k.product_id from product_categories k where k.category_id = any(${toArray(category.ids)}::int[]))`,
    )
  }
  if (words) conditions.push(words)
  return sql.join(conditions, sql` and `)
}

/** A parameter for `any(…)`: Drizzle would spread a list into many. */
function toArray(values: (string | number)[]): SQL {
  return sql`${sql.param(values)}`
}

async function readList(
  db: Database,
  clock: Clock,
  view: View,
  asked: Asked,
  category: CategoryScope | null,
  words: SQL | null,
): Promise<Found> {
  const scope = narrow(category, words)
  const skus = narrowSkus(view, asked)
  const hasLimits = asked.min_price !== undefined || asked.max_price !== undefined
  const fitting = sql`${scope} and exists (
    select 1 from ${hasLimits ? pricedSkus(view) : sql`skus`} s where s.product_id = p.id and ${skus})`
  const sort = asked.sort ?? (words ? 'relevance' : 'new')
  // One after the other: inside a transaction there is only one connection.
  const { rows } = await db.execute<{ total: string }>(sql`select count(*) as total from products p where ${fitting}`)
  const data = await readCards(db, view, {
    // Sorted by price everything is priced at once, which takes a fraction of pricing one product after the other.
    ...(sort === 'price_asc' || sort === 'price_desc'
      ? {
          from: sql`(
            select p.id, p.created_at, min(s.price) as price
            from products p join ${pricedSkus(view)} s on s.product_id = p.id
            where ${scope} and ${skus}
            group by p.id) p`,
          where: sql`true`,
        }
      : { from: sql`products p`, where: fitting }),
    skus,
    order: orderBy(sort, asked.q ?? ''),
    limit: asked.limit,
    offset: (asked.page - 1) * asked.limit,
    showsSku: Boolean(asked.color?.length),
  })
  const total = Number(rows[0]?.total ?? 0)
  if (asked.with_filters !== 1) return { data, total, filters: null }
  const read = () => readFilters(db, view, scope, category)
  // What a search finds is small, and different each time.
  const filters = words ? await read() : await keptFilters(db, clock, view, category, read)
  return { data, total, filters }
}

const keptFor = 60_000
const kept = new WeakMap<Database, Map<string, { at: number; filters: Promise<ProductFilters> }>>()

/**
 * The filters of a category, a minute old at most: to count every size and colour of twenty thousand products takes longer than
 * the list itself, and they are the same for everybody who sees the same prices.
 */
function keptFilters(
  db: Database,
  clock: Clock,
  view: View,
  category: CategoryScope | null,
  read: () => Promise<ProductFilters>,
): Promise<ProductFilters> {
  const lists = kept.get(db) ?? new Map()
  kept.set(db, lists)
  const key = [category?.code, view.currency.code, view.isNewUser].join(' ')
  const now = clock.now().getTime()
  const known = lists.get(key)
  if (known && Math.abs(now - known.at) < keptFor) return known.filters
  const filters = read()
  lists.set(key, { at: now, filters })
  filters.catch(() => lists.delete(key))
  return filters
}

/** One sku must have it all: the size, the colour, the price and the stock. */
function narrowSkus(view: View, asked: Asked): SQL {
  const conditions = [sql`true`]
  const hasOption = (name: string, values: string[]) => sql`exists (
    select 1 from sku_options o where o.sku_id = s.id and o.name = ${name} and o.value_name = any(${toArray(values)}::text[]))`
  if (asked.size?.length) conditions.push(hasOption('Size', asked.size))
  if (asked.color?.length) conditions.push(hasOption('Color', asked.color))
  if (asked.in_stock === 1) conditions.push(sql`s.inventory > 0`)
  const toMinor = (amount: number) => Math.round(amount * 10 ** view.currency.decimals)
  if (asked.min_price !== undefined) conditions.push(sql`s.price >= ${toMinor(asked.min_price)}`)
  if (asked.max_price !== undefined) conditions.push(sql`s.price <= ${toMinor(asked.max_price)}`)
  return sql.join(conditions, sql` and `)
}

function orderBy(sort: ProductSort, q: string): SQL {
  const newest = sql`p.created_at desc, p.id desc`
  switch (sort) {
    case 'relevance':
      return sql`ts_rank(p.search_vector, websearch_to_tsquery('english', ${q})) desc, strict_word_similarity(${q}, p.name) desc, ${newest}`
    case 'price_asc':
      return sql`p.price, ${newest}`
    case 'price_desc':
      return sql`p.price desc, ${newest}`
    default:
      return newest
  }
}

/** The beginning of a word is enough: "swim" finds swimsuits. Words that say nothing, such as "the", match everything. */
const matchWord = (word: string) => {
  const query = sql`to_tsquery('english', ${`${word}:*`})`
  return sql`(numnode(${query}) = 0 or p.search_vector @@ ${query})`
}

export function matchWords(words: string[]): SQL {
  return words.length === 0 ? sql`false` : sql.join(words.map(matchWord), sql` and `)
}

export function matchWordsNearly(words: string[]): SQL {
  if (words.length === 0) return sql`false`
  const nearly = (word: string) =>
    word.length < shortestTypo ? matchWord(word) : sql`(${matchWord(word)} or ${word} <<% p.name)`
  return sql.join(words.map(nearly), sql` and `)
}

async function readFilters(
  db: Database,
  view: View,
  scope: SQL,
  category: CategoryScope | null,
): Promise<ProductFilters> {
  const options = await db.execute<{ name: string; value: string; products: string }>(sql`
    select name, value, count(*) as products
    from (
      select distinct o.name, o.value_name as value, p.id
      from products p
      join skus s on s.product_id = p.id
      join sku_options o on o.sku_id = s.id and o.name in ('Size', 'Color')
      where ${scope}
    ) known
    group by name, value`)
  const span = await db.execute<{ least: string | null; most: string | null }>(sql`
    select min(s.price) as least, max(s.price) as most
    from products p join ${pricedSkus(view)} s on s.product_id = p.id
    where ${scope}`)
  const usSizes = await readUsSizes(db, category)
  const valuesOf = (name: string) => options.rows.filter((row) => row.name === name)
  const price = span.rows[0]
  return {
    sizes: valuesOf('Size')
      .map(({ value, products }) => ({
        value,
        us_size: category && findUsSize(value, category.code, usSizes),
        products: Number(products),
      }))
      .sort((one, other) => compareSizes(one.value, other.value)),
    colors: valuesOf('Color')
      .map(({ value, products }) => ({ value, us_size: null, products: Number(products) }))
      .sort((one, other) => other.products - one.products || one.value.localeCompare(other.value, 'en')),
    price:
      price?.least && price.most
        ? {
            least: toWirePrice(Number(price.least), view.currency),
            most: toWirePrice(Number(price.most), view.currency),
          }
        : null,
  }
}

async function readUsSizes(db: Database, category: CategoryScope | null): Promise<Record<string, string>> {
  if (!category) return {}
  const { rows } = await db.execute<{ eu_size: number; us_size: string }>(sql`
    select eu_size, us_size from shoe_sizes where category_code = ${category.code}`)
  return Object.fromEntries(rows.map(({ eu_size, us_size }) => [eu_size, us_size]))
}

/** A category with everything below it. */
async function findCategory(db: Database, code: string): Promise<CategoryScope> {
  const { rows } = await db.execute<{ id: number; code: string; name: string }>(sql`
    with recursive tree as (
      select id, code, name from categories where code = ${code}
      union select c.id, c.code, c.name from categories c join tree t on c.parent_id = t.id
    ) select * from tree`)
  const top = rows.find((row) => row.code === code)
  if (!top) throw refuse('not_found')
  return { code: top.code, name: top.name, ids: rows.map(({ id }) => id) }
}

/** Categories with something for sale, in the shop's order, each with a picture of its own or of its newest product. */
export const listCategories = keepCopy([categories, products, productCategories], async (db): Promise<Category[]> => {
  const { rows } = await db.execute<Category & { newest: string | null }>(sql`
    select c.code, c.name, parent.code as parent_code, c.image, newest.image as newest
    from categories c
    left join categories parent on parent.id = c.parent_id
    left join lateral (
      select p.image from product_categories k join products p on p.id = k.product_id and ${isForSale}
      where k.category_id = c.id order by k.product_id desc limit 1
    ) newest on true
    order by c.sort, c.id`)
  const isUsed = (code: string): boolean =>
    rows.some((row) => (row.code === code && row.newest !== null) || (row.parent_code === code && isUsed(row.code)))
  return rows
    .filter(({ code }) => isUsed(code))
    .map(({ newest, image, ...category }) => ({ ...category, image: image ?? newest }))
})
