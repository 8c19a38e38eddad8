import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'

/** Kinds of goods with their own tax rates in some countries, such as clothes for children. */
export const taxCategories = pgTable('tax_categories', {
  code: text('code').primaryKey(),
  name: text('name').notNull(),
  sort: integer('sort').notNull().default(0),
})

/** Tax rates. A new rate ends the previous one of the same country, region and category. */
export const taxRates = pgTable(
  'tax_rates',
  {
    id: text('id').primaryKey(),
    country: text('country').notNull(),
    // ISO 3166-2 code of the region without the country, such as `CA`. Empty means the whole country.
    region: text('region').notNull().default(''),
    // Null means all goods without a rate of their category.
    category: text('category').references(() => taxCategories.code),
    // The name on invoices, such as `VAT` or `Sales tax`.
    name: text('name').notNull().default('VAT'),
    // Thousandths of a percent: 19 % is 19000.
    rate: integer('rate').notNull(),
    validFrom: date('valid_from', { mode: 'string' }).notNull(),
    // The last day of the rate. Null means no end date.
    validUntil: date('valid_until', { mode: 'string' }),
    // The source of a reference rate. Empty for rates that staff added.
    source: text('source').notNull().default(''),
    // The day on which the source was read.
    sourceDate: date('source_date', { mode: 'string' }),
  },
  (t) => [
    uniqueIndex('tax_rates_start_key').on(t.country, t.region, sql`coalesce(${t.category}, '')`, t.validFrom),
    index('tax_rates_category_idx').on(t.category),
    check('tax_rates_country_check', sql`country ~ '^[A-Z]{2}$'`),
    check('tax_rates_rate_check', sql`rate between 0 and 100000`),
    check('tax_rates_dates_check', sql`valid_until is null or valid_until >= valid_from`),
  ],
)

/** Tax registrations of the seller. The shop charges tax only where the seller is registered. */
export const taxRegistrations = pgTable(
  'tax_registrations',
  {
    id: text('id').primaryKey(),
    // `domestic`: the seller's own country. `oss`: EU One-Stop Shop for all other EU countries. `destination`: another country.
    scheme: text('scheme', { enum: ['domestic', 'oss', 'destination'] }).notNull(),
    country: text('country').notNull(),
    // ISO 3166-2 code of the region without the country, for US states. Empty means the whole country.
    region: text('region').notNull().default(''),
    number: text('number').notNull().default(''),
    // Highest order total, in minor units of `limitCurrency`, that the registration covers. Null means all orders.
    limitAmount: integer('limit_amount'),
    limitCurrency: text('limit_currency'),
    validFrom: date('valid_from', { mode: 'string' }).notNull(),
    validUntil: date('valid_until', { mode: 'string' }),
  },
  (t) => [
    uniqueIndex('tax_registrations_place_key').on(t.scheme, t.country, t.region),
    check('tax_registrations_scheme_check', sql`scheme in ('domestic', 'oss', 'destination')`),
    check('tax_registrations_country_check', sql`country ~ '^[A-Z]{2}$'`),
    check(
      'tax_registrations_limit_check',
      sql`(limit_amount is null) = (limit_currency is null) and limit_amount >= 0`,
    ),
  ],
)
