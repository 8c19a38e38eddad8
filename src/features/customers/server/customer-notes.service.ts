import { and, desc, eq, isNull } from 'drizzle-orm'
import { toStaffTime } from '#contract/calls/staff-call.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { refuse } from '#server/http/refuse.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import type { Shop } from '#server/shop.ts'
import { maxCustomerNotes } from '../customers.rules.ts'
import type { StaffCustomer } from '../customers.staff.contract.ts'
import { customerNotes } from './customer-notes.tables.ts'

const isShown = (customerId: string) => and(eq(customerNotes.customerId, customerId), isNull(customerNotes.removedAt))

/** Reads the notes of staff about a customer, the newest first. */
export async function readNotes(
  db: Database,
  customerId: string,
  actorId: string | undefined,
): Promise<StaffCustomer['notes']> {
  const rows = await db
    .select()
    .from(customerNotes)
    .where(isShown(customerId))
    .orderBy(desc(customerNotes.at), desc(customerNotes.id))
    .limit(maxCustomerNotes)
  return rows.map(({ id, body, author, authorId, at }) => ({
    ...{ id, body, author, at: toStaffTime(at), is_mine: authorId === actorId },
  }))
}

/** Adds a note. The customer's row is locked, so that simultaneous notes stay within the limit. */
export async function addNote(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  actor: StaffActor,
  { customerId, body }: { customerId: string; body: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await checkNoteLimit(tx, customerId)
    const { id: authorId, name: author } = actor
    await tx.insert(customerNotes).values({ id: newId(), customerId, body, authorId, author, at: clock.now() })
  })
}

async function checkNoteLimit(tx: Database, customerId: string): Promise<void> {
  const [customer] = await tx
    .select({ erasedAt: customers.erasedAt })
    .from(customers)
    .where(eq(customers.id, customerId))
    .for('update')
  // Notes cannot be added to an erased customer.
  if (!customer || customer.erasedAt) throw refuse('not_found')
  if ((await tx.$count(customerNotes, isShown(customerId))) >= maxCustomerNotes) throw refuse('too_many_there')
}

type NoteRef = { customerId: string; noteId: string }

const isOwn = (actor: StaffActor, { customerId, noteId }: NoteRef) =>
  and(eq(customerNotes.id, noteId), eq(customerNotes.customerId, customerId), eq(customerNotes.authorId, actor.id))

/** Removes a note. A note by another member gets the same error as an unknown note. A second call changes nothing. */
export async function removeNote({ db, clock }: Pick<Shop, 'db' | 'clock'>, actor: StaffActor, noteRef: NoteRef) {
  const [found] = await db.select({ id: customerNotes.id }).from(customerNotes).where(isOwn(actor, noteRef))
  if (!found) throw refuse('not_found')
  await db
    .update(customerNotes)
    .set({ removedAt: clock.now() })
    .where(and(isOwn(actor, noteRef), isNull(customerNotes.removedAt)))
}

export async function restoreNote({ db }: Pick<Shop, 'db'>, actor: StaffActor, noteRef: NoteRef): Promise<void> {
  await db.transaction(async (tx) => {
    const [found] = await tx
      .select({ removedAt: customerNotes.removedAt })
      .from(customerNotes)
      .where(isOwn(actor, noteRef))
    if (!found) throw refuse('not_found')
    if (found.removedAt === null) return
    await checkNoteLimit(tx, noteRef.customerId)
    await tx.update(customerNotes).set({ removedAt: null }).where(isOwn(actor, noteRef))
  })
}

export async function eraseNotes(tx: Database, customerId: string): Promise<void> {
  await tx.delete(customerNotes).where(eq(customerNotes.customerId, customerId))
}
