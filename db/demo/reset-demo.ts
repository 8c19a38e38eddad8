import { getTableName, sql } from 'drizzle-orm'
import { images } from '#features/images/server/images.tables.ts'
import { listImageKeys } from '#features/images/server/small-images.service.ts'
import type { Shop } from '#server/shop.ts'
import { loadDemo } from './load-demo.ts'

/**
 * Empties every table and loads the demo again in one transaction. Visitors wait meanwhile and then see the new demo.
 */
export async function resetDemo(shop: Shop): Promise<void> {
  const pictures = await shop.db.select({ storageKey: images.storageKey }).from(images)
  await shop.db.transaction(async (db) => {
    const { rows } = await db.execute<{ tablename: string }>(
      sql`select tablename from pg_tables where schemaname = 'public' order by tablename`,
    )
    const tables = rows.map(({ tablename }) => sql.identifier(tablename))
    if (!rows.some(({ tablename }) => tablename === getTableName(images)))
      throw new Error('This is not a database of Harbor')
    await db.execute(sql`truncate table ${sql.join(tables, sql`, `)} restart identity cascade`)
    await loadDemo({ ...shop, db })
  })
  const kept = new Set((await shop.db.select({ key: images.storageKey }).from(images)).map(({ key }) => key))
  const gone = pictures.filter(({ storageKey }) => !kept.has(storageKey))
  for (const key of gone.flatMap(({ storageKey }) => listImageKeys(storageKey))) await shop.files.remove(key)
}
