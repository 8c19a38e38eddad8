import { asc, eq } from 'drizzle-orm'
import type { ProblemType } from '#features/support/contact.contract.ts'
import { cacheValue } from '#server/cache/cached-values.ts'
import type { Database } from '#server/database/database.ts'
import { saveRows } from '#server/database/save-rows.ts'
import { problemTypes } from './contact.tables.ts'

/** Inserts or updates question types. */
export async function saveProblemTypes(db: Database, rows: (typeof problemTypes.$inferInsert)[]): Promise<void> {
  await saveRows(db, problemTypes, [problemTypes.id], rows)
}

/** Returns the whole tree in one query. The tree is small, and every contact page needs it. */
export const listProblems = cacheValue([problemTypes], async (db): Promise<ProblemType[]> => {
  const rows = await db
    .select({ id: problemTypes.id, parentId: problemTypes.parentId, name: problemTypes.name })
    .from(problemTypes)
    .where(eq(problemTypes.isActive, true))
    .orderBy(asc(problemTypes.level), asc(problemTypes.sort), asc(problemTypes.id))
  const roots: ProblemType[] = []
  const byId = new Map<number, ProblemType>()
  for (const { id, parentId, name } of rows) {
    const node: ProblemType = { id, name, children: [] }
    if (parentId === null) roots.push(node)
    // Types below a retired type cannot be chosen either.
    else if (!byId.has(parentId)) continue
    else byId.get(parentId)?.children.push(node)
    byId.set(id, node)
  }
  return roots
})

/** Names of all types including retired types, for old tickets. */
export const readProblemNames = cacheValue([problemTypes], async (db): Promise<(id: number) => string[]> => {
  const rows = await db
    .select({ id: problemTypes.id, parentId: problemTypes.parentId, name: problemTypes.name })
    .from(problemTypes)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (id) => {
    const names: string[] = []
    for (let at = byId.get(id); at; at = at.parentId === null ? undefined : byId.get(at.parentId))
      names.unshift(at.name)
    return names
  }
})
