import { eq } from 'drizzle-orm'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import type { Database } from '#server/database/database.ts'
import { refuse } from '#server/http/refuse.ts'

/** Sets the customer's name, which mails and reviews show. */
export async function setCustomerName(db: Database, customerId: string, name: string): Promise<void> {
  const [named] = await db
    .update(customers)
    .set({ name: name.trim() })
    .where(eq(customers.id, customerId))
    .returning({ id: customers.id })
  if (!named) throw refuse('not_found')
}
