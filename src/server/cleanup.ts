import { lte, sql } from 'drizzle-orm'
import { idempotencyKeys } from './idempotency.tables.ts'
import { rateLimits } from './limits.tables.ts'
import type { Shop } from './shop.ts'
import { forgetSetbacks, removeRows } from './work-through.ts'

/** Throws away counted tries, kept answers and remembered failures whose time is over. */
export async function removeOldTraces(shop: Shop): Promise<number> {
  const timer = 'removeOldTraces'
  const now = shop.clock.now()
  const { caller, call, key } = idempotencyKeys
  const whole = sql`concat_ws(' ', ${caller}, ${call}, ${key})`
  const limits = await removeRows(shop, timer, {
    table: rateLimits,
    id: rateLimits.key,
    due: lte(rateLimits.resetAt, now),
  })
  const keys = await removeRows(shop, timer, {
    table: idempotencyKeys,
    id: whole,
    due: lte(idempotencyKeys.expiresAt, now),
  })
  return limits + keys + (await forgetSetbacks(shop))
}
