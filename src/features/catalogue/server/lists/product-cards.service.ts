import { type SQL, sql } from 'drizzle-orm'
import { payStepOf } from '#contract/money/currency-units.ts'
import { toWirePrice } from '#contract/money/money.ts'
import { availability, findAvailability } from '#features/catalogue/catalogue.rules.ts'
import { findPriceGrid } from '#features/catalogue/prices.rules.ts'
import type { ProductCard } from '#features/catalogue/product-list.contract.ts'
import { hundredPercent } from '#features/settings/price-endings.rules.ts'
import {
  type Currency,
  chooseCurrency,
  findHomeCurrency,
  readCurrencies,
} from '#features/settings/server/currencies.service.ts'
import type { Database } from '#server/database/database.ts'
import type { Visitor } from '#server/http/http.ts'
import type { Shop } from '#server/shop.ts'
import { priceSkus } from '../products/product.service.ts'

/** The visitor of a list, the currency and the language. */
export type View = {
  currency: Currency
  /** The code of the shop's own currency. */
  home: string
  language: string
  isNewUser: boolean
  customerId: string | null
}

export async function createView(
  { db, hooks }: Pick<Shop, 'db' | 'hooks'>,
  actor: Visitor,
  { currency, language }: { currency?: string | undefined; language: string },
): Promise<View> {
  const [known, isNewUser] = await Promise.all([readCurrencies(db), hooks.isNewShopper(db, actor)])
  return {
    currency: chooseCurrency(known, currency),
    home: findHomeCurrency(known).code,
    language,
    isNewUser,
    customerId: actor.customerId,
  }
}

/**
 * Converts a price to the currency of the view in SQL, like `convertPrice`. `decimals` and `rate` belong to the amount's
 * own currency. `div` of whole numbers is exact, whereas a division would round.
 */
export function toViewAmount(
  { currency }: View,
  { amount, decimals, rate }: Record<'amount' | 'decimals' | 'rate', SQL>,
): SQL {
  const { step, offset, adjustment } = findPriceGrid(currency)
  const units = sql`${amount}::numeric * ${currency.rate}::numeric * ${10 ** currency.decimals * (hundredPercent + adjustment)}::numeric`
  const per = sql`(${rate} * power(10::numeric, ${decimals}) * ${hundredPercent}::numeric)`
  const steps = sql`div(2 * (${units} - ${offset}::numeric * ${per}) + ${step}::numeric * ${per}, ${2 * step}::numeric * ${per})`
  return sql`case when ${amount} <= 0 then 0
    else greatest(${offset > 0 ? 0 : 1}, ${steps}) * ${step}::numeric + ${offset}::numeric end`
}

/**
 * Rounds an amount in the currency of the view to the step of payments in SQL, like `choosePayable`. The text is the same
 * for every currency, because prepared statements contain it.
 */
export function toPayable({ currency }: View, amount: SQL): SQL {
  const step = payStepOf(currency.code)
  return sql`case when ${amount} > 0 then greatest(1, (2 * ${amount} + ${step}::bigint) / ${2 * step}::bigint) * ${step}::bigint else ${amount} end`
}

/**
 * Selects SKUs `s` with their price in the currency of the view, as computed by `priceSkus`, for sorting and filtering.
 * The price is null if the SKU cannot be sold in this currency.
 */
export function pricedSkus(view: View): SQL {
  const { currency, isNewUser } = view
  const lowest = (of: 's' | 'h') =>
    sql.raw(
      `lowest_amount(s.is_free, ${of}.price_amount, ${of}.special_price_amount, ${isNewUser ? `${of}.new_user_price_amount` : 'null'})`,
    )
  const converted = toViewAmount(view, {
    amount: sql`own.lowest`,
    decimals: sql`c.decimals`,
    rate: sql`rates.rate`,
  })
  return sql`(
    select s.*, case
      when own.lowest is null then null
      when ${lowest('h')} is not null then ${toPayable(view, lowest('h'))}
      when s.currency = ${currency.code} then ${toPayable(view, sql`own.lowest`)}
      when rates.rate is not null and ${currency.priceRule !== 'own'} then ${converted} end as price
    from skus s
    cross join lateral (select ${lowest('s')} as lowest) own
    join currencies c on c.code = s.currency
    left join currency_rates r on r.currency = s.currency
    cross join lateral (select case when s.currency = ${view.home} then 1 else r.rate end as rate) rates
    left join sku_prices h on h.sku_id = s.id and h.currency = ${currency.code})`
}

