import { createHash } from 'node:crypto'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Call } from '#contract/calls/call.ts'
import { dayMs } from '#contract/times/times.ts'
import type { Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import type { Shop } from '../shop.ts'
import { idempotencyKeys } from './idempotency.tables.ts'
import { limitConcurrency } from './limits/limit-concurrency.ts'
import { refuse } from './refuse.ts'

/** A response. `isStored` is false for a response that must not be repeated, such as one that sets a cookie. */
type Answer = { status: number; body: unknown; isStored: boolean }
type Request = {
  key: string
  caller: string
  call: Pick<Call, 'asksOthers'> & { method: string; path: string }
  sent: Record<string, unknown>
}
type OwnRowCondition = SQL | undefined
type Given = Pick<Answer, 'status' | 'body'>

const longestKey = 200
const waitersPerTurn = 25

/**
 * Answers a retried request with the first response, for a day. The writes of a call and its stored response are one
 * transaction. A call to a payment provider or another service cannot run in a transaction, so that call must be safe
 * to repeat.
 */
export function createAnswerOnce(shop: Shop) {
  const { db, clock, bounds } = shop
  // Each call holds a connection and may need a second connection for its rate limits. These calls must never hold the
  // whole pool.
  const takeTurn = limitConcurrency({
    atOnce: bounds.keyedAtOnce,
    waiting: bounds.keyedAtOnce * waitersPerTurn,
    retryAfter: 1,
  })

  return async (request: Request, answer: (shop: Shop) => Promise<Answer>): Promise<Given> => {
    if (request.key.length > longestKey) throw refuse('malformed')
    const claimed = await claim(request)
    if ('given' in claimed) return claimed.given
    const { isMine } = claimed
    try {
      if (request.call.asksOthers) {
        const given = await answer(shop)
        await storeAnswer(db, isMine, given)
        return given
      }
      return await takeTurn(() =>
        db.transaction(async (tx) => {
          const given = await answer({ ...shop, db: tx })
          // A call that lost its claim to a retry rolls back.
          if (!(await storeAnswer(tx, isMine, given))) throw refuse('still_working', { retryAfter: 1 })
          return given
        }),
      )
    } catch (error) {
      // A refusal or a fault changed nothing, so a request with the same key may try again.
      await db.delete(idempotencyKeys).where(isMine)
      throw error
    }
  }

  /** Claims a key for one minute, if it is new or its first request has died. Other requests get the stored answer. */
  async function claim({ key, caller, call, sent }: Request): Promise<{ isMine: OwnRowCondition } | { given: Given }> {
    const now = clock.now()
    const row = { caller, call: `${call.method} ${call.path}`, key }
    const requestHash = await hashInput(sent)
    const claimRow = {
      requestHash,
      claimId: newId(),
      createdAt: now,
      expiresAt: later(now, bounds.keyLeaseSeconds * 1000),
    }
    const [claimed] = await db
      .insert(idempotencyKeys)
      .values({ ...row, ...claimRow })
      .onConflictDoUpdate({
        target: [idempotencyKeys.caller, idempotencyKeys.call, idempotencyKeys.key],
        set: { ...claimRow, responseStatus: null, responseBody: null },
        // A claim that ends later than a new claim comes from a clock that ran ahead.
        setWhere: sql`${idempotencyKeys.expiresAt} <= ${now}
          or (${idempotencyKeys.responseStatus} is null and ${idempotencyKeys.expiresAt} > ${claimRow.expiresAt})`,
      })
      .returning({ key: idempotencyKeys.key })
    const isRow = and(
      eq(idempotencyKeys.caller, row.caller),
      eq(idempotencyKeys.call, row.call),
      eq(idempotencyKeys.key, row.key),
    )
    if (claimed) return { isMine: and(isRow, eq(idempotencyKeys.claimId, claimRow.claimId)) }
    const [kept] = await db.select().from(idempotencyKeys).where(isRow)
    if (kept && kept.requestHash !== requestHash) throw refuse('key_reused')
    if (!kept?.responseStatus) throw refuse('still_working', { retryAfter: 1 })
    if (kept.responseBody === null) throw refuse('done_already')
    return { given: { status: kept.responseStatus, body: JSON.parse(kept.responseBody) } }
  }

  /** Stores the response. Returns false if the claim was lost meanwhile. */
  async function storeAnswer(into: Database, isMine: OwnRowCondition, { status, body, isStored }: Answer) {
    if (!isStored) return ((await into.delete(idempotencyKeys).where(isMine)).rowCount ?? 0) > 0
    const text = JSON.stringify(body ?? null)
    const kept = await into
      .update(idempotencyKeys)
      .set({
        responseStatus: status,
        // The key is always remembered, but a long response is not stored.
        responseBody: Buffer.byteLength(text) <= bounds.keptAnswerBytes ? text : null,
        expiresAt: later(clock.now(), dayMs),
      })
      .where(isMine)
    return (kept.rowCount ?? 0) > 0
  }
}

/** Returns the owner of a guest's keys. The cookie's secret is hashed. */
export function nameByCookie(token: string): string {
  return `cart:${createHash('sha256').update(token).digest('base64url')}`
}

function later(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms)
}

async function hashInput(sent: Record<string, unknown>): Promise<string> {
  const hash = createHash('sha256')
  for (const name of Object.keys(sent).sort()) {
    const value = sent[name]
    hash.update(`${name}=`)
    hash.update(value instanceof Blob ? new Uint8Array(await value.arrayBuffer()) : JSON.stringify(value ?? null))
  }
  return hash.digest('hex')
}
