import { asc, eq } from 'drizzle-orm'
import { toStaffTime } from '#contract/calls/staff-call.ts'
import { checkNotErased } from '#features/orders/server/commands/erase-orders.service.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import type { StaffReturn } from '#features/returns/returns.staff.contract.ts'
import type { Database } from '#server/database/database.ts'
import { refuse } from '#server/http/refuse.ts'
import type { CommandContext } from '#server/shop.ts'
import { returnNotes, returns } from '../returns.tables.ts'

/** 200: more notes than anyone reads. */
const maxNotes = 200

/** Adds a note for colleagues. */
export async function noteReturn(
  shop: CommandContext,
  { returnId, body }: { returnId: string; body: string },
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    // Locks the return, so that concurrent requests cannot exceed the limit of notes.
    const [found] = await tx
      .select({ customerId: returns.customerId, email: orders.email })
      .from(returns)
      .innerJoin(orders, eq(orders.id, returns.orderId))
      .where(eq(returns.id, returnId))
      .for('no key update', { of: returns })
    if (!found) throw refuse('not_found')
    checkNotErased(found)
    if ((await tx.$count(returnNotes, eq(returnNotes.returnId, returnId))) >= maxNotes) {
      throw refuse('too_many', { message: `A return can have at most ${maxNotes} notes.` })
    }
    await tx
      .insert(returnNotes)
      .values({ returnId, customerId: found.customerId, author: shop.by ?? '', body, at: shop.clock.now() })
  })
}

export async function readNotes(db: Database, returnId: string): Promise<StaffReturn['notes']> {
  const notes = await db
    .select()
    .from(returnNotes)
    .where(eq(returnNotes.returnId, returnId))
    .orderBy(asc(returnNotes.id))
  return notes.map(({ author, body, at }) => ({ by: author, body, at: toStaffTime(at) }))
}
