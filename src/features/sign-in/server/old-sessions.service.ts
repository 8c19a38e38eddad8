import { lte } from 'drizzle-orm'
import { dayMs } from '#contract/times.ts'
import type { Shop } from '#server/shop.ts'
import { removeRows } from '#server/work-through.ts'
import { emailConfirmationTokens, knownDevices, passwordResetTokens, sessions } from './sign-in.tables.ts'

// Kept a while after their end, for whoever asks why somebody was signed out.
const keptMs = 7 * dayMs

/** Forgets sessions, links of mails and devices whose time ended a week ago. */
export async function removeOldSessions(shop: Shop): Promise<number> {
  const until = new Date(shop.clock.now().getTime() - keptMs)
  let removed = 0
  for (const [table, id] of [
    [sessions, sessions.id],
    [passwordResetTokens, passwordResetTokens.tokenHash],
    [emailConfirmationTokens, emailConfirmationTokens.tokenHash],
    [knownDevices, knownDevices.tokenHash],
  ] as const) {
    removed += await removeRows(shop, 'removeOldSessions', { table, id, due: lte(table.expiresAt, until) })
  }
  return removed
}
