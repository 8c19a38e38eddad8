import { sql } from 'drizzle-orm'
import { bigint, boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { homeCurrency } from '#contract/money/money.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'

export const shippingMethods = pgTable(
  'shipping_methods',
  {
    id: integer('id').primaryKey(),
    code: text('code').notNull().unique(),
    name: text('name').notNull(),
    currency: text('currency')
      .notNull()
      .default(homeCurrency)
      .references(() => currencies.code),
    priceAmount: bigint('price_amount', { mode: 'number' }).notNull(),
    // Subtotal from which shipping is free. Null means never.
    freeFromAmount: bigint('free_from_amount', { mode: 'number' }),
    minDays: integer('min_days').notNull(),
    maxDays: integer('max_days').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    sort: integer('sort').notNull().default(0),
  },
  () => [
    check('shipping_methods_amounts_check', sql`price_amount >= 0 and free_from_amount >= 0`),
    check('shipping_methods_days_check', sql`min_days between 0 and max_days`),
  ],
)
