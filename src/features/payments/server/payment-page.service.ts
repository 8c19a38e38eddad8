import { asc, desc, eq } from 'drizzle-orm'
import type { Output } from '#contract/calls/call.ts'
import { toWirePrice } from '#contract/money/money.ts'
import { toWireTime } from '#contract/times/times.ts'
import { formatOrderStatus } from '#features/orders/orders.rules.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orders, orderTotals } from '#features/orders/server/orders.tables.ts'
import { readCurrencyStyle, readPriceStyle } from '#features/settings/server/settings.service.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import type { Visitor } from '#server/http/http.ts'
import { refuse } from '#server/http/refuse.ts'
import type { PaidEvent } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import type { PayableOrder, startPayment as startCall } from '../payments.contract.ts'
import { findPaymentState, findRest, type TrialOutcome } from '../payments.rules.ts'
import { applyProviderEvent, openPayment } from './payments.service.ts'
import { payments } from './payments.tables.ts'
import { getPaymentMode } from './providers/choose-provider.ts'

type PaymentQuery = { orderId: string; email?: string | undefined }
/** Query with the language of the response. */
type PaymentPageQuery = PaymentQuery & { language: string }
type OrderRow = typeof orders.$inferSelect

/**
 * Finds the order for a visitor who may pay it, which is the shopper identified by the token or a guest who knows the
 * email address. An order of another account gets the same response as an unknown order.
 */
async function findPayable({ db }: Shop, actor: Visitor, { orderId, email }: PaymentQuery): Promise<OrderRow> {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  if (!order) throw refuse('not_found')
  const given = email?.trim().toLowerCase()
  if (actor.customerId && order.customerId === actor.customerId) {
    if (given && given !== order.email && given !== actor.email) throw refuse('not_found')
    return order
  }
  const isOfAnotherCustomer = actor.customerId !== null && order.customerId !== null
  if (isOfAnotherCustomer || given !== order.email) throw refuse('not_found')
  return order
}

export async function getPayment(shop: Shop, actor: Visitor, input: PaymentPageQuery): Promise<PayableOrder> {
  const { db, clock } = shop
  const order = await findPayable(shop, actor, input)
  const [lines, totals, style, last] = await Promise.all([
    db
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, order.id))
      .orderBy(asc(orderLines.position))
      .limit(shop.bounds.detailLines),
    db.select().from(orderTotals).where(eq(orderTotals.orderId, order.id)).orderBy(asc(orderTotals.sort)),
    readPriceStyle(db, order.currency, input.language),
    findLastPayment(db, order.id),
  ])
  const { statusId, expiresAt } = order
  return {
    order_id: order.id,
    order_no: order.orderNo,
    email: order.email,
    is_own: actor.customerId !== null && actor.customerId === order.customerId,
    order_status: formatOrderStatus(statusId),
    state: readState(order, clock.now()),
    expires_at: toWireTime(expiresAt),
    held_until: lines.every(({ holdsStock }) => holdsStock) ? toWireTime(order.stockHeldUntil ?? expiresAt) : null,
    payment_method: order.paymentMethod,
    products: lines.map(({ id, name, image, options }) => ({
      id,
      name,
      image,
      options: options.map(({ valueName }) => valueName).join(' / '),
    })),
    totals: totals.map(({ id, code, title, amount }) => ({ id, code, title, value: toWirePrice(amount, style) })),
    total: toWirePrice(order.totalAmount, style),
    to_pay: toWirePrice(findRest(order), style),
    provider: shop.payments.name,
    last_try: last?.status === 'declined' || last?.status === 'timed_out' ? last.status : null,
  }
}

async function findLastPayment(db: Database, orderId: string) {
  const [payment] = await db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(1)
  return payment
}

export async function startPayment(shop: Shop, actor: Visitor, input: PaymentQuery): Promise<Output<typeof startCall>> {
  if (getPaymentMode(shop.payments) === 'closed') throw refuse('checkout_closed')
  const order = await findPayable(shop, actor, input)
  refuseUnlessOpen(shop, order)
  const { redirectUrl, isPaid } = await openPayment(shop, shop.payments, { orderId: order.id, method: '' })
  return { redirect_url: redirectUrl, is_paid: isPaid }
}

/**
 * Checks a payment when the shopper returns, which may be before the provider’s message arrives. The first of the two
 * confirms the payment, and the second changes nothing.
 */
export async function checkPayment(shop: Shop, actor: Visitor, input: PaymentPageQuery): Promise<PayableOrder> {
  const order = await findPayable(shop, actor, input)
  const { findPayment, name } = shop.payments
  const payment = await findLastPayment(shop.db, order.id)
  if (findPayment && payment?.provider === name && payment.status === 'pending' && payment.providerRef !== payment.id) {
    try {
      const found = await findPayment(payment.providerRef)
      if (found.status === 'paid') await applyProviderEvent(shop, name, found.event)
    } catch (error) {
      // If the request fails, the provider’s message still arrives. Until then the page shows that the payment is pending.
      shop.log.warn('the status of a payment could not be read', { orderId: order.id, error })
    }
  }
  return getPayment(shop, actor, input)
}

const failures = { decline: 'The test card was declined', time_out: 'The test bank did not respond' }

/** Simulates the bank of the test provider. Returns the requested result, with the same messages as a real provider. */
export async function tryPayment(
  shop: Shop,
  actor: Visitor,
  { outcome, ...input }: PaymentPageQuery & { outcome: TrialOutcome },
): Promise<PayableOrder> {
  if (shop.payments.name !== 'test') throw refuse('not_found')
  const order = await findPayable(shop, actor, input)
  refuseUnlessOpen(shop, order)
  const { payment } = await openPayment(shop, shop.payments, { orderId: order.id, method: 'Test card' })
  const { providerRef } = payment
  if (outcome === 'decline' || outcome === 'time_out') {
    const status = outcome === 'decline' ? 'declined' : 'timed_out'
    const failure = failures[outcome]
    await applyProviderEvent(shop, 'test', { kind: 'failed', eventId: newId(), providerRef, status, failure })
  } else {
    const { amount, currency } = payment
    const { decimals } = await readCurrencyStyle(shop.db, currency)
    const event: PaidEvent = {
      kind: 'paid',
      eventId: newId(),
      orderId: order.id,
      providerRef,
      method: 'Test card',
      amount,
      currency,
      decimals,
    }
    await applyProviderEvent(shop, 'test', event)
    if (outcome === 'approve_twice') await applyProviderEvent(shop, 'test', event)
  }
  return getPayment(shop, actor, input)
}

function refuseUnlessOpen({ clock }: Shop, order: OrderRow): void {
  if (readState(order, clock.now()) !== 'open') throw refuse('order_moved_on')
}

function readState({ statusId, invalidStatus, expiresAt, paidAt }: OrderRow, now: Date) {
  return findPaymentState({ statusId, invalidStatus, isPaid: paidAt !== null, expiresAt, now })
}
