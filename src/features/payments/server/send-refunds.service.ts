import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { minuteMs } from '#contract/times/times.ts'
import { lockOrder } from '#features/orders/server/commands/move-order.service.ts'
import { readCurrencyStyle } from '#features/settings/server/settings.service.ts'
import { isDatabaseAway } from '#server/database/database-faults.ts'
import { type PaymentProvider, ProviderDown, type RefundAnswer } from '#server/outside/payment-provider.ts'
import type { CommandContext, Shop } from '#server/shop.ts'
import type { Refund } from './payments.tables.ts'
import { payments, refunds } from './payments.tables.ts'
import { settleRefund } from './refunds.service.ts'

type Only = { orderId?: string; returnId?: string }
type Due = { refund: Refund; paymentRef: string }

const mostPerRound = 500
const firstPauseMs = 30_000

/**
 * Sends what is to go back to whoever took it, and asks about what is on its way: a message of the provider may never come.
 * A refund keeps its key until an answer about it is written down, so sending twice, from two instances or after a broken
 * connection, moves the money once. Each is claimed before it is asked about and comes again after a pause that grows: one
 * that waits or fails holds up none of the others.
 */
export async function sendRefunds(shop: Shop, only: Only = {}): Promise<number> {
  const provider = shop.payments
  if (provider.refundsGo !== 'at_once') return 0
  // Staff who ask about one do not wait for its turn.
  const isAskedFor = only.orderId !== undefined || only.returnId !== undefined
  const named = isAskedFor ? await findWaiting(shop, provider, only) : undefined
  let settled = 0
  let left = mostPerRound
  async function work(): Promise<void> {
    while (left-- > 0) {
      const id = named?.shift()
      if (named && id === undefined) return
      const due = await claimRefund(shop, provider, id)
      if (due) {
        if (await askAndTake(shop, provider, due)) settled++
      } else if (!named) return
    }
  }
  await Promise.all(Array.from({ length: shop.bounds.refundsAtOnce }, work))
  return settled
}

async function findWaiting({ db }: Shop, provider: PaymentProvider, only: Only): Promise<string[]> {
  const rows = await db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(isOf(only), eq(refunds.status, 'pending'), eq(payments.provider, provider.name)))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
    .limit(mostPerRound)
  return rows.map(({ id }) => id)
}

/** Takes the one that waits longest, or the named one, and says when it comes again whatever the answer is. */
async function claimRefund(
  { db, clock, bounds }: Shop,
  provider: PaymentProvider,
  id?: string,
): Promise<Due | undefined> {
  const now = clock.now()
  const longestMs = bounds.refundAskMinutes * minuteMs
  const latest = new Date(now.getTime() + longestMs)
  // One that seems to wait for longer was asked about by a clock that was ahead.
  const isDue = or(isNull(refunds.nextAskAt), lte(refunds.nextAskAt, now), gt(refunds.nextAskAt, latest))
  const next = db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(refunds.status, 'pending'), eq(payments.provider, provider.name), id ? eq(refunds.id, id) : isDue))
    .orderBy(sql`${refunds.nextAskAt} nulls first`, asc(refunds.createdAt), asc(refunds.id))
    .limit(1)
    .for('update', { of: refunds, skipLocked: true })
  const pauseMs = sql`least(${longestMs}::float8, ${firstPauseMs} * power(2, least(${refunds.asked}, 30)))`
  const [refund] = await db
    .update(refunds)
    .set({
      asked: sql`${refunds.asked} + 1`,
      nextAskAt: sql`${now}::timestamptz + ${pauseMs} * interval '1 millisecond'`,
    })
    .where(inArray(refunds.id, next))
    .returning()
  if (!refund) return undefined
  const [payment] = await db.select().from(payments).where(eq(payments.id, refund.paymentId))
  return payment && { refund, paymentRef: payment.providerRef }
}

/** True if it is settled now. Whatever goes wrong with one refund is logged and stays with that one. */
async function askAndTake(shop: Shop, provider: PaymentProvider, { refund, paymentRef }: Due): Promise<boolean> {
  try {
    const answer = await askForRefund(shop, provider, refund, paymentRef)
    return await takeRefundAnswer(shop, { refundId: refund.id, key: refundKey(refund) }, answer)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    if (error instanceof ProviderDown) shop.log.warn('a refund waits for its provider', { refundId: refund.id, error })
    else {
      shop.log.error('a refund failed', { refundId: refund.id, error })
      shop.metrics.setbacks.add({ timer: 'sendRefunds' })
    }
    return false
  }
}

/** The name of one try; it changes once an answer is written down. */
export function refundKey({ id, attempts }: Pick<Refund, 'id' | 'attempts'>): string {
  return `${id}-${attempts}`
}

async function askForRefund(
  { db }: Shop,
  provider: PaymentProvider,
  refund: Refund,
  paymentRef: string,
): Promise<RefundAnswer> {
  const { id, attempts, currency, providerRef } = refund
  // The rest was paid with credit, and comes back as credit once this is through.
  const amount = refund.amount - refund.creditAmount
  if (providerRef && provider.findRefund) return provider.findRefund(providerRef)
  const { decimals } = await readCurrencyStyle(db, currency)
  // A refund that failed and is tried again is a new question: the old key would only bring the old answer.
  const key = refundKey({ id, attempts })
  return provider.refund({ key, refundId: id, providerRef: paymentRef, amount, currency, decimals })
}

function isOf({ orderId, returnId }: Only) {
  return and(orderId ? eq(refunds.orderId, orderId) : undefined, returnId ? eq(refunds.returnId, returnId) : undefined)
}

/** Writes down what the provider says about a refund; for a returned line the return moves with it. True if it is settled now. */
export async function takeRefundAnswer(
  shop: CommandContext,
  { refundId, key }: { refundId: string; key: string },
  answer: RefundAnswer,
): Promise<boolean> {
  return shop.db.transaction(async (tx) => {
    const inside = { ...shop, db: tx }
    const mine = eq(refunds.id, refundId)
    const [known] = await tx.select({ orderId: refunds.orderId }).from(refunds).where(mine)
    if (!known) return false
    // The order first, then its refund, as everywhere: staff who settle it at the same moment wait instead of colliding.
    await lockOrder(tx, known.orderId)
    const [refund] = await tx.select().from(refunds).where(mine)
    // An answer about an earlier try says nothing about this one.
    if (refund?.status !== 'pending' || refundKey(refund) !== key) return false
    if (answer.status !== 'failed') {
      await tx.update(refunds).set({ providerRef: answer.providerRef }).where(mine)
    }
    if (answer.status === 'pending') return false
    const { returnId, returnItemId } = refund
    if (returnId) return shop.hooks.settleReturnedItem(inside, { returnId, returnItemId, refundId }, answer)
    const at = shop.clock.now()
    const outcome =
      answer.status === 'succeeded'
        ? { status: 'succeeded' as const, at, providerRef: answer.providerRef }
        : { status: 'failed' as const, at, failure: answer.failure }
    return (await settleRefund(tx, refundId, outcome)).isSettledNow
  })
}
