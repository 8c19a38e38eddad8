import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { minuteMs } from '#contract/times/times.ts'
import { lockOrder } from '#features/orders/server/commands/move-order.service.ts'
import { readCurrencyStyle } from '#features/settings/server/settings.service.ts'
import { isDatabaseUnavailable } from '#server/database/database-faults.ts'
import { type PaymentProvider, ProviderDown, type RefundAnswer } from '#server/outside/payment-provider.ts'
import type { CommandContext, Shop } from '#server/shop.ts'
import type { Refund } from './payments.tables.ts'
import { payments, refunds } from './payments.tables.ts'
import { settleRefund } from './refunds.service.ts'

type RefundFilter = { orderId?: string; returnId?: string }
type DueRefund = { refund: Refund; paymentRef: string }

const maxPerRound = 500
const firstPauseMs = 30_000

/**
 * Sends refunds to the provider and asks about pending refunds, because a message of the provider may never arrive. A
 * refund keeps its key until the provider's answer is stored, so that repeated requests refund once. Each refund is
 * claimed first and retried after a growing pause, so that a refund never blocks other refunds.
 */
export async function sendRefunds(shop: Shop, filter: RefundFilter = {}): Promise<number> {
  const provider = shop.payments
  if (provider.refundsAreSent !== 'at_once') return 0
  // Staff who ask about a refund do not wait until the next scheduled request.
  const isFiltered = filter.orderId !== undefined || filter.returnId !== undefined
  const filteredRefunds = isFiltered ? await findWaiting(shop, provider, filter) : undefined
  let settled = 0
  let left = maxPerRound
  async function work(): Promise<void> {
    while (left-- > 0) {
      const id = filteredRefunds?.shift()
      if (filteredRefunds && id === undefined) return
      const due = await claimRefund(shop, provider, id)
      if (due) {
        if (await requestAndApplyRefund(shop, provider, due)) settled++
      } else if (!filteredRefunds) return
    }
  }
  await Promise.all(Array.from({ length: shop.bounds.refundsAtOnce }, work))
  return settled
}

async function findWaiting({ db }: Shop, provider: PaymentProvider, filter: RefundFilter): Promise<string[]> {
  const rows = await db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(matchesFilter(filter), eq(refunds.status, 'pending'), eq(payments.provider, provider.name)))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
    .limit(maxPerRound)
  return rows.map(({ id }) => id)
}

/** Claims the oldest due refund, or the given one, and sets the time of its next request. */
async function claimRefund(
  { db, clock, bounds }: Shop,
  provider: PaymentProvider,
  id?: string,
): Promise<DueRefund | undefined> {
  const now = clock.now()
  const maxMs = bounds.refundAskMinutes * minuteMs
  const latest = new Date(now.getTime() + maxMs)
  // If a refund waits longer than the longest pause, its next request was scheduled by a clock that was ahead.
  const isDue = or(isNull(refunds.nextAskAt), lte(refunds.nextAskAt, now), gt(refunds.nextAskAt, latest))
  const next = db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(refunds.status, 'pending'), eq(payments.provider, provider.name), id ? eq(refunds.id, id) : isDue))
    .orderBy(sql`${refunds.nextAskAt} nulls first`, asc(refunds.createdAt), asc(refunds.id))
    .limit(1)
    .for('update', { of: refunds, skipLocked: true })
  const pauseMs = sql`least(${maxMs}::float8, ${firstPauseMs} * power(2, least(${refunds.asked}, 30)))`
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

/** Asks the provider about one refund. Returns true if it is settled now. Errors are logged and affect only this refund. */
async function requestAndApplyRefund(
  shop: Shop,
  provider: PaymentProvider,
  { refund, paymentRef }: DueRefund,
): Promise<boolean> {
  try {
    const answer = await requestRefundFromProvider(shop, provider, refund, paymentRef)
    return await applyRefundAnswer(shop, { refundId: refund.id, key: refundKey(refund) }, answer)
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    if (error instanceof ProviderDown)
      shop.log.warn('a refund is waiting for the payment provider', { refundId: refund.id, error })
    else {
      shop.log.error('a refund failed', { refundId: refund.id, error })
      shop.metrics.jobFailures.add({ timer: 'sendRefunds' })
    }
    return false
  }
}

/** Returns the key of one try. The key changes once an answer is stored. */
export function refundKey({ id, attempts }: Pick<Refund, 'id' | 'attempts'>): string {
  return `${id}-${attempts}`
}

async function requestRefundFromProvider(
  { db }: Shop,
  provider: PaymentProvider,
  refund: Refund,
  paymentRef: string,
): Promise<RefundAnswer> {
  const { id, attempts, currency, providerRef } = refund
  // The rest was paid with credit and is given back once this refund is settled.
  const amount = refund.amount - refund.creditAmount
  if (providerRef && provider.findRefund) return provider.findRefund(providerRef)
  const { decimals } = await readCurrencyStyle(db, currency)
  // The retry of a failed refund needs a new key. With the old key, the provider would return the old answer.
  const key = refundKey({ id, attempts })
  return provider.refund({ key, refundId: id, providerRef: paymentRef, amount, currency, decimals })
}

function matchesFilter({ orderId, returnId }: RefundFilter) {
  return and(orderId ? eq(refunds.orderId, orderId) : undefined, returnId ? eq(refunds.returnId, returnId) : undefined)
}

/**
 * Stores the provider's answer about a refund. If the refund belongs to a returned item, the item moves too. Returns
 * true if the answer settled the refund.
 */
export async function applyRefundAnswer(
  shop: CommandContext,
  { refundId, key }: { refundId: string; key: string },
  answer: RefundAnswer,
): Promise<boolean> {
  return shop.db.transaction(async (tx) => {
    const inside = { ...shop, db: tx }
    const mine = eq(refunds.id, refundId)
    const [known] = await tx.select({ orderId: refunds.orderId }).from(refunds).where(mine)
    if (!known) return false
    // Locks the order before its refund, as all other code does, so that staff who settle the refund at the same time
    // wait.
    await lockOrder(tx, known.orderId)
    const [refund] = await tx.select().from(refunds).where(mine)
    // A response about an earlier try does not apply to the current try.
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
