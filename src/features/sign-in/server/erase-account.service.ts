import { eq } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { publish, sessionsTopic } from '#server/live/live.ts'
import { deleteDevices } from './known-devices.service.ts'
import { customers, emailConfirmationTokens, passwordResetTokens, sessions } from './sign-in.tables.ts'

type ErasedCustomer = { customerId: string; erasedEmail: string }

/** Erases an account. The row stays, since orders refer to it, but its sign-in no longer works. */
export async function eraseAccount(
  tx: Database,
  { customerId, erasedEmail }: ErasedCustomer,
  now: Date,
): Promise<void> {
  for (const table of [sessions, passwordResetTokens, emailConfirmationTokens]) {
    await tx.delete(table).where(eq(table.customerId, customerId))
  }
  await deleteDevices(tx, customerId)
  await tx
    .update(customers)
    .set({ email: erasedEmail, name: '', passwordHash: '', languageId: null, emailConfirmedAt: null, erasedAt: now })
    .where(eq(customers.id, customerId))
  await publish(tx, sessionsTopic(customerId))
}
