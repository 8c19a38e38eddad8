import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'

/**
 * What somebody did here, counted. Triggers of the database keep it in every transaction that changes something of it, so that lists of
 * customers neither add up orders nor look through them; `rebuild_customer_totals()` counts all of it anew.
 */
export const customerTotals = pgTable(
  'customer_totals',
  {
    customerId: text('customer_id')
      .primaryKey()
      .references(() => customers.id, { onDelete: 'cascade' }),
    orders: integer('orders').notNull().default(0),
    returns: integer('returns').notNull().default(0),
    deliveredItems: integer('delivered_items').notNull().default(0),
    // Asked to be sent back and not refused, called off or closed.
    returnedItems: integer('returned_items').notNull().default(0),
    returnPercent: integer('return_percent')
      .notNull()
      .generatedAlwaysAs(
        sql`case when delivered_items <= 0 then 0 else (returned_items * 100 + delivered_items / 2) / delivered_items end`,
      ),
  },
  (t) => [
    // The filters of lists.
    index('customer_totals_orders_idx').on(t.orders, t.customerId),
    index('customer_totals_return_percent_idx').on(t.returnPercent, t.customerId).where(sql`return_percent > 0`),
  ],
)

/** What somebody paid for orders that stand, in each currency by itself: rates change, what was paid does not. */
export const customerSpending = pgTable(
  'customer_spending',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    currency: text('currency').notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    orders: integer('orders').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.currency] }),
    index('customer_spending_amount_idx').on(t.currency, t.amount, t.customerId),
  ],
)
