import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { orders } from '../orders.tables.ts'

/**
 * What lists and pages show of an order, gathered from eight tables into one text by `order_document()` of the database. Triggers write it
 * anew in every transaction that changes something of it; nobody else does. Where there is none, the same function is asked when it is read.
 */
export const orderDocuments = pgTable('order_documents', {
  orderId: text('order_id')
    .primaryKey()
    .references(() => orders.id, { onDelete: 'cascade' }),
  customerId: text('customer_id'),
  document: text('document').notNull(),
  // No longer written: programs of the version before read it. The next version takes it and `order_sku_ids()` away.
  skuIds: integer('sku_ids').array(),
})
