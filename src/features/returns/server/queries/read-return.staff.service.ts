import { asc, eq } from 'drizzle-orm'
import { toStaffTime } from '#contract/calls/staff-call.ts'
import { readCreditTerms } from '#features/credit/server/credit.service.ts'
import { currentItemStatus } from '#features/orders/line-returns.rules.ts'
import { returnStatus } from '#features/orders/return-statuses.rules.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { findRefundableShipping } from '#features/payments/server/part-refunds.service.ts'
import { listReturnRefunds } from '#features/payments/server/payments.staff.service.ts'
import { readReturnStatus } from '#features/returns/returns.rules.ts'
import type { StaffReturn } from '#features/returns/returns.staff.contract.ts'
import { isPaidOut, listItemMoves, listReturnMoves, toReturnStatusWord } from '#features/returns/returns.staff.rules.ts'
import { readHomeCurrency } from '#features/settings/server/settings.service.ts'
import { languages } from '#features/settings/server/settings.tables.ts'
import type { Database } from '#server/database/database.ts'
import { refuse } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { listArrivalPictures } from '../commands/arrival-pictures.service.ts'
import type { ReturnItemRow, ReturnRow } from '../commands/move-return.service.ts'
import { readNotes } from '../commands/return-notes.service.ts'
import { returnComments, returnEvents, returnImages } from '../returns.tables.ts'
import { customerTotals } from '../totals/customer-totals.tables.ts'
import { readShopAverages } from '../totals/shop-averages.service.ts'
import { formatReasons, readHeads, readReasons } from './return-heads.staff.service.ts'
import { findReturn, listReturnsOfCustomer } from './returns.staff.service.ts'

const toTime = (moment: Date | null): string | null => moment && toStaffTime(moment)

export async function readReturn(shop: Shop, no: string): Promise<StaffReturn> {
  const { db, clock } = shop
  const now = clock.now()
  const { returnRow, items } = await findReturn(db, no)
  const [order] = await db.select().from(orders).where(eq(orders.id, returnRow.orderId))
  if (!order) throw refuse('not_found')
  const money = (amount: number) => ({ amount, currency: returnRow.currency })
  const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, returnRow.orderId))
  const reasons = await readReasons(db)
  const head = (await readHeads(db, [returnRow.id])).get(returnRow.id)
  if (!head) throw refuse('not_found')
  const { windowDays, replyHours, shipDays, editHours } = returnRow.policy
  const refundableShipping = await findRefundableShipping(db, order)
  const pictures = await listArrivalPictures(db, returnRow.returnNo, items)
  const moves = items.map((item) => listItemMoves(item, now, returnRow.policy))
  const hasPostage =
    refundableShipping > 0 && returnRow.refundShippingAt === null && items.some((item) => isPaidOut(item, now))
  return {
    ...head,
    status: toReturnStatusWord(readReturnStatus(items.map((item) => currentItemStatus(item, now)))),
    items: items.map((item, index) => {
      const line = lines.find(({ id }) => id === item.orderLineId)
      return {
        id: item.id,
        line_id: item.orderLineId,
        sku: line?.skuName ?? '',
        name: line?.name ?? '',
        options: (line?.options ?? []).map(({ name, valueName }) => ({ name, value: valueName })),
        image: line?.image ?? '',
        status: toReturnStatusWord(currentItemStatus(item, now)),
        reasons: formatReasons(item, reasons),
        paid: money(line?.paidAmount ?? 0),
        refund: money(item.refundAmount),
        deduction: money(item.deductionAmount),
        refunded: money(item.refundedAmount),
        carrier: item.deliveryCompany,
        tracking_number: item.trackingNumber,
        delivered_at: toTime(line?.deliveredAt ?? null),
        send_by: item.status === returnStatus.approved ? toTime(item.shipmentExpiredAt) : null,
        scanned_at: toTime(item.firstScanAt),
        received_at: toTime(item.receivedAt),
        condition: item.condition,
        condition_note: item.conditionNote,
        restocked: readRestocked(item),
        not_restocked_reason: item.notRestockedReason,
        pictures: pictures.get(item.id) ?? [],
        possible: moves[index] ?? [],
      }
    }),
    images: await listImages(db, returnRow),
    policy: { window_days: windowDays, reply_hours: replyHours, ship_days: shipDays, edit_hours: editHours },
    postage: { left: money(refundableShipping), refunded: money(returnRow.refundShippingAmount) },
    language: await readLanguage(db, order.languageId),
    payment_method: order.paymentMethod,
    as_credit: await readCreditOffer(db, returnRow),
    refunds: (await listReturnRefunds(shop, returnRow)).map((refund) => ({
      id: refund.id,
      item_id: refund.return_item_id,
      status: refund.status,
      amount: refund.amount,
      to: refund.to,
      failure: refund.failure,
      created_at: refund.created_at,
      possible: refund.possible,
    })),
    history: await readHistory(shop, returnRow),
    thread: await readThread(db, returnRow),
    notes: await readNotes(db, returnRow.id),
    events: await readEvents(db, returnRow.id),
    possible: listReturnMoves(moves, hasPostage),
  }
}

