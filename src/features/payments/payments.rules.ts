import { msg } from '#contract/text/translate.ts'
import { canPay, orderStatus } from '#features/orders/orders.rules.ts'

/**
 * Converts an amount to another number of decimals: 1980 without decimals is 198000 with two decimals. Returns null if
 * digits would be lost.
 */
export function rescaleAmount(amount: number, from: number, to: number): number | null {
  const scaled = from <= to ? amount * 10 ** (to - from) : amount / 10 ** (from - to)
  return Number.isSafeInteger(scaled) ? scaled : null
}

// biome-ignore format: a table reads better in rows.
const withoutDecimals = [
  'BIF', 'CLP', 'DJF', 'GNF', 'JPY', 'KMF', 'KRW', 'MGA', 'PYG', 'RWF', 'VND', 'VUV', 'XAF', 'XOF', 'XPF',
]
const withThree = ['BHD', 'JOD', 'KWD', 'OMR', 'TND']

/**
 * Returns the number of decimals that Stripe uses for a currency. For some currencies, the number differs from the
 * decimals of the coins.
 */
export function findStripeDecimals(currency: string): number {
  if (withoutDecimals.includes(currency)) return 0
  return withThree.includes(currency) ? 3 : 2
}

/** Result of a payment with the built-in test provider. */
export const trialOutcomes = ['approve', 'decline', 'time_out', 'approve_twice'] as const
export type TrialOutcome = (typeof trialOutcomes)[number]

/**
 * State of the payment page. `open`: can be paid. `paid`: is paid. `held`: has nothing to pay and waits for staff.
 * `over`: has expired or was canceled.
 */
export const paymentStates = ['open', 'paid', 'held', 'over'] as const
export type PaymentState = (typeof paymentStates)[number]

export function findPaymentState(order: {
  statusId: number
  invalidStatus: number
  isPaid: boolean
  expiresAt: Date
  now: Date
}): PaymentState {
  if (order.statusId === orderStatus.cancelled || order.statusId === orderStatus.closed) return 'over'
  if (order.isPaid) return 'paid'
  if (order.statusId === orderStatus.onHold) return 'held'
  // The timer runs a moment after the deadline, so an overdue order may still be unpaid here. Such an order must not be
  // paid.
  const isLate = order.expiresAt <= order.now
  return canPay({ order_status_id: order.statusId, invalid_status: order.invalidStatus }) && !isLate ? 'open' : 'over'
}

/** Refund methods: to the original payment, or into the account as store credit. */
export const refundMethods = ['payment', 'credit'] as const
export type RefundMethod = (typeof refundMethods)[number]

/** Provider name for the part that store credit pays. */
export const creditProvider = 'credit'
export const creditMethod = msg('Store credit')

/** Returns the amount that remains to be paid after store credit. */
export function findRest({ totalAmount, creditAmount }: { totalAmount: number; creditAmount: number }): number {
  return totalAmount - creditAmount
}

/** Returns whether no part of a refund needs a provider. Such a refund is settled as soon as it begins. */
export function isCreditAlone(refund: { goesTo: RefundMethod; amount: number; creditAmount: number }): boolean {
  return refund.goesTo === 'credit' || refund.creditAmount === refund.amount
}
