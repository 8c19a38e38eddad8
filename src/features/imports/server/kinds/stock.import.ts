import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { filledText } from '#contract/calls/fields.ts'
import { moveStock } from '#features/catalogue/server/skus/move-stock.service.ts'
import { firstCell, readInteger } from '../files/cells.ts'
import type { ImportKind } from './import-kind.ts'

const StockRecord = z.object({
  sku: filledText(64),
  stock: z.int().check(z.gte(0), z.lte(10_000_000)),
})
type StockRecord = z.output<typeof StockRecord>

/** The counted stock of each SKU. */
export const stockImport: ImportKind<StockRecord, StockRecord> = {
  schema: StockRecord,
  // Each line is its own record, so that a repeated SKU is reported.
  groupOf: () => '',
  fromLines: ([cells = {}]) => {
    const counted = firstCell(cells, 'stock', 'on hand (current)', 'on hand', 'available', 'inventory quantity')
    return { sku: cells.sku ?? '', stock: counted === undefined ? undefined : readInteger('stock', counted) }
  },
  keyOf: ({ sku }) => sku,
  nameOf: ({ sku }) => sku,
  async read(db, records) {
    const codes = records.map(({ sku }) => sku)
    const { rows } = await db.execute<StockRecord>(
      sql`select sku, inventory as stock from skus where sku = any(${sql.param(codes)}::text[])`,
    )
    return new Map(rows.map((row) => [row.sku, row]))
  },
  merge: (given, current) => (current ? { whole: given } : { problem: `there is no SKU ${given.sku} in the shop` }),
  compared: (given) => given,
  write: (shop, rows, by) =>
    moveStock(
      shop,
      rows.map(({ key, whole, before }) => ({ sku: key, by: whole.stock - (before?.stock ?? 0) })),
      by,
    ),
  // The undo changes the stock by the difference, so that units sold since the import are not put back.
  undo: (shop, rows, by) =>
    moveStock(
      shop,
      rows.map(({ key, whole, before }) => ({ sku: key, by: (before?.stock ?? 0) - whole.stock })),
      by,
    ),
  version: ({ sku }) => sku,
}
