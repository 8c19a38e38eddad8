import { isNotNull } from 'drizzle-orm'
import type { Shop } from '#server/shop.ts'
import { subscribers } from './coupons.tables.ts'

/**
 * Subscribes an email address. A repeated subscription changes nothing, unless the address has unsubscribed in between.
 */
export async function subscribe({ db, clock }: Shop, email: string): Promise<{ email: string }> {
  const subscribedAt = clock.now()
  await db
    .insert(subscribers)
    .values({ email, subscribedAt })
    .onConflictDoUpdate({
      target: subscribers.email,
      set: { subscribedAt, unsubscribedAt: null },
      setWhere: isNotNull(subscribers.unsubscribedAt),
    })
  return { email }
}
