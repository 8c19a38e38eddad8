import { sql } from 'drizzle-orm'
import { bigint, check, index, jsonb, pgTable, text, timestamp, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { orders } from '#features/orders/server/orders.tables.ts'
import { refunds } from '#features/payments/server/payments.tables.ts'

/** The last number of each series. Taking a number locks the row until the transaction ends, so numbers have no gaps. */
export const documentSeries = pgTable('document_series', {
  // Such as `2026-` for invoices and `C2026-` for credit notes.
  series: text('series').primaryKey(),
  lastNumber: bigint('last_number', { mode: 'number' }).notNull(),
})

/** Invoices and credit notes. Append-only: a trigger refuses changes. */
export const documents = pgTable(
  'documents',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['invoice', 'credit_note'] }).notNull(),
    series: text('series').notNull(),
    // The printed number, such as `2026-004871`.
    number: text('number').notNull().unique(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    customerId: text('customer_id'),
    // The refund of a credit note.
    refundId: text('refund_id').references(() => refunds.id),
    issuedAt: timestamp('issued_at', { withTimezone: true }).notNull(),
    currency: text('currency').notNull(),
    netAmount: bigint('net_amount', { mode: 'number' }).notNull(),
    taxAmount: bigint('tax_amount', { mode: 'number' }).notNull(),
    grossAmount: bigint('gross_amount', { mode: 'number' }).notNull(),
    // Everything that the document prints, as it was when the document was issued.
    snapshot: jsonb('snapshot').$type<Record<string, unknown>>().notNull(),
  },
  (t) => [
    uniqueIndex('documents_one_invoice_per_order_key').on(t.orderId).where(sql`kind = 'invoice'`),
    unique('documents_refund_id_key').on(t.refundId),
    index('documents_order_id_idx').on(t.orderId),
    index('documents_issued_at_idx').on(t.issuedAt, t.id),
    check('documents_kind_check', sql`kind in ('invoice', 'credit_note')`),
    check('documents_refund_check', sql`(kind = 'credit_note') = (refund_id is not null)`),
    check('documents_amounts_check', sql`gross_amount = net_amount + tax_amount`),
  ],
)

/** Paid orders and settled refunds that wait for their document. Triggers add the rows, and a timer removes them. */
export const documentTasks = pgTable(
  'document_tasks',
  {
    // The id of the order for an invoice, or of the refund for a credit note.
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['invoice', 'credit_note'] }).notNull(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('document_tasks_created_at_idx').on(t.createdAt, t.id),
    index('document_tasks_order_id_idx').on(t.orderId),
    check('document_tasks_kind_check', sql`kind in ('invoice', 'credit_note')`),
  ],
)
