import { sql } from 'drizzle-orm'
import type { StockReason } from '#features/catalogue/stock.rules.ts'
import type { Shop } from '#server/shop.ts'

/** Changes the stock of many SKUs at once and writes a ledger entry for each. Stock never falls below zero. */
export async function moveStock(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  moves: { sku: string; by: number }[],
  { name, note, reason = 'counted' }: { name: string; note: string; reason?: StockReason },
): Promise<void> {
  if (moves.every(({ by }) => by === 0)) return
  await db.execute(sql`
    with given as (
      select g.sku, g.by from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as g (sku text, by int) where g.by <> 0
    ), before as (
      select s.id, s.inventory from skus s join given g on g.sku = s.sku order by s.id for update of s
    ), moved as (
      update skus s set inventory = greatest(0, b.inventory + g.by) from given g, before b
      where g.sku = s.sku and b.id = s.id returning s.id, s.sku, s.inventory, s.inventory - b.inventory as by
    )
    insert into stock_moves (sku_id, sku, by, stock, reason, note, actor_name, at)
    select id, sku, by, inventory, ${reason}, ${note}, ${name}, ${clock.now()}::timestamptz from moved where by <> 0`)
}
