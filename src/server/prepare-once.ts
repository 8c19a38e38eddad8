import { type AnyColumn, is, Param, Placeholder, type Query, type SQL, sql } from 'drizzle-orm'
import { type Database, findPool } from './database.ts'

/**
 * For queries that nearly every request asks: written out once for a database, and planned once by each of its
 * connections instead of anew every time.
 */
export function prepareOnce<Prepared, Given extends unknown[] = []>(
  prepare: (db: Database, ...given: Given) => Prepared,
): (db: Database, ...given: Given) => Prepared {
  const prepared = new WeakMap<Database, Prepared>()
  return (db, ...given) => {
    const known = prepared.get(db) ?? prepare(db, ...given)
    prepared.set(db, known)
    return known
  }
}

type Given = Record<string, unknown>
type Select = { toSQL: () => Query; prepare: (name: string) => { execute: (given: Given) => Promise<object[]> } }

/**
 * The same for the few that are asked most of all. A row is the list of its columns, as they are selected and as `pg` reads them: the object
 * that Drizzle makes of it, by way of several promises, is worth its time everywhere else.
 */
export function prepareRows<Row extends unknown[]>(
  name: string,
  write: (db: Database) => Select,
): (db: Database, given: Given) => Promise<Row[]> {
  const prepare = prepareOnce((db) => {
    const { sql: text, params } = write(db).toSQL()
    return { query: { name, text, rowMode: 'array' as const }, names: params.map(nameParameter) }
  })
  return async (db, given) => {
    const pool = findPool(db)
    if (!pool) {
      const rows = await write(db).prepare(name).execute(given)
      return rows.map((row) => Object.values(row) as Row)
    }
    const { query, names } = prepare(db)
    const values = names.map((one) => {
      if (!(one in given)) throw new Error(`The query ${name} is not given ${one}`)
      return given[one]
    })
    return (await pool.query<Row>(query, values)).rows
  }
}

/** Everything that such a query is given has a name. */
function nameParameter(parameter: unknown): string {
  const placeholder = is(parameter, Param) ? parameter.value : parameter
  if (!is(placeholder, Placeholder))
    throw new Error('Write numbers of the rules into the query instead of sending them')
  return placeholder.name
}

/**
 * Whether a column has one of the numbers that are given under a name. Behind a `select` PostgreSQL cannot see how many they are: if it
 * could, its plan for any number would look dear beside one for these, and it would plan anew for every request.
 */
export function isAmong(column: AnyColumn, name: string): SQL {
  return sql`${column} = any((select ${sql.placeholder(name)}::int[])::int[])`
}
