import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { computeReturnedCredit, type Split, splitRefund } from '#features/credit/credit.rules.ts'
import {
  type CreditAmounts,
  findCreditAmounts,
  readCreditTerms,
  readTakenAmount,
  writeEntry,
} from '#features/credit/server/credit.service.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { readHomeCurrency } from '#features/settings/server/settings.service.ts'
import type { Database } from '#server/database/database.ts'
import { Refused, refuse } from '#server/http/refuse.ts'
import { creditProvider, type RefundMethod } from '../payments.rules.ts'
import type { RefundWays } from '../payments.staff.contract.ts'
import type { Refund } from './payments.tables.ts'
import { payments, refunds } from './payments.tables.ts'

type Funds = { paymentId: string; paymentLeft: number; left: number }

/** Returns the payments of an order, less settled and pending refunds. Returns null for an order without a payment. */
async function readFunds(db: Database, orderId: string): Promise<Funds | null> {
  const paid = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'succeeded')))
    .orderBy(payments.settledAt, payments.id)
  const credit = paid.find(({ provider }) => provider === creditProvider)
  // A second payment has a separate refund in full, so only the first payment is used here.
  const first = paid.find(({ provider }) => provider !== creditProvider)
  const payment = first ?? credit
  if (!payment) return null
  const [earlierSum] = await db
    .select({
      amount: sql<number>`coalesce(sum(${refunds.amount}), 0)::float8`,
      creditAmount: sql<number>`coalesce(sum(${refunds.creditAmount}), 0)::float8`,
    })
    .from(refunds)
    .where(
      and(eq(refunds.orderId, orderId), ne(refunds.kind, 'payment'), inArray(refunds.status, ['pending', 'succeeded'])),
    )
  const { amount: earlierRefunds, creditAmount: refundedCredit } = earlierSum ?? { amount: 0, creditAmount: 0 }
  return {
    paymentId: payment.id,
    paymentLeft: (first?.amount ?? 0) - (earlierRefunds - refundedCredit),
    left: (first?.amount ?? 0) + (credit?.amount ?? 0) - earlierRefunds,
  }
}

/** Splits a refund between payment and credit, never above the amount paid. The caller has locked the order. */
export async function allocateFunds(
  tx: Database,
  orderId: string,
  amount: number,
): Promise<Pick<Refund, 'paymentId' | 'creditAmount'>> {
  const funds = await readFunds(tx, orderId)
  if (!funds || amount > funds.left) throw refuse('refund_too_large')
  const { creditAmount } = splitRefund(amount, funds.paymentLeft)
  return { paymentId: funds.paymentId, creditAmount }
}

/**
 * Checks the refund method and returns the bonus percentage. Store credit requires an account, and a shop that offers
 * store credit. A shopper who has chosen store credit keeps the promised bonus.
 */
export async function checkRefundMethod(
  db: Database,
  goesTo: RefundMethod,
  customerId: string | null,
  promisedBonus: number | null = null,
): Promise<number> {
  if (goesTo === 'payment') return 0
  if (customerId === null) throw refuse('credit_needs_account')
  if (promisedBonus !== null) return promisedBonus
  const { isOffered, bonusPercent } = await readCreditTerms(db)
  if (!isOffered) throw refuse('credit_is_off')
  return bonusPercent
}

type Order = Pick<typeof orders.$inferSelect, 'id' | 'customerId' | 'currency' | 'creditAmount'>

/**
 * Returns the amount of store credit. The part that was paid with credit is refunded to the cent. The rest is converted
 * at the current rate and gets the bonus.
 */
async function findCreditAmount(
  db: Database,
  order: Order,
  { paymentAmount, creditAmount }: Split,
  earlierRefunds: EarlierRefunds,
  bonusPercent: number,
): Promise<CreditAmounts> {
  const paidShares = {
    creditAmount: order.creditAmount,
    takenAmount: creditAmount > 0 ? await readTakenAmount(db, order.id) : 0,
  }
  const restoredCredit =
    creditAmount > 0 ? computeReturnedCredit(paidShares, earlierRefunds.creditAmount, creditAmount) : 0
  if (paymentAmount === 0) return { creditAmount: restoredCredit, bonusAmount: 0 }
  const { currency } = order
  const worth = await findCreditAmounts(db, {
    amount: paymentAmount,
    before: earlierRefunds.asCredit,
    currency,
    bonusPercent,
  })
  // The part paid with credit gets no bonus. Otherwise, buying and returning would create money.
  return { creditAmount: restoredCredit + worth.creditAmount, bonusAmount: worth.bonusAmount }
}

