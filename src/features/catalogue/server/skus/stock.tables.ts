import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { stockReasons } from '#features/catalogue/stock.rules.ts'
import { skus } from '../catalogue.tables.ts'

/** Manual changes of stock with their reason. Changes by orders are recorded as order events. */
export const stockMoves = pgTable(
  'stock_moves',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    // Null once the SKU is deleted. The code stays.
    skuId: integer('sku_id').references(() => skus.id, { onDelete: 'set null' }),
    sku: text('sku').notNull(),
    // The change of the stock, and the stock after the change.
    by: integer('by').notNull(),
    stock: integer('stock').notNull(),
    reason: text('reason', { enum: stockReasons }).notNull(),
    note: text('note').notNull().default(''),
    actorName: text('actor_name').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (t) => [index('stock_moves_sku_id_idx').on(t.skuId, t.id), check('stock_moves_stock_check', sql`stock >= 0`)],
)
