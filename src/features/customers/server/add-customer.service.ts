import type { StaffParsed } from '#contract/calls/staff-call.ts'
import { listLanguages } from '#features/settings/server/settings.service.ts'
import { unusablePassword } from '#features/sign-in/server/password.ts'
import { forgotPassword } from '#features/sign-in/server/sign-in.service.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { newId } from '#server/database/ids.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import type { addCustomer as addCall } from '../customers.staff.contract.ts'

/**
 * Adds a customer in the same way as an import does. No password matches until the customer sets a password by mail,
 * which also verifies the email address.
 */
export async function addCustomer(
  shop: Shop,
  { email, name, language, sends_mail: sendsMail }: StaffParsed<typeof addCall>,
): Promise<string> {
  const { db, clock } = shop
  const known = language ? (await listLanguages(db)).find(({ code }) => code === language) : null
  if (known === undefined) throw refuseFields({ language: [`This shop does not have the language ${language}`] })
  const now = clock.now()
  const [added] = await db
    .insert(customers)
    .values({
      ...{ id: newId(), email, name, languageId: known?.id ?? null, passwordHash: unusablePassword },
      ...{ emailConfirmedAt: now, passwordChangedAt: now, createdAt: now },
    })
    .onConflictDoNothing()
    .returning({ id: customers.id })
  if (!added) throw refuse('exists_already', { message: `${email} already has an account.` })
  if (sendsMail) await forgotPassword(shop, email, { languageId: known?.id ?? null, isBelowNetworkLimit: true })
  return added.id
}
