import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'

/**
 * Returns the next time at which content for guests starts or ends by itself. No write happens at that time, so no
 * trigger reports it.
 */
export async function findNextMoment(db: Database, after: Date): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string | null }>(sql`
    select min(at)::text as at from (
      select starts_at as at from adverts union all select ends_at from adverts
      union all select starts_at from advert_texts union all select ends_at from advert_texts
      union all select starts_at from coupon_widgets union all select ends_at from coupon_widgets
      union all select starts_at from coupons union all select ends_at from coupons
      union all select starts_at from product_tests union all select ends_at from product_tests
      union all select published_at from blog_posts
    ) moments where at > ${after}`)
  const [found] = rows
  return found?.at ? new Date(found.at) : null
}
