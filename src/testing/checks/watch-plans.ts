import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}
/** A step of a query plan that reads a table or an index, with its number of rows. */
type Step = { kind: string; of: string; rows: number }

/**
 * Wraps a database and records the plan of each plain SQL query, which is the kind of query that lists use. Each query
 * runs twice.
 */
export function watchPlans(db: Database): { db: Database; steps: Step[] } {
  const steps: Step[] = []
  const read = (node: Node) => {
    const of = node['Index Name'] ?? node['Relation Name']
    const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    if (of) steps.push({ kind: node['Node Type'], of, rows })
    for (const inner of node.Plans ?? []) read(inner)
  }
  const execute = async (query: SQL) => {
    const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      sql`explain (analyze, timing off, format json) ${query}`,
    )
    for (const row of rows) read(row['QUERY PLAN'][0].Plan)
    return db.execute(query)
  }
  const watched = new Proxy(db, {
    get: (target, name) => {
      if (name === 'execute') return execute
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { db: watched, steps }
}
