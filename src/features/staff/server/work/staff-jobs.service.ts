import { and, arrayOverlaps, asc, eq, isNull } from 'drizzle-orm'
import { scopeNames } from '#contract/calls/scopes.ts'
import { toStaffTime } from '#contract/calls/staff-call.ts'
import type { StaffJob } from '#features/staff/jobs.staff.contract.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { refuse } from '#server/http/refuse.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import { processInBatches } from '#server/jobs/process-in-batches.ts'
import type { Shop } from '#server/shop.ts'
import { commandLine } from '../people/staff-actor.service.ts'
import { staffKeys, staffMembers, staffRoles } from '../staff.tables.ts'
import { staffJobs } from './staff-jobs.tables.ts'

export type JobRow = typeof staffJobs.$inferSelect
type NewJob = {
  call: string
  input: Record<string, unknown>
  /** Additional input for individual orders or returns, by number. */
  inputs?: Record<string, Record<string, unknown>>
  numbers: string[]
  actor: StaffActor
}

/** Queues a job, which a timer runs. */
export async function queueJob({ db, clock }: Shop, job: NewJob): Promise<StaffJob> {
  const { call, input, inputs = {}, numbers, actor } = job
  const [queued] = await db
    .insert(staffJobs)
    .values({
      id: newId(),
      call,
      input,
      inputs,
      numbers: [...new Set(numbers)],
      actorKind: actor.kind,
      actorId: actor.id,
      actorName: actor.name,
      createdAt: clock.now(),
    })
    .returning()
  if (!queued) throw new Error(`The job ${call} was not written`)
  return toStaffJob(queued)
}

/** Returns a job. Another member's job is treated like an unknown job, except for owners. */
export async function readJob({ db }: Shop, id: string, actor: StaffActor): Promise<StaffJob> {
  const [job] = await db.select().from(staffJobs).where(eq(staffJobs.id, id))
  const isTheirs = job?.actorKind === actor.kind && job.actorId === actor.id
  if (!job || !(isTheirs || actor.isOwner)) throw refuse('not_found')
  return toStaffJob(job)
}

function toStaffJob({ id, call, numbers, done, refused, actorName, createdAt, endedAt }: JobRow): StaffJob {
  return {
    id,
    call,
    state: endedAt ? 'done' : done > 0 ? 'working' : 'waiting',
    total: numbers.length,
    done,
    refused,
    started_by: actorName,
    created_at: toStaffTime(createdAt),
    ended_at: endedAt && toStaffTime(endedAt),
  }
}

/** Returns the actor who started a job. Returns null if the member or the key is no longer active, which ends the job. */
export async function findJobActor({ db }: Shop, { actorKind, actorId }: JobRow): Promise<StaffActor | null> {
  if (actorKind === 'command line') return commandLine
  const session = { sessionId: null, confirmedAt: null }
  if (actorKind === 'key') {
    const [key] = await db
      .select()
      .from(staffKeys)
      .where(and(eq(staffKeys.id, actorId), isNull(staffKeys.endedAt)))
    const scopes = new Set(key?.scopes)
    return key
      ? { kind: 'key', id: key.id, name: key.name, scopes, isOwner: false, refundLimit: null, ...session }
      : null
  }
  const [found] = await db
    .select({ member: staffMembers, role: staffRoles })
    .from(staffMembers)
    .innerJoin(staffRoles, eq(staffRoles.id, staffMembers.roleId))
    .where(and(eq(staffMembers.id, actorId), isNull(staffMembers.disabledAt)))
  if (!found) return null
  const { member, role } = found
  const scopes = new Set<string>(role.isOwner ? scopeNames : role.scopes)
  const { isOwner, refundLimit } = role
  return { kind: 'member', id: member.id, name: member.name, scopes, isOwner, refundLimit, ...session }
}

type NumberRefusal = { code: string; detail: string } | null
type RunOne = (tx: Shop['db'], job: JobRow, number: string) => Promise<NumberRefusal>

/** Runs all waiting jobs, the oldest first. Several instances take different jobs. */
export function runJobs(shop: Shop, runOne: RunOne): Promise<number> {
  return processInBatches(shop, 'runStaffJobs', {
    find: (isReady, max) =>
      shop.db
        .select({ id: staffJobs.id })
        .from(staffJobs)
        .where(and(isNull(staffJobs.endedAt), isReady(staffJobs.id)))
        .orderBy(asc(staffJobs.createdAt))
        .limit(max),
    work: async ({ id }) => {
      let isTaken = false
      while (await runNext(shop, id, runOne)) isTaken = true
      return isTaken
    },
  })
}

/**
 * Processes the next number of an unlocked job, and records the result in the same transaction. After a crash, no
 * number is processed without being recorded. Returns false if no number is left.
 */
async function runNext({ db, clock }: Shop, id: string, runOne: RunOne): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [job] = await tx
      .select()
      .from(staffJobs)
      .where(and(eq(staffJobs.id, id), isNull(staffJobs.endedAt)))
      .for('update', { skipLocked: true })
    if (!job) return false
    const number = job.numbers[job.done]
    const refusal = number === undefined ? null : await runOne(tx, job, number)
    const done = Math.min(job.numbers.length, job.done + 1)
    const refused = refusal && number ? [...job.refused, { number, ...refusal }] : job.refused
    const endedAt = done === job.numbers.length ? clock.now() : null
    await tx.update(staffJobs).set({ done, refused, endedAt }).where(eq(staffJobs.id, job.id))
    return true
  })
}

/** Returns whether an unfinished job contains one of these orders or returns. */
export async function hasOpenJob(db: Database, numbers: string[]): Promise<boolean> {
  if (numbers.length === 0) return false
  return (await db.$count(staffJobs, and(isNull(staffJobs.endedAt), arrayOverlaps(staffJobs.numbers, numbers)))) > 0
}

/**
 * Erases the input of finished jobs about orders and returns of an erased customer, such as reasons, tags and tracking numbers.
 */
export async function eraseJobTexts(tx: Database, numbers: string[]): Promise<void> {
  if (numbers.length === 0) return
  await tx.update(staffJobs).set({ input: {}, inputs: {} }).where(arrayOverlaps(staffJobs.numbers, numbers))
}
