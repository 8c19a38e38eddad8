import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { creditKinds, creditReasons } from '../credit.rules.ts'

/**
 * Balances of customers. A balance changes only by a trigger that sums up the entries, and a check rejects negative
 * balances.
 */
export const creditBalances = pgTable(
  'credit_balances',
  {
    customerId: text('customer_id')
      .primaryKey()
      .references(() => customers.id),
    currency: text('currency').notNull(),
    balanceAmount: bigint('balance_amount', { mode: 'number' }).notNull().default(0),
  },
  () => [check('credit_balances_balance_check', sql`balance_amount >= 0`)],
)

/** Changes of store credit, in the shop's currency. Rows are append-only, because a trigger rejects changes. */
export const creditEntries = pgTable(
  'credit_entries',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    kind: text('kind', { enum: creditKinds }).notNull(),
    // Positive for received credit, negative for spent credit.
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    // These foreign keys are defined in SQL only, since orders and payments depend on credit.
    orderId: text('order_id'),
    refundId: text('refund_id'),
    // The reason of a change by staff. The column stores codes, because free text could contain personal data, which
    // must be erasable.
    reason: text('reason', { enum: creditReasons }),
    // Name of the staff member who made the change, if any.
    by: text('by'),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (t) => [
    // An order takes credit once and gives credit back once. A refund adds its credit once and its bonus once.
    uniqueIndex('credit_entries_one_per_order_key').on(t.orderId, t.kind).where(sql`refund_id is null`),
    uniqueIndex('credit_entries_one_per_refund_key').on(t.refundId, t.kind),
    index('credit_entries_customer_id_idx').on(t.customerId, t.id),
    index('credit_entries_order_id_idx').on(t.orderId),
    check(
      'credit_entries_kind_check',
      sql`case kind
        when 'refund' then amount > 0 and order_id is not null and refund_id is not null
        when 'bonus' then amount > 0 and order_id is not null and refund_id is not null
        when 'spent' then amount < 0 and order_id is not null and refund_id is null
        when 'given_back' then amount > 0 and order_id is not null and refund_id is null
        when 'by_hand' then amount <> 0 and order_id is null and refund_id is null and reason is not null
        when 'erased' then amount < 0 and order_id is null and refund_id is null
        else false
      end`,
    ),
  ],
)
