import type { Database } from '#server/database.ts'
import { saveRows } from '#server/save-rows.ts'
import { reviewLabels } from './reviews.tables.ts'

export async function saveReviewLabels(db: Database, rows: (typeof reviewLabels.$inferInsert)[]): Promise<void> {
  await saveRows(db, reviewLabels, [reviewLabels.id], rows)
}
