import { and, eq, inArray, sql } from 'drizzle-orm'
import { payStepOf } from '#contract/money/currency-units.ts'
import { findHomeCurrency, readCurrencies } from '#features/settings/server/currencies.service.ts'
import { readHomeCurrency, readSettings } from '#features/settings/server/settings.service.ts'
import type { Database } from '#server/database/database.ts'
import { refuse } from '#server/http/refuse.ts'
import { type CreditCoverage, computeBonus, computeCreditCoverage, toCreditPart } from '../credit.rules.ts'
import { creditBalances, creditEntries } from './credit.tables.ts'

type NewEntry = typeof creditEntries.$inferInsert

/** Returns whether any customer has ever had store credit. */
export async function hasCredit(db: Database): Promise<boolean> {
  const found = await db.select({ id: creditEntries.id }).from(creditEntries).limit(1)
  return found.length > 0
}

/** Returns the balance of a customer, in the shop's currency. */
export async function readBalance(db: Database, customerId: string): Promise<number> {
  const [found] = await db
    .select({ amount: creditBalances.balanceAmount })
    .from(creditBalances)
    .where(eq(creditBalances.customerId, customerId))
  return found?.amount ?? 0
}

/** Locks the balance, so that concurrent purchases wait and never use an outdated balance. */
export async function lockBalance(tx: Database, customerId: string): Promise<number> {
  const [found] = await tx
    .select({ amount: creditBalances.balanceAmount })
    .from(creditBalances)
    .where(eq(creditBalances.customerId, customerId))
    .for('update')
  return found?.amount ?? 0
}

/** Writes an entry. A second entry for the same order or refund changes nothing and returns false. */
export async function writeEntry(tx: Database, entry: Omit<NewEntry, 'currency'>): Promise<boolean> {
  const written = await tx
    .insert(creditEntries)
    .values({ ...entry, currency: await readHomeCurrency(tx) })
    .onConflictDoNothing()
    .returning({ id: creditEntries.id })
  return written.length > 0
}

/** Returns how much of an order credit would pay. Without an exchange rate, credit pays nothing. */
export async function findCreditCoverage(
  db: Database,
  balance: number,
  total: number,
  currency: string,
): Promise<CreditCoverage> {
  const known = await readCurrencies(db)
  const home = findHomeCurrency(known)
  const orderUnits = known.get(currency)
  if (!orderUnits) return { creditAmount: 0, takenAmount: 0 }
  return computeCreditCoverage(balance, total, home, orderUnits, payStepOf(currency))
}

type Spending = { customerId: string; orderId: string; totalAmount: number; currency: string; at: Date }

/**
 * Pays as much of an order as possible with credit, while the balance is locked. Returns the amount paid with credit.
 */
export async function spendCredit(
  tx: Database,
  { customerId, orderId, totalAmount, currency, at }: Spending,
): Promise<number> {
  const balance = await lockBalance(tx, customerId)
  if (balance === 0 || totalAmount === 0) return 0
  const { creditAmount, takenAmount } = await findCreditCoverage(tx, balance, totalAmount, currency)
  if (creditAmount === 0) return 0
  await writeEntry(tx, { customerId, kind: 'spent', amount: -takenAmount, orderId, at })
  return creditAmount
}

/** Returns the credit that an order took from the balance, in the shop's currency. */
export async function readTakenAmount(db: Database, orderId: string): Promise<number> {
  const [spent] = await db
    .select({ amount: creditEntries.amount })
    .from(creditEntries)
    .where(and(eq(creditEntries.orderId, orderId), eq(creditEntries.kind, 'spent')))
  return spent ? -spent.amount : 0
}

/** Gives back the exact credit of an order that was canceled before its payment. */
export async function returnCredit(
  tx: Database,
  { id: orderId, customerId }: { id: string; customerId: string | null },
  at: Date,
): Promise<void> {
  const amount = await readTakenAmount(tx, orderId)
  if (amount === 0 || customerId === null) return
  await writeEntry(tx, { customerId, kind: 'given_back', amount, orderId, at })
}

export type CreditTerms = { isOffered: boolean; bonusPercent: number }

/** Returns whether the shop offers refunds as credit, and the bonus on such refunds. */
export async function readCreditTerms(db: Database): Promise<CreditTerms> {
  const { credit_switch, credit_bonus } = await readSettings(db)
  return { isOffered: credit_switch === 'on', bonusPercent: Number(credit_bonus) }
}

export type CreditAmounts = { creditAmount: number; bonusAmount: number }

/**
 * Converts an amount of an order to credit at the current rate, with its bonus. `before` is the part of the order that
 * was credited earlier.
 */
export async function findCreditAmounts(
  db: Database,
  {
    amount,
    before,
    currency,
    bonusPercent,
  }: { amount: number; before: number; currency: string; bonusPercent: number },
): Promise<CreditAmounts> {
  const known = await readCurrencies(db)
  const home = findHomeCurrency(known)
  const from = known.get(currency)
  if (!from) throw refuse('credit_no_rate')
  const creditOf = (sum: number, since: number) => (currency === home.code ? sum : toCreditPart(sum, since, from, home))
  const creditAmount = creditOf(amount, before)
  // The bonus is also computed from the running sum, so that dividing a refund into parts does not change the bonus.
  const earlier = creditOf(before, 0)
  const bonusAmount = computeBonus(earlier + creditAmount, bonusPercent) - computeBonus(earlier, bonusPercent)
  return { creditAmount, bonusAmount }
}

/** Sums the credit and the bonus of refunds, in the shop's currency. */
export async function sumCredited(db: Database, refundIds: string[]): Promise<CreditAmounts> {
  const of = (kind: 'refund' | 'bonus') =>
    sql<number>`coalesce(sum(${creditEntries.amount}) filter (where ${creditEntries.kind} = ${kind}), 0)::float8`
  const [sum] = await db
    .select({ creditAmount: of('refund'), bonusAmount: of('bonus') })
    .from(creditEntries)
    .where(inArray(creditEntries.refundId, refundIds))
  return sum ?? { creditAmount: 0, bonusAmount: 0 }
}

/** Removes the remaining credit of an erased customer and records the removal as an entry. */
export async function eraseCredit(tx: Database, customerId: string, at: Date): Promise<void> {
  const left = await lockBalance(tx, customerId)
  if (left > 0) await writeEntry(tx, { customerId, kind: 'erased', amount: -left, at })
}
