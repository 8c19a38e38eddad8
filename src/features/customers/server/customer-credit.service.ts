import { count, desc, eq } from 'drizzle-orm'
import type { Output } from '#contract/calls/call.ts'
import { toPagination } from '#contract/calls/fields.ts'
import { toStaffTime } from '#contract/calls/staff-call.ts'
import { toWirePrice } from '#contract/money/money.ts'
import { toWireTime } from '#contract/times/times.ts'
import type { listCredit as listCall } from '#features/credit/credit.contract.ts'
import type { CreditReason } from '#features/credit/credit.rules.ts'
import { lockBalance, readBalance, writeEntry } from '#features/credit/server/credit.service.ts'
import { creditEntries } from '#features/credit/server/credit.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { createLimitCheck } from '#features/payments/server/part-refunds.service.ts'
import { refunds } from '#features/payments/server/payments.tables.ts'
import { returns } from '#features/returns/server/returns.tables.ts'
import { readHomeCurrency, readPriceStyle } from '#features/settings/server/settings.service.ts'
import type { Database } from '#server/database/database.ts'
import { refuse } from '#server/http/refuse.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import type { Shop } from '#server/shop.ts'
import type { StaffCustomer } from '../customers.staff.contract.ts'

/** Reads the changes of a customer's credit, newest first, each with its order and return. */
function readEntries(db: Database, customerId: string, { max, skip = 0 }: { max: number; skip?: number }) {
  return db
    .select({
      entry: creditEntries,
      order: { id: orders.id, number: orders.orderNo },
      back: { id: returns.id, number: returns.returnNo },
    })
    .from(creditEntries)
    .leftJoin(orders, eq(orders.id, creditEntries.orderId))
    .leftJoin(refunds, eq(refunds.id, creditEntries.refundId))
    .leftJoin(returns, eq(returns.id, refunds.returnId))
    .where(eq(creditEntries.customerId, customerId))
    .orderBy(desc(creditEntries.id))
    .limit(max)
    .offset(skip)
}

export async function listCredit(
  { db }: Pick<Shop, 'db'>,
  customerId: string,
  { page, limit }: { page: number; limit: number },
  language: string,
): Promise<Output<typeof listCall>> {
  const rows = await readEntries(db, customerId, { max: limit, skip: (page - 1) * limit })
  const [all] = await db.select({ total: count() }).from(creditEntries).where(eq(creditEntries.customerId, customerId))
  const style = await readPriceStyle(db, await readHomeCurrency(db), language)
  return {
    balance: toWirePrice(await readBalance(db, customerId), style),
    data: rows.map(({ entry: { id, kind, amount, at }, order, back }) => ({
      id,
      kind,
      amount: toWirePrice(amount, style),
      order: order && { id: order.id, order_no: order.number },
      return: back && { id: back.id, return_no: back.number },
      created_at: toWireTime(at),
    })),
    meta: { pagination: toPagination(page, limit, all?.total ?? 0) },
  }
}

export async function readCredit(db: Database, customerId: string, max: number): Promise<StaffCustomer['credit']> {
  const rows = await readEntries(db, customerId, { max })
  return {
    balance: { amount: await readBalance(db, customerId), currency: await readHomeCurrency(db) },
    entries: rows.map(({ entry: { kind, amount, currency, reason, by, at }, order, back }) => ({
      kind,
      amount: { amount, currency },
      order_number: order?.number ?? null,
      return_number: back?.number ?? null,
      reason,
      by,
      at: toStaffTime(at),
    })),
  }
}

type CreditChange = { customerId: string; amount: number; reason: CreditReason }

/**
 * Changes credit by hand. Added credit is limited by the refund limit of the role. Removed credit never makes the
 * balance negative.
 */
export async function changeCredit(
  shop: Pick<Shop, 'db' | 'clock'>,
  actor: Pick<StaffActor, 'name' | 'refundLimit'>,
  { customerId, amount, reason }: CreditChange,
): Promise<void> {
  await createLimitCheck(shop, actor.refundLimit)(amount, await readHomeCurrency(shop.db))
  await shop.db.transaction(async (tx) => {
    const balance = await lockBalance(tx, customerId)
    if (balance + amount < 0) throw refuse('credit_too_little')
    await writeEntry(tx, { customerId, kind: 'by_hand', amount, reason, by: actor.name, at: shop.clock.now() })
  })
}
