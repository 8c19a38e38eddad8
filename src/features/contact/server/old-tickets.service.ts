import { and, eq, inArray, lt } from 'drizzle-orm'
import { dayMs } from '#contract/times.ts'
import type { Shop } from '#server/shop.ts'
import { ticketAnswers, tickets } from './contact.tables.ts'

/** Forgets tickets that were closed and are older than anybody asks about, with their answers. */
export async function removeOldTickets({ db, clock, bounds }: Shop): Promise<number> {
  const oldest = new Date(clock.now().getTime() - bounds.ticketDays * dayMs)
  let removed = 0
  for (let round = 0; round < bounds.pruneRounds; round++) {
    const gone = await db.transaction(async (tx) => {
      const over = await tx
        .select({ id: tickets.id })
        .from(tickets)
        .where(and(eq(tickets.status, 'closed'), lt(tickets.createdAt, oldest)))
        .limit(bounds.pruneBatch)
        .for('update', { skipLocked: true })
      const ids = over.map(({ id }) => id)
      if (ids.length === 0) return 0
      await tx.delete(ticketAnswers).where(inArray(ticketAnswers.ticketId, ids))
      await tx.delete(tickets).where(inArray(tickets.id, ids))
      return ids.length
    })
    removed += gone
    if (gone < bounds.pruneBatch) break
  }
  return removed
}
