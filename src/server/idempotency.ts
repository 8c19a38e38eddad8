import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Call } from '#contract/call.ts'
import { dayMs } from '#contract/times.ts'
import { idempotencyKeys } from './idempotency.tables.ts'
import { refuse } from './refuse.ts'
import type { Shop } from './shop.ts'

type Answer = { status: number; body: unknown }
type Request = { key: string; caller: string; call: Call; sent: Record<string, unknown> }

/** Answers a repeated request with the first answer, for a day, without doing anything again. */
export async function answerOnce(shop: Shop, request: Request, answer: () => Promise<Answer>): Promise<Answer> {
  const { db, clock } = shop
  if (request.key.length > 200) throw refuse('malformed')
  const now = clock.now()
  const row = { caller: request.caller, call: `${request.call.method} ${request.call.path}`, key: request.key }
  const mine = and(
    eq(idempotencyKeys.caller, row.caller),
    eq(idempotencyKeys.call, row.call),
    eq(idempotencyKeys.key, row.key),
  )
  const requestHash = await hashInput(request.sent)
  const [claimed] = await db
    .insert(idempotencyKeys)
    .values({ ...row, requestHash, createdAt: now, expiresAt: new Date(now.getTime() + dayMs) })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (!claimed) {
    const [kept] = await db.select().from(idempotencyKeys).where(mine)
    if (kept && kept.expiresAt <= now) {
      await db.delete(idempotencyKeys).where(and(mine, eq(idempotencyKeys.expiresAt, kept.expiresAt)))
      return answerOnce(shop, request, answer)
    }
    if (kept && kept.requestHash !== requestHash) throw refuse('key_reused')
    if (!kept?.responseStatus) throw refuse('still_working', { retryAfter: 1 })
    return { status: kept.responseStatus, body: JSON.parse(kept.responseBody ?? 'null') }
  }
  try {
    const given = await answer()
    await db
      .update(idempotencyKeys)
      .set({ responseStatus: given.status, responseBody: JSON.stringify(given.body ?? null) })
      .where(mine)
    return given
  } catch (error) {
    // A refusal or a fault changed nothing, so the same key may try again.
    await db.delete(idempotencyKeys).where(mine)
    throw error
  }
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
