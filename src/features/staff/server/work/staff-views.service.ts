import { and, asc, count, eq, like, ne, or, type SQL, sql } from 'drizzle-orm'
import { allowsScope } from '#contract/calls/scopes.ts'
import { type StaffPage, type StaffParsed, toStaffTime } from '#contract/calls/staff-call.ts'
import { type listViews, maxViews, type StaffView, type saveView } from '#features/staff/views.staff.contract.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { refuse } from '#server/http/refuse.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import type { Shop } from '#server/shop.ts'
import { readOwnMember } from '../people/me.service.ts'
import { auditRows, staffMembers } from '../staff.tables.ts'
import { staffViews } from './staff-views.tables.ts'

type ViewRow = typeof staffViews.$inferSelect
const mayShare = ({ scopes }: StaffActor) => allowsScope(scopes, 'settings:write')

/** Lists the actor's own views and the shared views, in the order in which the views were saved. */
export async function readViews(
  { db }: Shop,
  actor: StaffActor,
  { place }: StaffParsed<typeof listViews>,
): Promise<StaffPage<StaffView>> {
  const rows = await db
    .select()
    .from(staffViews)
    .where(and(eq(staffViews.place, place), or(eq(staffViews.memberId, actor.id), eq(staffViews.isShared, true))))
    .orderBy(asc(staffViews.createdAt), asc(staffViews.id))
    .limit(2 * maxViews)
  return { data: rows.map((row) => toStaffView(row, actor)), next: null, total: rows.length }
}

/**
 * Saves a view. An existing view of the same name is replaced. The member's row is locked, so that concurrent requests
 * cannot exceed the limit of views.
 */
export async function storeView(
  shop: Shop,
  actor: StaffActor,
  { place, name, search, is_shared: isShared }: StaffParsed<typeof saveView>,
): Promise<StaffView> {
  if (isShared && !mayShare(actor)) throw refuse('not_allowed')
  const { id: memberId } = await readOwnMember(shop, actor)
  return shop.db.transaction(async (tx) => {
    await tx.select({ id: staffMembers.id }).from(staffMembers).where(eq(staffMembers.id, memberId)).for('update')
    const isAnother = and(eq(staffViews.memberId, memberId), eq(staffViews.place, place), ne(staffViews.name, name))
    const [others] = await tx.select({ found: count() }).from(staffViews).where(isAnother)
    if ((others?.found ?? 0) >= maxViews) {
      throw refuse('malformed', { message: `You can save at most ${maxViews} views. Remove a view first.` })
    }
    const [row] = await tx
      .insert(staffViews)
      .values({ id: newId(), memberId, place, name, search, isShared, createdAt: shop.clock.now() })
      .onConflictDoUpdate({
        target: [staffViews.memberId, staffViews.place, staffViews.name],
        set: { search, isShared },
      })
      .returning()
    if (!row) throw new Error(`The view ${name} was not written`)
    return toStaffView(row, actor)
  })
}

/** Removes a view. Another member's view is treated like an unknown view. */
export async function deleteView({ db }: Shop, actor: StaffActor, id: string): Promise<void> {
  const isTheirs = eq(staffViews.memberId, actor.id)
  const isRemovable = mayShare(actor) ? or(isTheirs, eq(staffViews.isShared, true)) : isTheirs
  const gone = await db
    .delete(staffViews)
    .where(and(eq(staffViews.id, id), isRemovable))
    .returning({ id: staffViews.id })
  if (gone.length === 0) throw refuse('not_found')
}

function toStaffView(row: ViewRow, actor: StaffActor): StaffView {
  const { id, place, name, search, isShared, createdAt, memberId } = row
  return {
    id,
    place,
    name,
    search,
    is_shared: isShared,
    is_mine: memberId === actor.id,
    created_at: toStaffTime(createdAt),
  }
}

/**
 * Removes the views that contain an erased customer's email address. Also returns views that were removed earlier,
 * because the audit log still contains their text. The number of views is limited, so the removal is fast.
 */
export async function eraseViewsOf(tx: Database, email: string): Promise<string[]> {
  const spellings = [email, encodeURIComponent(email).toLowerCase()]
  const isNamed = (text: SQL) => or(...spellings.map((one) => sql`position(${one} in lower(${text})) > 0`))
  const { name, search } = staffViews
  await tx.delete(staffViews).where(isNamed(sql`${name} || ' ' || ${search}`))
  const { about, before, after } = auditRows
  const removedRows = await tx
    .selectDistinct({ about })
    .from(auditRows)
    .where(and(like(about, 'views/%'), isNamed(sql`${before}::text || ' ' || ${after}::text`)))
  return removedRows.map((row) => row.about.slice('views/'.length))
}