type CardsInput = {
  /** The ids of the products on the page as an SQL array, in order. */
  page: SQL
  /** The condition for matching SKUs `s`. A product without a matching SKU is not shown. */
  skus?: SQL
  /** Shows the picture of the SKU instead of the product's, for lists filtered by color. */
  showsSku?: boolean
  /**
   * A name for a prepared statement, if `page` and `skus` always have the same SQL. Planning the query takes as long as
   * running it.
   */
  name?: string
}

type CheapestSku = {
  id: number
  image: string | null
  currency: string
  price_amount: number
  special_price_amount: number | null
  new_user_price_amount: number | null
  compare_at_amount: number | null
  is_free: boolean
}

/**
 * Reads product cards in one query, and the prices of their SKUs in another query. The page is selected first, so that
 * details are read for visible products only.
 */
export async function readCards(db: Database, view: View, input: CardsInput): Promise<ProductCard[]> {
  const query = db
    .select({
      id: sql<number>`p.id`,
      handle: sql<string>`p.handle`,
      name: sql<string>`p.name`,
      image: sql<string>`p.image`,
      status: sql<number>`p.status`,
      is_collected: sql<boolean>`exists (
        select 1 from wishlist_items w where w.customer_id = ${view.customerId} and w.product_id = p.id)`,
      inventory: sql<number>`offer.inventory`,
      is_from: sql<boolean>`offer.is_from`,
      sku: sql<CheapestSku>`offer.sku`,
    })
    .from(sql`unnest(${input.page}) with ordinality as page (id, place)
      join products p on p.id = page.id
      cross join lateral (
        select (array_agg(to_jsonb(s) order by s.price, s.sort, s.id))[1] as sku,
          max(s.inventory) as inventory, max(s.price) > min(s.price) as is_from
        from ${pricedSkus(view)} s
        where s.product_id = p.id and s.price is not null and ${input.skus ?? sql`true`}
        having count(*) > 0
      ) offer`)
    .orderBy(sql`page.place`)
  // Prices for new users need a separate prepared statement.
  const { name } = input
  const rows = await (name ? query.prepare(view.isNewUser ? `${name}_for_new` : name).execute() : query)
  const { style: written, prices } = await priceSkus(
    db,
    rows.map(({ sku }) => ({
      id: sku.id,
      currency: sku.currency,
      priceAmount: sku.price_amount,
      specialPriceAmount: sku.special_price_amount,
      newUserPriceAmount: sku.new_user_price_amount,
      compareAtAmount: sku.compare_at_amount,
      isFree: sku.is_free,
    })),
    { currency: view.currency.code, isNewUser: view.isNewUser },
  )
  const style = { ...written, language: view.language }
  return rows.flatMap((row) => {
    const price = prices.get(row.sku.id)
    if (!price) return []
    return {
      id: row.id,
      handle: row.handle,
      name: row.name,
      image: (input.showsSku && row.sku.image) || row.image,
      price: toWirePrice(price.priceAmount, style),
      compare_at_price: price.compareAtAmount === null ? null : toWirePrice(price.compareAtAmount, style),
      is_from: row.is_from,
      // A product no longer on sale counts as expired, even with stock left.
      availability:
        row.status === availability.forSale ? findAvailability({ inventory: row.inventory, product: row }) : row.status,
      is_collected: row.is_collected,
    }
  })
}
