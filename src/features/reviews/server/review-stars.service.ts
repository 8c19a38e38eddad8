import { inArray, sql } from 'drizzle-orm'
import type { Database } from '#server/database.ts'
import { reviewCounts } from './reviews.tables.ts'

/** Hook: how products were reviewed, for staff's list of them. Counts are kept ready, so it costs the same for any number of reviews. */
export async function starsOfProducts(db: Database, productIds: number[]): Promise<ReadonlyMap<number, number>> {
  if (productIds.length === 0) return new Map()
  const rows = await db
    .select({
      id: reviewCounts.productId,
      // A star is 20 points.
      stars: sql<number>`round(sum(${reviewCounts.rank} * ${reviewCounts.reviews})::numeric / sum(${reviewCounts.reviews}) / 20, 1)::float`,
    })
    .from(reviewCounts)
    .where(inArray(reviewCounts.productId, productIds))
    .groupBy(reviewCounts.productId)
    .having(sql`sum(${reviewCounts.reviews}) > 0`)
  return new Map(rows.map(({ id, stars }) => [id, stars]))
}
