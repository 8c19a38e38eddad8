import { msg } from '#contract/text/translate.ts'
import { canPay, orderStatus } from '#features/orders/orders.rules.ts'

/** An amount in other units: 1980 without decimals is 198000 with two. Null where it would lose a part of itself. */
export function rescaleAmount(amount: number, from: number, to: number): number | null {
  const scaled = from <= to ? amount * 10 ** (to - from) : amount / 10 ** (from - to)
  return Number.isSafeInteger(scaled) ? scaled : null
}

// biome-ignore format: a table reads better in rows.
const withoutDecimals = [
  'BIF', 'CLP', 'DJF', 'GNF', 'JPY', 'KMF', 'KRW', 'MGA', 'PYG', 'RWF', 'VND', 'VUV', 'XAF', 'XOF', 'XPF',
]
const withThree = ['BHD', 'JOD', 'KWD', 'OMR', 'TND']

/** The units Stripe counts a currency in, which are not always those of its coins. */
export function findStripeDecimals(currency: string): number {
  if (withoutDecimals.includes(currency)) return 0
  return withThree.includes(currency) ? 3 : 2
}

/** How a built-in trial payment ends. */
export const trialOutcomes = ['approve', 'decline', 'time_out', 'approve_twice'] as const
export type TrialOutcome = (typeof trialOutcomes)[number]

/** What the payment page is about: there is something to pay, it is paid, there is nothing to pay but staff look at it, or it is over. */
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
  // The timer comes a moment later; nobody should pay for what is about to be given up.
  const isLate = order.expiresAt <= order.now
  return canPay({ order_status_id: order.statusId, invalid_status: order.invalidStatus }) && !isLate ? 'open' : 'over'
}

/** Where a refund goes: the way the money came, or into the account as store credit. */
export const refundWays = ['payment', 'credit'] as const
export type RefundWay = (typeof refundWays)[number]

/** What stands in place of a provider where store credit pays. */
export const creditProvider = 'credit'
export const creditMethod = msg('Store credit')

/** What is left to pay once credit has paid its part. */
export function findRest({ totalAmount, creditAmount }: { totalAmount: number; creditAmount: number }): number {
  return totalAmount - creditAmount
}

/** Whether nothing of a refund goes through a provider: such a one is through as soon as it is begun. */
export function isCreditAlone(refund: { goesTo: RefundWay; amount: number; creditAmount: number }): boolean {
  return refund.goesTo === 'credit' || refund.creditAmount === refund.amount
}
