import { and, asc, eq } from 'drizzle-orm'
import { lockOrder } from '#features/orders/server/move-order.service.ts'
import { failRefund, refundReturn } from '#features/returns/server/return-commands.service.ts'
import { returnItems } from '#features/returns/server/returns.tables.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'
import { type PaymentProvider, ProviderDown, type RefundAnswer } from '#server/payment-provider.ts'
import type { Desk, Shop } from '#server/shop.ts'
import { payments, refunds } from './payments.tables.ts'
import { type Refund, settleRefund } from './refunds.service.ts'

const batchSize = 50

type Only = { orderId?: string; returnId?: string }

/**
 * Sends what is to go back to whoever took it. A refund keeps its key until an answer about it is written down, so sending
 * twice, from two instances or after a broken connection, moves the money once.
 */
export async function sendRefunds(shop: Shop, only: Only = {}): Promise<number> {
  const provider = shop.payments
  if (provider.refundsGo !== 'at_once') return 0
  const due = await shop.db
    .select({ refund: refunds, paymentRef: payments.providerRef, decimals: currencies.decimals })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(currencies, eq(currencies.code, refunds.currency))
    .where(and(eq(refunds.status, 'pending'), eq(payments.provider, provider.name), isOf(only)))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
    .limit(batchSize)
  let settled = 0
  for (const { refund, paymentRef, decimals } of due) {
    // It has a name there already: the provider tells when it is through.
    if (refund.providerRef) continue
    const answer = await askForRefund(shop, provider, refund, paymentRef, decimals)
    if (answer && (await takeRefundAnswer(shop, refund.id, answer))) settled++
  }
  return settled
}

/** The name of one try; it changes once an answer is written down. */
export function refundKey({ id, attempts }: Pick<Refund, 'id' | 'attempts'>): string {
  return `${id}-${attempts}`
}

async function askForRefund(
  { log }: Shop,
  provider: PaymentProvider,
  refund: Refund,
  paymentRef: string,
  decimals: number,
): Promise<RefundAnswer | null> {
  const { id, attempts, amount, currency } = refund
  try {
    // A refund that failed and is tried again is a new question: the old key would only bring the old answer.
    const key = refundKey({ id, attempts })
    return await provider.refund({ key, refundId: id, providerRef: paymentRef, amount, currency, decimals })
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    log.warn('a refund waits for its provider', { refundId: id, error })
    return null
  }
}

/** Whether money that waits to go back does so through the provider; what came by other ways, staff send and confirm by hand. */
export async function goesThroughProvider({ db, payments: provider }: Shop, only: Only): Promise<boolean> {
  if (provider.refundsGo !== 'at_once') return false
  const [waiting] = await db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(isOf(only), eq(refunds.status, 'pending'), eq(payments.provider, provider.name)))
    .limit(1)
  return waiting !== undefined
}

function isOf({ orderId, returnId }: Only) {
  return and(orderId ? eq(refunds.orderId, orderId) : undefined, returnId ? eq(refunds.returnId, returnId) : undefined)
}

/** Writes down what the provider says about a refund; for a returned piece the return moves with it. True if it is settled now. */
export async function takeRefundAnswer(shop: Desk, refundId: string, answer: RefundAnswer): Promise<boolean> {
  return shop.db.transaction(async (tx) => {
    const inside = { ...shop, db: tx }
    const mine = eq(refunds.id, refundId)
    const [known] = await tx.select({ orderId: refunds.orderId }).from(refunds).where(mine)
    if (!known) return false
    // The order first, then its refund, as everywhere: staff who settle it at the same moment wait instead of colliding.
    await lockOrder(tx, known.orderId)
    const [refund] = await tx.select().from(refunds).where(mine)
    if (refund?.status !== 'pending') return false
    if (answer.status !== 'failed') {
      await tx.update(refunds).set({ providerRef: answer.providerRef }).where(mine)
    }
    if (answer.status === 'pending') return false
    const { returnId, returnItemId } = refund
    if (refund.kind === 'item' && returnId && returnItemId) {
      const target = { returnId, itemIds: [returnItemId] }
      const [item] = await tx.select().from(returnItems).where(eq(returnItems.id, returnItemId))
      // Only a piece that waits for its money can be told of it; staff may have been faster.
      if (item?.status !== 4) return false
      if (answer.status === 'succeeded') await refundReturn(inside, target)
      else await failRefund(inside, { ...target, text: answer.failure })
      return true
    }
    const at = shop.clock.now()
    const outcome =
      answer.status === 'succeeded'
        ? { status: 'succeeded' as const, at, providerRef: answer.providerRef }
        : { status: 'failed' as const, at, failure: answer.failure }
    return (await settleRefund(tx, refundId, outcome)).isSettledNow
  })
}
