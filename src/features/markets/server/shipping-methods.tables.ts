import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { currencies } from '#features/settings/server/settings.tables.ts'
import { shippingPriceKinds } from '../shipping.rules.ts'
import { markets } from './markets.tables.ts'

export const shippingMethods = pgTable(
  'shipping_methods',
  {
    id: integer('id').primaryKey(),
    code: text('code').notNull().unique(),
    name: text('name').notNull(),
    // The market that offers the method.
    marketId: text('market_id')
      .notNull()
      .references(() => markets.id, { onDelete: 'cascade' }),
    carrier: text('carrier').notNull().default(''),
    // `fixed`: one price. `weight` and `total`: the price of the band that contains the weight or the subtotal of the order.
    priceBy: text('price_by', { enum: shippingPriceKinds }).notNull().default('fixed'),
    currency: text('currency')
      .notNull()
      .references(() => currencies.code),
    priceAmount: bigint('price_amount', { mode: 'number' }).notNull(),
    // Subtotal from which shipping is free. Null means never.
    freeFromAmount: bigint('free_from_amount', { mode: 'number' }),
    minDays: integer('min_days').notNull(),
    maxDays: integer('max_days').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    sort: integer('sort').notNull().default(0),
  },
  (t) => [
    index('shipping_methods_market_id_idx').on(t.marketId),
    check('shipping_methods_price_by_check', sql`price_by in ('fixed', 'weight', 'total')`),
    check('shipping_methods_amounts_check', sql`price_amount >= 0 and free_from_amount >= 0`),
    check('shipping_methods_days_check', sql`min_days between 0 and max_days`),
  ],
)

/** Price bands of a shipping method. A band begins above the previous one. Above the last band the method is not offered. */
export const shippingBands = pgTable(
  'shipping_bands',
  {
    methodId: integer('method_id')
      .notNull()
      .references(() => shippingMethods.id, { onDelete: 'cascade' }),
    // The end of the band, included: grams, or minor units of the method's currency.
    upTo: bigint('up_to', { mode: 'number' }).notNull(),
    priceAmount: bigint('price_amount', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.methodId, t.upTo] }),
    check('shipping_bands_check', sql`up_to > 0 and price_amount >= 0`),
  ],
)
