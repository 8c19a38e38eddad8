import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'

/**
 * Totals of each customer. Database triggers update the totals in every transaction, so that customer lists never sum up orders.
 * `rebuild_customer_totals()` computes the totals again.
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
    // Number of returned items. Rejected, canceled and closed items are left out.
    returnedItems: integer('returned_items').notNull().default(0),
    returnPercent: integer('return_percent')
      .notNull()
      .generatedAlwaysAs(
        sql`case when delivered_items <= 0 then 0 else (returned_items * 100 + delivered_items / 2) / delivered_items end`,
      ),
  },
  (t) => [
    // Indexes of the list filters.
    index('customer_totals_orders_idx').on(t.orders, t.customerId),
    index('customer_totals_return_percent_idx').on(t.returnPercent, t.customerId).where(sql`return_percent > 0`),
  ],
)

/** Amounts that a customer paid for orders, one row for each currency, since exchange rates change. */
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
