import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from '#server/database/database.ts'

/** Expects that the stored documents of all orders equal the tables, after any changes by a test. */
export async function checkDocuments(db: Database): Promise<void> {
  const { rows } = await db.execute(sql`
    select o.id, d.document as kept, order_document(o.id, 0, 50) as truth
    from orders o left join order_documents d on d.order_id = o.id
    where (select count(*) from order_lines l where l.order_id = o.id) <= 50
      and (d.document is distinct from order_document(o.id, 0, 50) or d.customer_id is distinct from o.customer_id)
    limit 3`)
  expect(rows).toEqual([])
}
