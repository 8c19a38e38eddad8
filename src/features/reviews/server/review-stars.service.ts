import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { isAmong, prepareOnce } from '#server/database/prepare-once.ts'
import { roundAverage } from '../reviews.rules.ts'
import { reviewCounts } from './reviews.tables.ts'

const starsOf = prepareOnce((db) =>
  db
    .select({
      id: reviewCounts.productId,
      averageRank: sql<number>`sum(${reviewCounts.rank} * ${reviewCounts.reviews})::float / sum(${reviewCounts.reviews})`,
    })
    .from(reviewCounts)
    .where(isAmong(reviewCounts.productId, 'productIds'))
    .groupBy(reviewCounts.productId)
    .having(sql`sum(${reviewCounts.reviews}) > 0`)
    .prepare('stars_of_products'),
)

/**
 * Returns the average rating of products, as a hook for the product list of staff. The counts are stored, so the cost
 * does not depend on the number of reviews.
 */
export async function starsOfProducts(db: Database, productIds: number[]): Promise<ReadonlyMap<number, number>> {
  if (productIds.length === 0) return new Map()
  const rows = await starsOf(db).execute({ productIds })
  return new Map(rows.map(({ id, averageRank }) => [id, roundAverage(averageRank)]))
}
