import { and, eq, lt } from 'drizzle-orm'
import { dayMs } from '#contract/times.ts'
import type { Shop } from '#server/shop.ts'
import { workThrough } from '#server/work-through.ts'
import { ticketAnswers, tickets } from './contact.tables.ts'

/** Forgets tickets that were closed and are older than anybody asks about, with their answers. */
export async function removeOldTickets(shop: Shop): Promise<number> {
  const { db, clock, bounds } = shop
  const oldest = new Date(clock.now().getTime() - bounds.ticketDays * dayMs)
  return workThrough(shop, 'removeOldTickets', {
    find: (isReady, most) =>
      db
        .select({ id: tickets.id })
        .from(tickets)
        .where(and(eq(tickets.status, 'closed'), lt(tickets.createdAt, oldest), isReady(tickets.id)))
        .limit(most),
    work: ({ id }) =>
      db.transaction(async (tx) => {
        await tx.delete(ticketAnswers).where(eq(ticketAnswers.ticketId, id))
        await tx.delete(tickets).where(eq(tickets.id, id))
      }),
  })
}
