import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { currencies } from '#features/settings/server/settings.tables.ts'

/** Groups of countries with one currency, tax display, languages and shipping methods. */
export const markets = pgTable(
  'markets',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    // The first currency of visitors of these countries. They can choose another one.
    currency: text('currency')
      .notNull()
      .references(() => currencies.code),
    // Whether prices include tax, or tax is added at checkout.
    taxDisplay: text('tax_display', { enum: ['included', 'added'] })
      .notNull()
      .default('included'),
    // Language codes. The first one is the default of visitors of these countries.
    languages: text('languages').array().notNull().default([]),
    // Shoppers cannot check out to the countries of a draft.
    status: text('status', { enum: ['draft', 'active'] })
      .notNull()
      .default('draft'),
    sort: integer('sort').notNull().default(0),
  },
  () => [
    check('markets_tax_display_check', sql`tax_display in ('included', 'added')`),
    check('markets_status_check', sql`status in ('draft', 'active')`),
    check('markets_languages_check', sql`cardinality(languages) <= 50`),
  ],
)

/** Countries of the markets. A country belongs to at most one market. */
export const marketCountries = pgTable(
  'market_countries',
  {
    // ISO 3166-1 alpha-2 code.
    country: text('country').primaryKey(),
    marketId: text('market_id')
      .notNull()
      .references(() => markets.id, { onDelete: 'cascade' }),
    // Beginnings of postal codes that the shop does not deliver to, such as `BT` for Northern Ireland.
    excludedPostcodes: text('excluded_postcodes').array().notNull().default([]),
  },
  (t) => [
    index('market_countries_market_id_idx').on(t.marketId),
    check('market_countries_country_check', sql`country ~ '^[A-Z]{2}$'`),
    check('market_countries_postcodes_check', sql`cardinality(excluded_postcodes) <= 200`),
  ],
)
