import { and, eq, ne } from 'drizzle-orm'
import { useClaim as markClaimUsed } from '#features/coupons/server/claims.service.ts'
import { canPay, orderStatus } from '#features/orders/orders.rules.ts'
import { lockOrder, moveOrder, type OrderRow } from '#features/orders/server/move-order.service.ts'
import { type Desk, refundOrder } from '#features/orders/server/order-commands.service.ts'
import { writePaidLetter } from '#features/orders/server/order-letters.service.ts'
import { newId } from '#server/ids.ts'
import { refuse } from '#server/refuse.ts'
import { paymentEvents, payments } from './payments.tables.ts'

export type Payment = typeof payments.$inferSelect

/** Whoever moves the money. Another provider is another value of this type. */
export type PaymentProvider = {
  name: string
  /** Opens an attempt to pay; `payment.id` is the idempotency key. */
  openPayment(payment: { id: string; amount: number; currency: string; orderNo: string }): Promise<{
    providerRef: string
    /** Where the shopper goes on, if the provider has a page of its own. */
    redirectUrl: string | null
  }>
  /** Sends money back; `refund.id` is the idempotency key. */
  refund(refund: {
    id: string
    amount: number
    currency: string
    providerRef: string
  }): Promise<{ status: 'succeeded'; providerRef: string } | { status: 'failed'; failure: string }>
}

/** The built-in provider: takes no money, and ends as the test asks it to. */
export const testProvider: PaymentProvider = {
  name: 'test',
  openPayment: async ({ id }) => ({ providerRef: `test-${id}`, redirectUrl: null }),
  refund: async ({ id }) => ({ status: 'succeeded', providerRef: `test-refund-${id}` }),
}

/** Opens an attempt to pay an unpaid order and gives up the attempts before it. */
export async function openPayment(
  shop: Desk,
  provider: PaymentProvider,
  { orderId, method }: { orderId: string; method: string },
): Promise<{ payment: Payment; redirectUrl: string | null }> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!canPay({ order_status_id: order.statusId, invalid_status: order.invalidStatus }))
      throw refuse('order_moved_on')
    const now = shop.clock.now()
    await tx
      .update(payments)
      .set({ status: 'cancelled', settledAt: now })
      .where(and(eq(payments.orderId, orderId), eq(payments.status, 'pending')))
    const id = newId()
    const { totalAmount: amount, currency, orderNo } = order
    const { providerRef, redirectUrl } = await provider.openPayment({ id, amount, currency, orderNo })
    const [payment] = await tx
      .insert(payments)
      .values({
        id,
        orderId,
        customerId: order.customerId,
        provider: provider.name,
        providerRef,
        method,
        status: 'pending',
        currency,
        amount,
        createdAt: now,
      })
      .returning()
    if (!payment) throw new Error(`The payment of order ${orderId} was not written`)
    return { payment, redirectUrl }
  })
}

export type PaymentReport = {
  provider: string
  /** The provider's name for this message: the same one twice counts once. */
  eventId: string
  orderId: string
  providerRef: string
  method: string
  amount: number
  currency: string
  payload?: Record<string, unknown>
}

type Confirmed = { isRepeat: boolean; order: OrderRow }

/**
 * 1 → 4. Money for an order that has been cancelled meanwhile goes straight back; a message that comes twice, or a second
 * message about the same payment, changes nothing.
 */
export async function confirmPayment(
  shop: Desk,
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
        payload: { ...report.payload, orderId: order.id, providerRef: report.providerRef },
        at: now,
      })
      .onConflictDoNothing()
      .returning({ id: paymentEvents.id })
    if (!event) return { isRepeat: true, order }
    if (report.amount !== order.totalAmount || report.currency !== order.currency) throw refuse('wrong_amount')
    const [known] = await tx
      .select()
      .from(payments)
      .where(and(eq(payments.provider, report.provider), eq(payments.providerRef, report.providerRef)))
      .for('update')
    if (known && known.orderId !== order.id) throw refuse('not_found')
    if (known?.status === 'succeeded') return { isRepeat: true, order }
    const settled = { status: 'succeeded' as const, method: report.method, settledAt: now, failure: null }
    if (known) await tx.update(payments).set(settled).where(eq(payments.id, known.id))
    else {
      await tx.insert(payments).values({
        ...settled,
        id: newId(),
        orderId: order.id,
        customerId: order.customerId,
        provider: report.provider,
        providerRef: report.providerRef,
        currency: report.currency,
        amount: report.amount,
        createdAt: now,
      })
    }
    if (order.statusId === orderStatus.cancelled && order.paidAt === null) {
      await refundOrder(shop, tx, order)
      return { isRepeat: false, order }
    }
    const paid = await moveOrder(tx, order, {
      command: 'confirmPayment',
      actor,
      now,
      set: { paidAt: now, paymentMethod: report.method, gaCounter: 1 },
      data: { provider: report.provider, eventId: report.eventId },
    })
    await markClaimUsed(tx, order.id, now)
    await writePaidLetter(shop, tx, paid)
    return { isRepeat: false, order: paid }
  })
}

/** The provider said no, or nothing for too long: the order stays unpaid and can be paid again. */
export async function failPayment(
  shop: Desk,
  report: { provider: string; eventId: string; providerRef: string; status: 'declined' | 'timed_out'; failure: string },
): Promise<boolean> {
  return shop.db.transaction(async (tx) => {
    const [payment] = await tx
      .select()
      .from(payments)
      .where(and(eq(payments.provider, report.provider), eq(payments.providerRef, report.providerRef)))
      .for('update')
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
