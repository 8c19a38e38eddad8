import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import { isRefused } from '#contract/calls/call.ts'
import { canPay } from '#features/orders/orders.rules.ts'
import { lockOrder, type OrderRow } from '#features/orders/server/commands/move-order.service.ts'
import { confirmPaid } from '#features/orders/server/commands/order-commands.service.ts'
import { findGuestHoldEnd } from '#features/orders/server/commands/place-order.service.ts'
import { rededuceStock } from '#features/orders/server/commands/stock.service.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { readCurrencyStyle } from '#features/settings/server/settings.service.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { refuse } from '#server/http/refuse.ts'
import {
  type PaymentProvider,
  ProviderDown,
  type ProviderEvent,
  ProviderRefused,
} from '#server/outside/payment-provider.ts'
import type { CommandContext, Shop } from '#server/shop.ts'
import { creditMethod, creditProvider, findRest, rescaleAmount } from '../payments.rules.ts'
import { paymentEvents, payments, refunds } from './payments.tables.ts'
import { refundOrder, refundSecondPayment } from './refunds.service.ts'

export type Payment = typeof payments.$inferSelect

type PaymentContext = CommandContext & Pick<Shop, 'bounds'>
type OpenedPayment = { payment: Payment; redirectUrl: string | null; isPaid: boolean }

/**
 * Opens an attempt to pay an unpaid order. If an attempt is still open at the provider, that attempt continues, so that
 * two tabs never pay twice. A provider without `findPayment` cannot continue attempts, so earlier attempts are
 * canceled.
 */
export async function openPayment(
  shop: PaymentContext,
  provider: PaymentProvider,
  { orderId, method }: { orderId: string; method: string },
): Promise<OpenedPayment> {
  const { order, decimals, payment, isNew } = await openAttempt(shop, provider, { orderId, method })
  // The provider is called outside of the transaction, so that the order is not locked during a network request.
  const { findPayment } = provider
  if (!isNew && findPayment && payment.providerRef !== payment.id) {
    const found = await callProvider(() => findPayment(payment.providerRef))
    if (found.status === 'open') return { payment, redirectUrl: found.redirectUrl, isPaid: false }
    if (found.status === 'paid') {
      await applyProviderEvent(shop, provider.name, found.event)
      return { payment, redirectUrl: null, isPaid: true }
    }
    if (found.status === 'waiting') throw refuse('payment_waiting')
    await endAttempt(shop, payment.id, 'timed_out')
    return openPayment(shop, provider, { orderId, method })
  }
  const { amount, currency } = payment
  const { orderNo, email, expiresAt } = order
  const newPayment = { id: payment.id, orderId, orderNo, email, expiresAt, amount, currency, decimals }
  try {
    const { providerRef, redirectUrl } = await callProvider(() => provider.openPayment(newPayment))
    await shop.db.update(payments).set({ providerRef }).where(eq(payments.id, payment.id))
    return { payment: { ...payment, providerRef }, redirectUrl, isPaid: false }
  } catch (error) {
    // A refusal ends the attempt. If the provider does not respond, the next request repeats the same attempt with the
    // same key.
    if (isRefused(error, 'payment_refused')) await endAttempt(shop, payment.id, 'declined')
    throw error
  }
}

async function openAttempt(
  shop: PaymentContext,
  provider: PaymentProvider,
  { orderId, method }: { orderId: string; method: string },
) {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!canPay({ order_status_id: order.statusId, invalid_status: order.invalidStatus }))
      throw refuse('order_moved_on')
    const now = shop.clock.now()
    const { unprovedStockPercent: unverifiedPercent } = shop.bounds
    // If the stock was sold in the meantime, no payment is opened.
    const isHeld = await rededuceStock(tx, order, { unverifiedPercent, until: findGuestHoldEnd(now, shop.bounds) })
    if (!isHeld) throw refuse('stock_gone')
    const { currency } = order
    const amount = findRest(order)
    const { decimals } = await readCurrencyStyle(tx, currency)
    const isPending = and(eq(payments.orderId, orderId), eq(payments.status, 'pending'))
    if (provider.findPayment) {
      const [payment] = await tx
        .select()
        .from(payments)
        .where(and(isPending, eq(payments.provider, provider.name)))
        .limit(1)
      if (payment) return { order, decimals, payment, isNew: false }
    }
    await tx.update(payments).set({ status: 'cancelled', settledAt: now }).where(isPending)
    const id = newId()
    const [payment] = await tx
      .insert(payments)
      .values({
        id,
        orderId,
        customerId: order.customerId,
        provider: provider.name,
        // Placeholder until the provider has assigned its own id.
        providerRef: id,
        method,
        status: 'pending',
        currency,
        amount,
        createdAt: now,
      })
      .returning()
    if (!payment) throw new Error(`The payment of order ${orderId} was not written`)
    return { order, decimals, payment, isNew: true }
  })
}

