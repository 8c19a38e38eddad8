import { sql } from 'drizzle-orm'
import { toWirePrice } from '#contract/money/money.ts'
import { findUsSize } from '#features/catalogue/catalogue.rules.ts'
import type { ProductFilters } from '#features/catalogue/product-list.contract.ts'
import { compareSizes } from '#features/catalogue/product-list.rules.ts'
import { cacheAnswers } from '#server/cache/cached-values.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import {
  type CategoryScope,
  listInvalidations,
  listPriceSources,
  type Scope,
  scopeCondition,
  toPriceSource,
} from '../products/find-products.service.ts'
import { pricedSkus, type View } from './product-cards.service.ts'

/** The counted filters. The price range is stored as amounts, because the format depends on the reader's language. */
type Counted = Omit<ProductFilters, 'price'> & { span: { least: number; most: number } | null }

const cacheFilters = cacheAnswers<Counted>({ invalidatedBy: listInvalidations, maxEntries: 200 })
const keptFor = 60_000
const kept = new WeakMap<Database, Map<string, { at: number; filters: Promise<Counted> }>>()

/**
 * Returns the filters of a list. Filters of a category are cached for at most a minute, because counting a hundred
 * thousand products takes longer than the list itself. All visitors with the same prices share the cached filters.
 * Filters of a search are cached until the catalogue changes.
 */
export async function readFilters(db: Database, clock: Clock, view: View, scope: Scope): Promise<ProductFilters> {
  const { span, ...filters } = await readCounted(db, clock, view, scope)
  const price = (amount: number) => toWirePrice(amount, { ...view.currency, language: view.language })
  return { ...filters, price: span && { least: price(span.least), most: price(span.most) } }
}

function readCounted(db: Database, clock: Clock, view: View, scope: Scope): Promise<Counted> {
  const { category, words } = scope
  if (words) {
    const cacheKey = JSON.stringify([category?.code, words.key, view.currency.code, view.isNewUser])
    return cacheFilters(db, cacheKey, () => countFilters(db, view, scope))
  }
  const lists = kept.get(db) ?? new Map()
  kept.set(db, lists)
  const key = [category?.code, view.currency.code, view.isNewUser].join(' ')
  const now = clock.now().getTime()
  const known = lists.get(key)
  if (known && Math.abs(now - known.at) < keptFor) return known.filters
  const filters = countFilters(db, view, scope)
  lists.set(key, { at: now, filters })
  filters.catch(() => lists.delete(key))
  return filters
}

async function countFilters(db: Database, view: View, scope: Scope): Promise<Counted> {
  const { category } = scope
  const { rows } = await db.execute<{ name: string; value: string; products: string }>(sql`
    with found as materialized (select p.sizes, p.colors from listed_products p where ${scopeCondition(scope)})
    select 'Size' as name, value, count(*) as products from found, unnest(found.sizes) as value group by value
    union all
    select 'Color', value, count(*) from found, unnest(found.colors) as value group by value`)
  const span = await findPriceSpan(db, view, scope)
  const usSizes = await readUsSizes(db, category)
  const valuesOf = (name: string) => rows.filter((row) => row.name === name)
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
    span,
  }
}

/** Returns the lowest and the highest price. */
async function findPriceSpan(db: Database, view: View, scope: Scope): Promise<Counted['span']> {
  const { currencies, hasMixed } = await listPriceSources(db, view)
  const parts = currencies.map((currency) => {
    const { isMatch, low, high, toView } = toPriceSource(view, currency)
    return sql`select ${toView(sql`min(${low})`)} as least, ${toView(sql`max(${high})`)} as most
      from listed_prices l join listed_products p on p.product_id = l.product_id where ${isMatch} and ${scopeCondition(scope)}`
  })
  if (hasMixed) {
    parts.push(sql`select min(s.price), max(s.price)
      from listed_products p join ${pricedSkus(view)} s on s.product_id = p.product_id
      where p.is_varied and p.is_mixed and ${scopeCondition(scope)}`)
  }
  if (parts.length === 0) return null
  const { rows } = await db.execute<{ least: string | null; most: string | null }>(sql`
    select min(least) as least, max(most) as most from (${sql.join(parts, sql` union all `)}) spans`)
  const [span] = rows
  if (!span?.least || !span.most) return null
  return { least: Number(span.least), most: Number(span.most) }
}

async function readUsSizes(db: Database, category: CategoryScope | null): Promise<Record<string, string>> {
  if (!category) return {}
  const { rows } = await db.execute<{ eu_size: number; us_size: string }>(sql`
    select eu_size, us_size from shoe_sizes where category_code = ${category.code}`)
  return Object.fromEntries(rows.map(({ eu_size, us_size }) => [eu_size, us_size]))
}
