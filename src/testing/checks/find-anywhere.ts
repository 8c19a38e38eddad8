import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'

/**
 * Returns every column that contains one of the words, as `table.column`, for any type and case. The tables are read
 * from the database, so new tables are always included.
 */
export async function searchAllTables(db: Database, ...words: string[]): Promise<string[]> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`)
  const searchedText = sql.param(words.map((word) => word.toLowerCase()))
  const found: string[] = []
  for (const { name } of tables) {
    // Bytes are in hex.
    const { rows: columns } = await db.execute<{ name: string }>(sql`
      select distinct "column".key as name
      from ${sql.identifier(name)} as one, jsonb_each_text(to_jsonb(one)) as "column", unnest(${searchedText}::text[]) as word
      where position(word in lower("column".value)) > 0
        or position(encode(convert_to(word, 'UTF8'), 'hex') in "column".value) > 0
      order by 1`)
    found.push(...columns.map((column) => `${name}.${column.name}`))
  }
  return found
}
