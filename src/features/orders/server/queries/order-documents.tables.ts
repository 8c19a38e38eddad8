import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { orders } from '../orders.tables.ts'

/**
 * Cached data of an order for lists and pages, built from eight tables by the database function `order_document()`. Triggers
 * rebuild the document in every transaction that changes the order. If the document is missing, reads call the same function.
 */
export const orderDocuments = pgTable('order_documents', {
  orderId: text('order_id')
    .primaryKey()
    .references(() => orders.id, { onDelete: 'cascade' }),
  customerId: text('customer_id'),
  document: text('document').notNull(),
  // No longer written. The previous version of the program reads this column. The next version removes it and `order_sku_ids()`.
  skuIds: integer('sku_ids').array(),
})
