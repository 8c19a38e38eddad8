import { and, count, desc, eq, gte, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { StaffPage, StaffParsed } from '#contract/staff-call.ts'
import { toStaffTime } from '#contract/staff-call.ts'
import { countedMost, readCursor, toPage } from '#server/cursors.ts'
import type { Database } from '#server/database.ts'
import type { Shop } from '#server/shop.ts'
import type { AuditEntry } from '#server/staff-http.ts'
import type { AuditRow, listAudit } from '../audit.staff.contract.ts'
import { auditRows } from './staff.tables.ts'

/** Longer values are cut: the log says that a text changed, the text itself stands where it belongs. */
const longestValue = 2000

/** In the transaction of what it tells. */
export async function writeAudit(db: Database, at: Date, entry: AuditEntry): Promise<void> {
  const { asker, call, about, before, after, ip } = entry
  await db.insert(auditRows).values({
    at,
    actorKind: asker?.kind ?? 'nobody',
    actorId: asker?.id ?? '',
    actorName: asker?.name ?? '',
    call,
    about,
    before: shorten(before),
    after: shorten(after),
    ip,
  })
}

/** What happened without anybody asking. */
export async function auditTimer(
  db: Database,
  at: Date,
  { timer, about, before, after }: { timer: string } & Pick<AuditEntry, 'about' | 'before' | 'after'>,
): Promise<void> {
  const asker = { kind: 'timer' as const, id: timer, name: timer }
  await writeAudit(db, at, { asker, call: timer, about, before, after, ip: '' })
}

function shorten(values: Record<string, unknown>): Record<string, unknown> {
  const short = ([name, value]: [string, unknown]) => {
    const text = JSON.stringify(value) ?? 'null'
    return [name, text.length > longestValue ? `${text.slice(0, longestValue)}…` : value]
  }
  return Object.fromEntries(Object.entries(values).map(short))
}

export async function readAudit({ db }: Shop, input: StaffParsed<typeof listAudit>): Promise<StaffPage<AuditRow>> {
  const { limit, after, actor, about, from, to } = input
  const cursor = readCursor(after, 1)
  const wanted: (SQL | undefined)[] = [
    actor ? or(eq(auditRows.actorId, actor), eq(auditRows.actorName, actor)) : undefined,
    about ? eq(auditRows.about, about) : undefined,
    from ? gte(auditRows.at, new Date(from)) : undefined,
    to ? lte(auditRows.at, new Date(to)) : undefined,
  ]
  const rows = await db
    .select()
    .from(auditRows)
    .where(and(...wanted, cursor ? lt(auditRows.id, Number(cursor[0])) : undefined))
    .orderBy(desc(auditRows.id))
    .limit(limit + 1)
  const counted = db
    .select({ one: sql`1` })
    .from(auditRows)
    .where(and(...wanted))
    .limit(countedMost + 1)
    .as('counted')
  const [{ total } = { total: 0 }] = await db.select({ total: count() }).from(counted)
  return toPage(rows, { limit, total, cursorOf: ({ id }) => [id], show })
}

function show({
  id,
  at,
  actorKind,
  actorId,
  actorName,
  call,
  about,
  before,
  after,
  ip,
}: typeof auditRows.$inferSelect): AuditRow {
  const actor = { kind: actorKind, id: actorId, name: actorName }
  return { id: String(id), at: toStaffTime(at), actor, call, about, before, after, ip }
}
