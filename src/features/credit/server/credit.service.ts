import { and, eq, inArray, sql } from 'drizzle-orm'
import { payStepOf } from '#contract/money/currency-units.ts'
import { homeCurrency } from '#contract/money/money.ts'
import { readCurrencies } from '#features/catalogue/server/products/product.service.ts'
import { readSettings } from '#features/settings/server/settings.service.ts'
import type { Database } from '#server/database/database.ts'
import { refuse } from '#server/http/refuse.ts'
import { type Cover, coverOrder, findBonus, toCreditPart } from '../credit.rules.ts'
import { creditBalances, creditEntries } from './credit.tables.ts'

type NewEntry = typeof creditEntries.$inferInsert

/** What somebody has left, in the shop's own currency. */
export async function readBalance(db: Database, customerId: string): Promise<number> {
  const [found] = await db
    .select({ amount: creditBalances.balanceAmount })
    .from(creditBalances)
    .where(eq(creditBalances.customerId, customerId))
  return found?.amount ?? 0
}

/** Whoever spends at the same moment waits: nobody decides on a balance that is about to go. */
export async function lockBalance(tx: Database, customerId: string): Promise<number> {
  const [found] = await tx
    .select({ amount: creditBalances.balanceAmount })
    .from(creditBalances)
    .where(eq(creditBalances.customerId, customerId))
    .for('update')
  return found?.amount ?? 0
}

/** Twice is the same as once where an entry is about an order or a refund; false if it was there. */
export async function writeEntry(tx: Database, entry: Omit<NewEntry, 'currency'>): Promise<boolean> {
  const written = await tx
    .insert(creditEntries)
    .values({ ...entry, currency: homeCurrency })
    .onConflictDoNothing()
    .returning({ id: creditEntries.id })
  return written.length > 0
}

/** What credit would pay of an order in some currency; nothing where there is no rate to tell. */
export async function findCover(db: Database, balance: number, total: number, currency: string): Promise<Cover> {
  const known = await readCurrencies(db)
  const home = known.get(homeCurrency)
  const its = known.get(currency)
  if (!home || !its) return { creditAmount: 0, takenAmount: 0 }
  return coverOrder(balance, total, home, its, payStepOf(currency))
}

type Spending = { customerId: string; orderId: string; totalAmount: number; currency: string; at: Date }

/** Pays as much of an order as there is credit, while the balance is held; answers how much of it that is. */
export async function spendCredit(
  tx: Database,
  { customerId, orderId, totalAmount, currency, at }: Spending,
): Promise<number> {
  const balance = await lockBalance(tx, customerId)
  if (balance === 0 || totalAmount === 0) return 0
  const { creditAmount, takenAmount } = await findCover(tx, balance, totalAmount, currency)
  if (creditAmount === 0) return 0
  await writeEntry(tx, { customerId, kind: 'spent', amount: -takenAmount, orderId, at })
  return creditAmount
}

/** What an order took, in the shop's own currency. */
export async function readTaken(db: Database, orderId: string): Promise<number> {
  const [spent] = await db
    .select({ amount: creditEntries.amount })
    .from(creditEntries)
    .where(and(eq(creditEntries.orderId, orderId), eq(creditEntries.kind, 'spent')))
  return spent ? -spent.amount : 0
}

/** The order was given up before it was paid: what it took is there again, to the cent. */
export async function giveBackCredit(
  tx: Database,
  { id: orderId, customerId }: { id: string; customerId: string | null },
  at: Date,
): Promise<void> {
  const amount = await readTaken(tx, orderId)
  if (amount === 0 || customerId === null) return
  await writeEntry(tx, { customerId, kind: 'given_back', amount, orderId, at })
}

export type CreditTerms = { isOffered: boolean; bonusPercent: number }

/** Whether refunds can come as credit, and what the shop adds to those that do. */
export async function readCreditTerms(db: Database): Promise<CreditTerms> {
  const { credit_switch, credit_bonus } = await readSettings(db)
  return { isOffered: credit_switch === 'on', bonusPercent: Number(credit_bonus) }
}

export type CreditWorth = { creditAmount: number; bonusAmount: number }

/** Money of an order as credit at today's rate, and what comes on top. `before` is what of the order came as credit already. */
export async function findCreditWorth(
  db: Database,
  {
    amount,
    before,
    currency,
    bonusPercent,
  }: { amount: number; before: number; currency: string; bonusPercent: number },
): Promise<CreditWorth> {
  const known = await readCurrencies(db)
  const home = known.get(homeCurrency)
  const from = known.get(currency)
  if (!home || !from) throw refuse('credit_no_rate')
  const worthOf = (sum: number, since: number) =>
    currency === homeCurrency ? sum : toCreditPart(sum, since, from, home)
  const creditAmount = worthOf(amount, before)
  // The bonus is counted up the same way, so that it does not depend on how a refund is cut, either.
  const earlier = worthOf(before, 0)
  const bonusAmount = findBonus(earlier + creditAmount, bonusPercent) - findBonus(earlier, bonusPercent)
  return { creditAmount, bonusAmount }
}

/** What refunds brought into an account, with what came on top, in the shop's own currency. */
export async function sumCredited(db: Database, refundIds: string[]): Promise<CreditWorth> {
  const of = (kind: 'refund' | 'bonus') =>
    sql<number>`coalesce(sum(${creditEntries.amount}) filter (where ${creditEntries.kind} = ${kind}), 0)::float8`
  const [sum] = await db
    .select({ creditAmount: of('refund'), bonusAmount: of('bonus') })
    .from(creditEntries)
    .where(inArray(creditEntries.refundId, refundIds))
  return sum ?? { creditAmount: 0, bonusAmount: 0 }
}

/** Somebody is forgotten: what they had left ends with them, and the books say so. */
export async function eraseCredit(tx: Database, customerId: string, at: Date): Promise<void> {
  const left = await lockBalance(tx, customerId)
  if (left > 0) await writeEntry(tx, { customerId, kind: 'erased', amount: -left, at })
}
