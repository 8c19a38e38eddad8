import { type SQL, sql } from 'drizzle-orm'

/**
 * Rows that a query answers as one JSON value, each a list without names: with them PostgreSQL would take twice as long, since it would
 * write every name again for every row.
 */
export function jsonRows<Row>(columns: { [Name in keyof Row]: SQL }) {
  const names = Object.keys(columns) as (keyof Row)[]
  return {
    /** What `json_agg` gathers. */
    values: sql`json_build_array(${sql.join(Object.values<SQL>(columns), sql`, `)})`,
    read: (found: Row[keyof Row][][]): Row[] => found.map((values) => nameValues(names, values)),
  }
}

function nameValues<Row>(names: (keyof Row)[], values: Row[keyof Row][]): Row {
  const row: Partial<Row> = {}
  for (const [at, name] of names.entries()) row[name] = values[at]
  return row as Row
}
