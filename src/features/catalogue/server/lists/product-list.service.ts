import { sql } from 'drizzle-orm'
import type { Parsed } from '#contract/calls/call.ts'
import { type Pagination, toPagination } from '#contract/calls/fields.ts'
import { availability } from '#features/catalogue/catalogue.rules.ts'
import type {
  Category,
  listProducts as listProductsCall,
  ProductCard,
  ProductFilters,
} from '#features/catalogue/product-list.contract.ts'
import { listSearchWords } from '#features/catalogue/product-list.rules.ts'
import { cacheValue } from '#server/cache/cached-values.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Visitor } from '#server/http/http.ts'
import { refuse } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { categories, productCategories, products } from '../catalogue.tables.ts'
import {
  type CategoryScope,
  countFound,
  findPage,
  matchWords,
  matchWordsFuzzy,
  matchWordsUnindexed,
  type Scope,
  scopeCondition,
  skuCondition,
  toArray,
} from '../products/find-products.service.ts'
import { createView, readCards, type View } from './product-cards.service.ts'
import { readFilters } from './product-filters.service.ts'

type ParsedInput = Parsed<typeof listProductsCall>
type Found = { data: ProductCard[]; total: number; filters: ProductFilters | null }

// 0.33: the minimum trigram similarity between a searched word and a word of a product's name. "snekers" and "sneaker"
// share a third of their trigrams.
const minSimilarity = '0.33'

export async function listProducts(
  { db, clock, hooks }: Shop,
  actor: Visitor,
  input: ParsedInput & { language: string },
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
    createView({ db, hooks }, actor, input),
    input.category === undefined ? null : findCategory(db, input.category),
  ])
  const words = listSearchWords(input.q ?? '')
  const isSearch = input.q !== undefined && input.q !== ''
  const exact = { key: words.join(' '), match: matchWords(words), matchUnindexed: matchWordsUnindexed(words) }
  const scope: Scope = { category, words: isSearch ? exact : null }
  let found = await readList(db, clock, view, input, scope)
  const isFuzzy = isSearch && found.total === 0 && (!isFiltered(input) || (await hasNothing(db, scope)))
  if (isFuzzy) {
    found = await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('pg_trgm.strict_word_similarity_threshold', ${minSimilarity}, true)`)
      const match = matchWordsFuzzy(words)
      const fuzzy = { key: `~ ${exact.key}`, match, matchUnindexed: match }
      return readList(tx, clock, view, input, { category, words: fuzzy })
    })
  }
  return {
    data: found.data,
    meta: {
      pagination: toPagination(input.page, input.limit, found.total),
      category: category && { code: category.code, name: category.name },
      is_close: isFuzzy && found.total > 0,
      filters: found.filters,
    },
  }
}

/** Returns whether filters other than search text and category are set. */
function isFiltered({ size, color, min_price, max_price, in_stock }: ParsedInput): boolean {
  return Boolean(size?.length || color?.length || in_stock === 1) || min_price !== undefined || max_price !== undefined
}

/**
 * Returns whether no product matches the search text, without regard to filters. Only then is the text treated as a
 * possible typo.
 */
async function hasNothing(db: Database, scope: Scope): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from listed_products p where ${scopeCondition(scope)} limit 1`)
  return rows.length === 0
}

async function readList(db: Database, clock: Clock, view: View, input: ParsedInput, scope: Scope): Promise<Found> {
  const finding = { db, view, input, scope }
  // Sequential, because a transaction has one connection only.
  const total = await countFound(finding)
  // An empty result is not queried again, because searching similar names takes as long without results as with
  // results.
  const data =
    total === 0
      ? []
      : await readCards(db, view, {
          page: sql`${toArray(await findPage(finding, total))}::int[]`,
          ...(isFiltered(input) ? { skus: skuCondition(view, input) } : { name: 'cards_of_list' }),
          showsSku: Boolean(input.color?.length),
        })
  const filters = input.with_filters === 1 ? await readFilters(db, clock, view, scope) : null
  return { data, total, filters }
}

/** Returns a category with all its descendants. */
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

// A literal instead of a parameter, because PostgreSQL uses the partial index of products on sale only for a known
// value.
const isForSale = sql`p.status = ${availability.forSale}`.inlineParams()

/**
 * Returns categories with products on sale in the shop's order, each with its own picture or the picture of its newest
 * product.
 */
export const listCategories = cacheValue([categories, products, productCategories], async (db): Promise<Category[]> => {
  const { rows } = await db.execute<Category & { newest: string | null }>(sql`
    select c.code, c.name, parent.code as parent_code, c.image, c.is_returnable, newest.image as newest
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
