import { getTableColumns, type InferInsertModel, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from './database.ts'

// 1,000 rows of the widest table stay far below PostgreSQL's limit of 65,535 parameters per statement.
const rowsAtOnce = 1000

/** Inserts rows and updates rows whose key exists. Used for complete data from staff or an import. */
export async function saveRows<T extends PgTable>(
  db: Database,
  table: T,
  key: PgColumn[],
  rows: InferInsertModel<T>[],
): Promise<void> {
  const given = new Set(rows.flatMap((row) => Object.keys(row)))
  const renewed: Record<string, SQL> = {}
  for (const [name, column] of Object.entries(getTableColumns(table))) {
    if (given.has(name) && !key.includes(column)) renewed[name] = sql`excluded.${sql.identifier(column.name)}`
  }
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const insert = db.insert(table).values(rows.slice(at, at + rowsAtOnce))
    if (Object.keys(renewed).length === 0) await insert.onConflictDoNothing()
    else await insert.onConflictDoUpdate({ target: key, set: renewed as never })
  }
}