/**
 * Earlier refunds of an order: the store credit that was given back, and the other payments that were refunded as store
 * credit.
 */
type EarlierRefunds = { creditAmount: number; asCredit: number }

async function sumEarlierCredit(db: Database, orderId: string, exceptRefundId?: string): Promise<EarlierRefunds> {
  const asCredit = sql`${refunds.amount} - ${refunds.creditAmount}`
  const [sum] = await db
    .select({
      creditAmount: sql<number>`coalesce(sum(${refunds.creditAmount}), 0)::float8`,
      asCredit: sql<number>`coalesce(sum(${asCredit}) filter (where ${refunds.goesTo} = 'credit'), 0)::float8`,
    })
    .from(refunds)
    .where(
      and(
        eq(refunds.orderId, orderId),
        eq(refunds.status, 'succeeded'),
        exceptRefundId ? ne(refunds.id, exceptRefundId) : undefined,
      ),
    )
  return sum ?? { creditAmount: 0, asCredit: 0 }
}

/** Adds the credit of a settled refund to the account. A repeated call adds nothing. */
export async function addCredit(tx: Database, refund: Refund, at: Date): Promise<void> {
  const { id: refundId, orderId, customerId, amount, creditAmount, goesTo, creditBonusPercent } = refund
  const split = { paymentAmount: goesTo === 'credit' ? amount - creditAmount : 0, creditAmount }
  if (split.paymentAmount + split.creditAmount === 0) return
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId))
  if (!order || customerId === null)
    throw new Error(`The refund ${refundId} has no customer account for the store credit`)
  const earlierRefunds = await sumEarlierCredit(tx, orderId, refundId)
  const worth = await findCreditAmount(tx, order, split, earlierRefunds, creditBonusPercent)
  const about = { customerId, orderId, refundId, by: refund.startedBy, at }
  if (worth.creditAmount > 0) await writeEntry(tx, { ...about, kind: 'refund', amount: worth.creditAmount })
  if (worth.bonusAmount > 0) await writeEntry(tx, { ...about, kind: 'bonus', amount: worth.bonusAmount })
}

function findCreditProblem({ customerId }: Order, chosen: number | null | undefined, isOffered: boolean) {
  if (customerId === null) return 'no_account'
  if (chosen === null) return 'not_chosen'
  // The shopper's choice stays valid even if the shop no longer offers credit.
  return chosen === undefined && !isOffered ? 'switched_off' : null
}

/**
 * Returns the amounts of each refund method, with the same functions that the refunds use. For a return, only the
 * shopper can choose credit. `chosen` is the promised bonus, or null without that choice.
 */
export async function previewRefundMethods(
  db: Database,
  order: Order,
  amounts: number[],
  chosen?: number | null,
): Promise<RefundWays> {
  const terms = await readCreditTerms(db)
  const bonusPercent = chosen ?? terms.bonusPercent
  const homeCurrency = await readHomeCurrency(db)
  const home = (amount: number) => ({ amount, currency: homeCurrency })
  const funds = await readFunds(db, order.id)
  let { paymentLeft } = funds ?? { paymentLeft: 0 }
  const earlierRefunds = await sumEarlierCredit(db, order.id)
  const sums = { payment: 0, restoredCredit: 0, credit: 0, bonus: 0 }
  let hasRate = true
  for (const amount of amounts) {
    const split = splitRefund(amount, paymentLeft)
    const restoredCredit = await findCreditAmount(
      db,
      order,
      { ...split, paymentAmount: 0 },
      earlierRefunds,
      bonusPercent,
    )
    const total = await findCreditAmount(db, order, split, earlierRefunds, bonusPercent).catch((error: unknown) => {
      if (!(error instanceof Refused && error.refusal.code === 'credit_no_rate')) throw error
      hasRate = false
      return { creditAmount: 0, bonusAmount: 0 }
    })
    sums.payment += split.paymentAmount
    sums.restoredCredit += restoredCredit.creditAmount
    sums.credit += total.creditAmount
    sums.bonus += total.bonusAmount
    paymentLeft -= split.paymentAmount
    earlierRefunds.creditAmount += split.creditAmount
    earlierRefunds.asCredit += split.paymentAmount
  }
  const problem = findCreditProblem(order, chosen, terms.isOffered) ?? (hasRate ? null : 'no_rate')
  return {
    payment: { amount: { amount: sums.payment, currency: order.currency }, credit: home(sums.restoredCredit) },
    credit: { amount: home(sums.credit), bonus: home(sums.bonus), bonus_percent: bonusPercent, problem },
  }
}
