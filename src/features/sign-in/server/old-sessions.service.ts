import { lte } from 'drizzle-orm'
import { dayMs } from '#contract/times.ts'
import type { Shop } from '#server/shop.ts'
import { emailConfirmationTokens, knownDevices, passwordResetTokens, sessions } from './sign-in.tables.ts'

// Kept a while after their end, for whoever asks why somebody was signed out.
const keptMs = 7 * dayMs

/** Forgets sessions, links of mails and devices whose time ended a week ago. */
export async function removeOldSessions({ db, clock }: Shop): Promise<number> {
  const until = new Date(clock.now().getTime() - keptMs)
  let removed = 0
  for (const table of [sessions, passwordResetTokens, emailConfirmationTokens, knownDevices]) {
    const { rowCount } = await db.delete(table).where(lte(table.expiresAt, until))
    removed += rowCount ?? 0
  }
  return removed
}