async function endAttempt(
  { db, clock }: CommandContext,
  paymentId: string,
  status: 'declined' | 'timed_out',
): Promise<void> {
  await db
    .update(payments)
    .set({ status, settledAt: clock.now() })
    .where(and(eq(payments.id, paymentId), eq(payments.status, 'pending')))
}

/** Converts a failure of the provider to a message for the shopper. */
async function callProvider<T>(callback: () => Promise<T>): Promise<T> {
  try {
    return await callback()
  } catch (error) {
    if (error instanceof ProviderRefused) throw refuse('payment_refused', { cause: error })
    if (error instanceof ProviderDown) throw refuse('payment_down', { cause: error })
    throw error
  }
}

/** Applies a provider's message about a payment. Unknown and repeated messages change nothing. */
export async function applyProviderEvent(
  shop: CommandContext,
  provider: string,
  event: Extract<ProviderEvent, { kind: 'paid' | 'failed' }>,
): Promise<'done' | 'repeat' | 'unknown'> {
  if (event.kind === 'failed') {
    const { eventId, providerRef, status, failure } = event
    const [known] = await shop.db
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.provider, provider), eq(payments.providerRef, providerRef)))
    if (!known) return 'unknown'
    return (await failPayment(shop, { provider, eventId, providerRef, status, failure })) ? 'done' : 'repeat'
  }
  const { eventId, orderId, providerRef, method, currency } = event
  const [order] = await shop.db.select({ currency: orders.currency }).from(orders).where(eq(orders.id, orderId))
  if (!order) return 'unknown'
  const { decimals } = await readCurrencyStyle(shop.db, order.currency)
  const amount = rescaleAmount(event.amount, event.decimals, decimals)
  if (amount === null) throw refuse('wrong_amount')
  const report = { provider, eventId, orderId, providerRef, method, amount, currency }
  return (await confirmPayment(shop, report)).isRepeat ? 'repeat' : 'done'
}

export type PaymentReport = {
  provider: string
  /** The provider's id of this message. A repeated message is applied once. */
  eventId: string
  orderId: string
  providerRef: string
  method: string
  amount: number
  currency: string
}

type Confirmed = { isRepeat: boolean; order: OrderRow }

/**
 * Confirms a payment (1 → 4). If the order was canceled or paid in the meantime, or its stock was sold, the payment is refunded
 * at once. Repeated messages, and further messages about the same payment, change nothing.
 */
export async function confirmPayment(
  shop: CommandContext,
  report: PaymentReport,
  actor: 'provider' | 'staff' = 'provider',
): Promise<Confirmed> {
  return shop.db.transaction(async (tx) => {
    const now = shop.clock.now()
    const order = await lockOrder(tx, report.orderId)
    const [event] = await tx
      .insert(paymentEvents)
      .values({
        provider: report.provider,
        eventId: report.eventId,
        customerId: order.customerId,
        type: 'payment_succeeded',
        payload: { orderId: order.id, providerRef: report.providerRef },
        at: now,
      })
      .onConflictDoNothing()
      .returning({ id: paymentEvents.id })
    if (!event) return { isRepeat: true, order }
    if (report.amount !== findRest(order) || report.currency !== order.currency) throw refuse('wrong_amount')
    const known = await lockPayment(tx, report)
    if (known && known.orderId !== order.id) throw refuse('not_found')
    if (known?.status === 'succeeded') return { isRepeat: true, order }
    const paymentId = await settlePayment(tx, report, order, known, now)
    const [earlier] = await tx
      .select({ id: payments.id })
      .from(payments)
      .where(
        and(eq(payments.orderId, order.id), eq(payments.status, 'succeeded'), ne(payments.id, paymentId), isNotCredit),
      )
      .limit(1)
    if (earlier) {
      await refundSecondPayment(tx, shop.clock, order, paymentId)
      return { isRepeat: false, order }
    }
    const { provider, eventId, method } = report
    const confirmed = await confirmPaid(shop, tx, order, { actor, method, data: { provider, eventId } })
    // The order was never paid, so its credit is already back in the account.
    if (!confirmed.isKept) await refundOrder(shop, tx, order, { paidAmount: report.amount })
    else if (order.creditAmount > 0) await writeCreditPayment(tx, order, now)
    return { isRepeat: false, order: confirmed.order }
  })
}

