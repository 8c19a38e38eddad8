import { sql } from 'drizzle-orm'
import { bigint, check, integer, numeric, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core'
import { rateSourceNames } from '../exchange-rates.rules.ts'
import { priceEndings, priceRules } from '../price-endings.rules.ts'

/** Settings that staff can change without a release, such as `open_collect`, `reviews_switch` and `site_name`. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
})

export const languages = pgTable(
  'languages',
  {
    id: integer('id').primaryKey(),
    // BCP 47, e.g. `zh-CN`.
    code: text('code').notNull().unique(),
    ownName: text('own_name').notNull(),
    englishName: text('english_name').notNull(),
    direction: text('direction', { enum: ['ltr', 'rtl'] })
      .notNull()
      .default('ltr'),
    sort: integer('sort').notNull().default(0),
  },
  () => [check('languages_direction_check', sql`direction in ('ltr', 'rtl')`)],
)

export const currencies = pgTable(
  'currencies',
  {
    id: integer('id').primaryKey(),
    code: text('code').notNull().unique(),
    name: text('name').notNull(),
    symbolLeft: text('symbol_left').notNull().default(''),
    symbolRight: text('symbol_right').notNull().default(''),
    decimals: smallint('decimals').notNull().default(2),
    // Converted prices are rounded to multiples of this many minor units: 5 for the Swiss franc, 100 where shops use no
    // cents.
    roundingAmount: bigint('rounding_amount', { mode: 'number' }).notNull().default(1),
    sort: integer('sort').notNull().default(0),
    // `own` sells only prices that were set by hand. The ending and the adjustment apply to converted prices.
    priceRule: text('price_rule', { enum: priceRules }).notNull().default('converted'),
    priceEnding: text('price_ending', { enum: priceEndings }).notNull().default('none'),
    // In thousandths of a percent: 5000 makes converted prices 5 % higher.
    priceAdjustment: integer('price_adjustment').notNull().default(0),
  },
  () => [
    check('currencies_code_check', sql`code ~ '^[A-Z]{3}$'`),
    check('currencies_decimals_check', sql`decimals between 0 and 4`),
    check('currencies_rounding_check', sql`rounding_amount > 0`),
    check('currencies_price_rule_check', sql`price_rule in ('converted', 'own')`),
    check('currencies_price_ending_check', sql`price_ending in ('none', '99', '95', 'whole', '9')`),
    check('currencies_price_adjustment_check', sql`price_adjustment between -50000 and 200000`),
  ],
)

/** Units of the currency per unit of the shop's own currency. Only catalogue prices follow the rate, and orders keep their prices. */
export const currencyRates = pgTable(
  'currency_rates',
  {
    currency: text('currency')
      .primaryKey()
      .references(() => currencies.code),
    rate: numeric('rate', { precision: 20, scale: 10, mode: 'number' }).notNull(),
    asOf: timestamp('as_of', { withTimezone: true }).notNull(),
    // The source of the rate: staff, or the source it was fetched from.
    source: text('source', { enum: rateSourceNames }).notNull().default('manual'),
  },
  () => [
    check('currency_rates_rate_check', sql`rate > 0`),
    check('currency_rates_source_check', sql`source in ('manual', 'ecb')`),
  ],
)
