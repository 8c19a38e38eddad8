import { cacheValue } from '#server/cache/cached-values.ts'
import { categories } from './catalogue.tables.ts'

/** Returns the tax category of each category. A category without one has that of its nearest parent with one. */
export const readTaxCategories = cacheValue([categories], async (db): Promise<Map<number, string>> => {
  const rows = await db
    .select({ id: categories.id, parentId: categories.parentId, taxCategory: categories.taxCategory })
    .from(categories)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const found = new Map<number, string>()
  for (const row of rows) {
    const seen = new Set<number>()
    let at: typeof row | undefined = row
    while (at && at.taxCategory === null && !seen.has(at.id)) {
      seen.add(at.id)
      at = byId.get(at.parentId ?? 0)
    }
    if (at?.taxCategory) found.set(row.id, at.taxCategory)
  }
  return found
})
