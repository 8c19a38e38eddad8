import { sql } from 'drizzle-orm'
import { availability } from '#features/catalogue/catalogue.rules.ts'
import { listSearchWords } from '#features/catalogue/product-list.rules.ts'
import type { Database } from '#server/database/database.ts'
import { matchWords } from '../products/find-products.service.ts'

/**
 * Returns codes of SKUs on sale. Codes with the typed prefix come first, then SKUs of products that match the search
 * words.
 */
export async function findSkusToSell(db: Database, q: string, max: number): Promise<string[]> {
  const isOnSale = sql`exists (select from products o where o.id = s.product_id and o.status = ${availability.forSale})`
  const { rows: byCode } = await db.execute<{ sku: string }>(sql`
    select s.sku from skus s
    where (starts_with(s.sku, ${q}) or starts_with(s.sku, ${q.toUpperCase()})) and ${isOnSale}
    order by s.sku limit ${max}`)
  const codes = byCode.map(({ sku }) => sku)
  if (codes.length >= max) return codes
  // `max` products are enough, because each listed product has at least one SKU.
  const { rows: byName } = await db.execute<{ sku: string }>(sql`
    select s.sku from (
      select p.product_id as id from listed_products p
      where p.is_listed and ${matchWords(listSearchWords(q))} limit ${max}) found
    join skus s on s.product_id = found.id
    where ${isOnSale}
    order by s.product_id, s.sort, s.id limit ${max}`)
  return [...new Set([...codes, ...byName.map(({ sku }) => sku)])].slice(0, max)
}
