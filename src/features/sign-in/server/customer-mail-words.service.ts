import { eq } from 'drizzle-orm'
import { type MailWords, readMailWords } from '#features/settings/server/mail-words.service.ts'
import type { Database } from '#server/database/database.ts'
import { customers } from './sign-in.tables.ts'

/** Returns the mail texts in an account's language, or in the fallback language for a guest. */
export async function readCustomerMailWords(
  db: Database,
  customerId: string | null,
  fallbackLanguageId: number | null = null,
): Promise<MailWords> {
  const [customer] =
    customerId === null
      ? []
      : await db.select({ languageId: customers.languageId }).from(customers).where(eq(customers.id, customerId))
  return readMailWords(db, customer?.languageId ?? fallbackLanguageId)
}
