import { and, desc, eq, gt } from 'drizzle-orm'
import { hourMs } from '#contract/times/times.ts'
import { failedSignIn } from '#features/staff/audit.rules.ts'
import type { Database } from '#server/database/database.ts'
import { waitAtLeast } from '#server/http/limits/stable-time.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import { auditRows, staffMembers } from '../staff.tables.ts'
import { writeAudit } from '../work/audit.service.ts'

type Failed = { email: string; isLocked?: boolean }

/**
 * Records a failed sign-in of a member. Each member has one audit row per hour, with the first IP address and the
 * number of tries. An unknown address leaves no row but takes the same time, so that nobody can find out who is a
 * member.
 */
export function logFailedSignIn(shop: Shop, request: VisitorRequest, failed: Failed): Promise<void> {
  return waitAtLeast(minResponseMs, recordFailedSignIn(shop, request.ip, failed))
}

// 50 ms: longer than the statements take.
const minResponseMs = 50

async function recordFailedSignIn({ db, clock }: Shop, ip: string, { email, isLocked = false }: Failed): Promise<void> {
  const [member] = await db.select().from(staffMembers).where(eq(staffMembers.email, email))
  if (!member) return
  const { id, name } = member
  const now = clock.now()
  const known = await findRow(db, id, now)
  // A wait is recorded once, regardless of the number of refused tries during the wait.
  if (isLocked && known?.after.locked) return
  await db.transaction(async (tx) => {
    // Locks the member, so that simultaneous tries are counted one after the other.
    await tx.select({ id: staffMembers.id }).from(staffMembers).where(eq(staffMembers.id, id)).for('no key update')
    const row = await findRow(tx, id, now)
    const tries = Number(row?.after.tries ?? 0) + (isLocked ? 0 : 1)
    const after = { ...row?.after, tries, ...(isLocked && { locked: true }) }
    if (row) await tx.update(auditRows).set({ after }).where(eq(auditRows.id, row.id))
    else
      await writeAudit(tx, now, { actor: { kind: 'member', id, name }, ...getAuditSubject(id), before: {}, after, ip })
  })
}

const getAuditSubject = (memberId: string) => ({ call: failedSignIn, about: `sign-in/${memberId}` })

async function findRow(db: Database, memberId: string, now: Date) {
  const { call, about } = getAuditSubject(memberId)
  const [row] = await db
    .select({ id: auditRows.id, after: auditRows.after })
    .from(auditRows)
    .where(
      and(eq(auditRows.about, about), eq(auditRows.call, call), gt(auditRows.at, new Date(now.getTime() - hourMs))),
    )
    .orderBy(desc(auditRows.id))
    .limit(1)
  return row
}
