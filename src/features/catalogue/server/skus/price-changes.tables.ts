import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { currencies } from '#features/settings/server/settings.tables.ts'
import { skus } from '../catalogue.tables.ts'

/**
 * The past, current and future prices of a SKU by currency. Of the prices that have begun and not ended, the latest
 * applies. That price is copied to `skus` or `sku_prices` for shoppers' queries.
 */
export const priceChanges = pgTable(
  'price_changes',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    skuId: integer('sku_id')
      .notNull()
      .references(() => skus.id, { onDelete: 'cascade' }),
    currency: text('currency')
      .notNull()
      .references(() => currencies.code),
    // Null if the price is converted from the SKU's own currency.
    priceAmount: bigint('price_amount', { mode: 'number' }),
    specialPriceAmount: bigint('special_price_amount', { mode: 'number' }),
    newUserPriceAmount: bigint('new_user_price_amount', { mode: 'number' }),
    compareAtAmount: bigint('compare_at_amount', { mode: 'number' }),
    fromAt: timestamp('from_at', { withTimezone: true }).notNull(),
    // Null if the price applies until another replaces it.
    toAt: timestamp('to_at', { withTimezone: true }),
    state: text('state', { enum: ['planned', 'open', 'over'] }).notNull(),
    actorName: text('actor_name').notNull(),
    madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('price_changes_sku_id_idx').on(t.skuId, t.id),
    index('price_changes_beginning_idx').on(t.fromAt).where(sql`state = 'planned'`),
    index('price_changes_ending_idx').on(t.toAt).where(sql`state = 'open' and to_at is not null`),
    check('price_changes_dates_check', sql`to_at > from_at`),
    check('price_changes_state_check', sql`state in ('planned', 'open', 'over')`),
    check(
      'price_changes_amounts_check',
      sql`price_amount >= 0 and special_price_amount >= 0 and new_user_price_amount >= 0 and compare_at_amount >= 0`,
    ),
  ],
)
