import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'

/**
 * Every column of every table in which one of these words stands, as `table.column`, whatever its type and spelling. Tables are
 * those that the database lists, so a new one is looked through without anybody thinking of it.
 */
export async function findAnywhere(db: Database, ...words: string[]): Promise<string[]> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`)
  const sought = sql.param(words.map((word) => word.toLowerCase()))
  const found: string[] = []
  for (const { name } of tables) {
    // Bytes are shown in hex.
    const { rows: columns } = await db.execute<{ name: string }>(sql`
      select distinct "column".key as name
      from ${sql.identifier(name)} as one, jsonb_each_text(to_jsonb(one)) as "column", unnest(${sought}::text[]) as word
      where position(word in lower("column".value)) > 0
        or position(encode(convert_to(word, 'UTF8'), 'hex') in "column".value) > 0
      order by 1`)
    found.push(...columns.map((column) => `${name}.${column.name}`))
  }
  return found
}