const isNotCredit = ne(payments.provider, creditProvider)

/** Pays an order completely with store credit, at once and without a provider. */
export async function payByCredit(shop: CommandContext, orderId: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.creditAmount === 0 || findRest(order) > 0) throw refuse('order_moved_on')
    const { isKept } = await confirmPaid(shop, tx, order, { actor: 'system', method: creditMethod, data: {} })
    if (isKept) await writeCreditPayment(tx, order, shop.clock.now())
  })
}

/** Records the part that credit paid. For refunds, this part is a payment like any other. */
async function writeCreditPayment(tx: Database, order: OrderRow, now: Date): Promise<void> {
  const { id: orderId, customerId, currency, creditAmount: amount } = order
  const paid = { provider: creditProvider, providerRef: orderId, method: creditMethod, status: 'succeeded' as const }
  await tx
    .insert(payments)
    .values({ id: newId(), orderId, customerId, currency, amount, ...paid, createdAt: now, settledAt: now })
}

async function lockPayment(tx: Database, { provider, providerRef }: { provider: string; providerRef: string }) {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.providerRef, providerRef)))
    .for('update')
  return payment
}

/** Records a received payment. A payment that staff confirm belongs to no attempt of the shopper. */
async function settlePayment(
  tx: Database,
  { provider, providerRef, method, currency, amount }: PaymentReport,
  order: OrderRow,
  known: Payment | undefined,
  now: Date,
): Promise<string> {
  const settled = { status: 'succeeded' as const, method, settledAt: now, failure: null }
  if (known) {
    await tx.update(payments).set(settled).where(eq(payments.id, known.id))
    return known.id
  }
  const id = newId()
  const made = { id, orderId: order.id, customerId: order.customerId, provider, providerRef, currency, amount }
  await tx.insert(payments).values({ ...made, ...settled, createdAt: now })
  return id
}

/** Records that the provider declined a payment or timed out. The order stays unpaid and can be paid again. */
export async function failPayment(
  shop: CommandContext,
  report: { provider: string; eventId: string; providerRef: string; status: 'declined' | 'timed_out'; failure: string },
): Promise<boolean> {
  return shop.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, report)
    if (!payment) throw refuse('not_found')
    const now = shop.clock.now()
    const [event] = await tx
      .insert(paymentEvents)
      .values({
        provider: report.provider,
        eventId: report.eventId,
        paymentId: payment.id,
        customerId: payment.customerId,
        type: `payment_${report.status}`,
        payload: { failure: report.failure },
        at: now,
      })
      .onConflictDoNothing()
      .returning({ id: paymentEvents.id })
    if (!event) return false
    const [failed] = await tx
      .update(payments)
      .set({ status: report.status, failure: report.failure, settledAt: now })
      .where(and(eq(payments.id, payment.id), ne(payments.status, 'succeeded')))
      .returning({ id: payments.id })
    return failed !== undefined
  })
}

/** Moves payments and refunds to the account that a guest's orders have joined. */
export async function joinGuestPayments(tx: Database, customerId: string, orderIds: string[]): Promise<void> {
  if (orderIds.length === 0) return
  for (const table of [payments, refunds]) {
    await tx
      .update(table)
      .set({ customerId })
      .where(and(inArray(table.orderId, orderIds), isNull(table.customerId)))
  }
  const paymentsOfOrders = tx.select({ id: payments.id }).from(payments).where(inArray(payments.orderId, orderIds))
  await tx
    .update(paymentEvents)
    .set({ customerId })
    .where(and(isNull(paymentEvents.customerId), inArray(paymentEvents.paymentId, paymentsOfOrders)))
}
