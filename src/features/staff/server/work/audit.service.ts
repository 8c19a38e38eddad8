import { and, count, desc, eq, gte, ilike, inArray, lt, lte, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { StaffPage, StaffParsed } from '#contract/calls/staff-call.ts'
import { toStaffTime } from '#contract/calls/staff-call.ts'
import { auditAreas, editsWithoutUndo, readSearchedAbout } from '#features/staff/audit.rules.ts'
import type { AuditRow, listAudit } from '#features/staff/audit.staff.contract.ts'
import type { Database } from '#server/database/database.ts'
import { maxCounted, readCursor, toPage, toPattern } from '#server/http/cursors.ts'
import type { AuditEntry } from '#server/http/staff/staff-writes.ts'
import type { Shop } from '#server/shop.ts'
import { auditRows, staffKeys, staffMembers } from '../staff.tables.ts'

/**
 * 2,000 characters: longer values are shortened. The log records that a text has changed, and does not need the whole
 * text.
 */
const maxValueLength = 2000

/** Writes an audit row in the transaction of its change. */
export async function writeAudit(db: Database, at: Date, entry: AuditEntry): Promise<void> {
  const { actor, call, about, before, after, ip } = entry
  await db.insert(auditRows).values({
    at,
    actorKind: actor?.kind ?? 'nobody',
    actorId: actor?.id ?? '',
    actorName: actor?.name ?? '',
    call,
    about,
    before: shorten(before),
    after: shorten(after),
    ip,
  })
}

/** Writes an audit row for a timer. */
export async function auditTimer(
  db: Database,
  at: Date,
  { timer, about, before, after }: { timer: string } & Pick<AuditEntry, 'about' | 'before' | 'after'>,
): Promise<void> {
  const actor = { kind: 'timer' as const, id: timer, name: timer }
  await writeAudit(db, at, { actor, call: timer, about, before, after, ip: '' })
}

function shorten(values: Record<string, unknown>): Record<string, unknown> {
  const short = ([name, value]: [string, unknown]) => {
    const text = JSON.stringify(value) ?? 'null'
    return [name, text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : value]
  }
  return Object.fromEntries(Object.entries(values).map(short))
}

export async function readAudit(
  { db, hooks }: Shop,
  input: StaffParsed<typeof listAudit>,
): Promise<StaffPage<AuditRow>> {
  const { limit, after, q, actor, about, area, can_undo, from, to } = input
  const cursor = readCursor(after, 'long')
  const conditions: (SQL | undefined)[] = [
    actor ? or(eq(auditRows.actorId, actor), eq(auditRows.actorName, actor)) : undefined,
    about ? eq(auditRows.about, about) : undefined,
    area ? inArray(auditArea, [...auditAreas[area].starts]) : undefined,
    can_undo ? undoableRow : undefined,
    q ? await findSearched(db, q) : undefined,
    from ? gte(auditRows.at, new Date(from)) : undefined,
    to ? lte(auditRows.at, new Date(to)) : undefined,
  ]
  const rows = await db
    .select()
    .from(auditRows)
    .where(and(...conditions, cursor ? lt(auditRows.id, cursor[0]) : undefined))
    .orderBy(desc(auditRows.id))
    .limit(limit + 1)
  const counted = db
    .select({ one: sql`1` })
    .from(auditRows)
    .where(and(...conditions))
    .limit(maxCounted + 1)
    .as('counted')
  const [{ total } = { total: 0 }] = await db.select({ total: count() }).from(counted)
  const names = await hooks.findAuditNames(
    db,
    rows.map((row) => row.about),
  )
  const toNamedAuditRow = (row: AuditTableRow) => toAuditRow(row, names.get(row.about) ?? null)
  return toPage(rows, { limit, total, cursorOf: ({ id }) => [id], show: toNamedAuditRow })
}

/** The first word of a row's resource, as in its index. */
const auditArea = sql<string>`split_part(${auditRows.about}, '/', 1)`

/** Condition equal to `canUndo` of the rules. The first part of the condition matches the index. */
const undoableRow = and(
  sql`${auditRows.call} like 'PATCH /%'`,
  notInArray(auditRows.call, editsWithoutUndo),
  sql`${auditRows.before} <> '{}'::jsonb`,
  sql`not jsonb_path_exists(${auditRows.before}, '$.* ? (@ like_regex "…$")')`,
)

// 50: above the number of staff members who share a name.
const maxPeople = 50

/** Finds rows by the index of the resource or of the actor, because the log may have millions of rows. */
async function findSearched(db: Database, q: string): Promise<SQL | undefined> {
  const about = readSearchedAbout(q)
  if (about) return eq(auditRows.about, about)
  const pattern = toPattern(q)
  const [people, keys] = await Promise.all([
    db.select({ id: staffMembers.id }).from(staffMembers).where(ilike(staffMembers.name, pattern)).limit(maxPeople),
    db.select({ id: staffKeys.id }).from(staffKeys).where(ilike(staffKeys.name, pattern)).limit(maxPeople),
  ])
  const ids = [...people, ...keys].map(({ id }) => id)
  return or(eq(auditRows.actorName, q), ids.length > 0 ? inArray(auditRows.actorId, ids) : undefined)
}

type AuditTableRow = typeof auditRows.$inferSelect

function toAuditRow(row: AuditTableRow, aboutName: string | null): AuditRow {
  const { id, at, actorKind, actorId, actorName, call, about, before, after, ip } = row
  const actor = { kind: actorKind, id: actorId, name: actorName }
  return { id: String(id), at: toStaffTime(at), actor, call, about, about_name: aboutName, before, after, ip }
}