function readRestocked({ restockedAt, notRestockedReason }: ReturnItemRow): boolean | null {
  if (restockedAt) return true
  return notRestockedReason === '' ? null : false
}

async function readCreditOffer(
  db: Database,
  { creditBonusPercent: chosen }: ReturnRow,
): Promise<StaffReturn['as_credit']> {
  const { isOffered, bonusPercent } = await readCreditTerms(db)
  return {
    is_offered: isOffered,
    is_chosen: chosen !== null,
    currency: await readHomeCurrency(db),
    bonus_percent: chosen ?? bonusPercent,
  }
}

async function listImages(db: Database, { id, returnNo }: ReturnRow): Promise<StaffReturn['images']> {
  const shown = await db
    .select({ id: returnImages.imageId })
    .from(returnImages)
    .where(eq(returnImages.returnId, id))
    .orderBy(asc(returnImages.position))
  return shown.map((image) => ({ id: image.id, path: `/returns/${returnNo}/images/${image.id}` }))
}

async function readLanguage(db: Database, languageId: number | null): Promise<StaffReturn['language']> {
  if (languageId === null) return null
  const [found] = await db
    .select({ code: languages.code, name: languages.englishName })
    .from(languages)
    .where(eq(languages.id, languageId))
  return found ?? null
}

const latestShown = 10

async function readHistory(shop: Shop, { customerId }: ReturnRow): Promise<StaffReturn['history']> {
  const { db } = shop
  // Guests have no account, so their returns are not counted.
  const [totals] = customerId
    ? await db.select().from(customerTotals).where(eq(customerTotals.customerId, customerId))
    : []
  const latest = customerId ? await listReturnsOfCustomer(db, customerId, latestShown) : []
  return {
    orders: totals?.orders ?? 0,
    items: totals?.deliveredItems ?? 0,
    returns: totals?.returns ?? 0,
    returned_items: totals?.returnedItems ?? 0,
    shop_percent: (await readShopAverages(shop)).returnPercent,
    latest_returns: latest.map(({ number, status, created_at, shown_items, reasons }) => ({
      ...{ number, status, created_at },
      about: [shown_items[0]?.name, reasons.at(-1)?.toLowerCase()].filter(Boolean).join(', '),
    })),
  }
}

async function readThread(db: Database, { id, comment, createdAt }: ReturnRow): Promise<StaffReturn['thread']> {
  const commentRows = await db
    .select()
    .from(returnComments)
    .where(eq(returnComments.returnId, id))
    .orderBy(asc(returnComments.id))
  const first = { at: toStaffTime(createdAt), author: 'shopper' as const, item_id: null, body: comment }
  return [
    ...(comment === '' ? [] : [first]),
    ...commentRows.map(({ at, author, returnItemId, body }) => ({
      at: toStaffTime(at),
      author,
      item_id: returnItemId,
      body,
    })),
  ]
}

async function readEvents(db: Database, returnId: string): Promise<StaffReturn['events']> {
  const events = await db
    .select()
    .from(returnEvents)
    .where(eq(returnEvents.returnId, returnId))
    .orderBy(asc(returnEvents.id))
  return events.map(({ at, command, returnItemId, actor, data: { by }, fromStatus, toStatus }) => ({
    at: toStaffTime(at),
    command,
    item_id: returnItemId,
    actor: { kind: actor, name: typeof by === 'string' ? by : null },
    from: fromStatus === null ? null : toReturnStatusWord(fromStatus),
    to: toReturnStatusWord(toStatus),
  }))
}
