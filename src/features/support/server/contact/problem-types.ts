import { asc, eq } from 'drizzle-orm'
import type { ProblemType } from '#features/support/contact.contract.ts'
import { keepCopy } from '#server/cache/kept-copies.ts'
import type { Database } from '#server/database/database.ts'
import { saveRows } from '#server/database/save-rows.ts'
import { problemTypes } from './contact.tables.ts'

/** Adds question types, or renews them. */
export async function saveProblemTypes(db: Database, rows: (typeof problemTypes.$inferInsert)[]): Promise<void> {
  await saveRows(db, problemTypes, [problemTypes.id], rows)
}

/** The whole tree in one query; it is small and every contact page asks for all of it. */
export const listProblems = keepCopy([problemTypes], async (db): Promise<ProblemType[]> => {
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
    // Below a retired type nothing can be chosen either.
    else if (!byId.has(parentId)) continue
    else byId.get(parentId)?.children.push(node)
    byId.set(id, node)
  }
  return roots
})

/** Names of all types ever used, so that an old ticket still says what it was about. */
export const readProblemNames = keepCopy([problemTypes], async (db): Promise<(id: number) => string[]> => {
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
