import { desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { type StaffOutput, type StaffPage, type StaffParsed, toStaffTime } from '#contract/calls/staff-call.ts'
import { normalizeOrderNo } from '#features/orders/orders.rules.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { readSetting } from '#features/settings/server/settings.service.ts'
import type { Database } from '#server/database/database.ts'
import { toPage } from '#server/http/cursors.ts'
import { cursorOf, findPage } from '#server/http/list-page.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import type { getDocument, listDocuments as listCall, StaffDocument } from '../documents.staff.contract.ts'
import { documents } from './documents.tables.ts'
import { type FoundDocument, findDocument, readDocumentsOf } from './read-documents.service.ts'

/** Returns the id of an order for a filter. An unknown order is a wrong value of the filter. */
async function findOrderId(db: Database, no: string): Promise<string> {
  const [found] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(or(eq(orders.orderNo, normalizeOrderNo(no)), eq(orders.id, no)))
  if (!found) throw refuseFields({ order: [`There is no order ${no}.`] })
  return found.id
}

export async function listDocuments(
  shop: Shop,
  { limit, after, order, kind, from, until }: StaffParsed<typeof listCall>,
): Promise<StaffPage<StaffDocument>> {
  const { db } = shop
  const orderId = order === undefined ? null : await findOrderId(db, order)
  if (orderId) await readDocumentsOf(shop, orderId)
  const timeZone = await readSetting(db, 'time_zone')
  const startOf = (day: string, days: number) =>
    sql`((${day}::date + ${days}::int)::timestamp at time zone ${timeZone})`
  const page = await findPage(db, {
    table: documents,
    at: documents.issuedAt,
    id: documents.id,
    isDescending: true,
    isFew: orderId !== null,
    limit,
    after,
    conditions: [
      orderId ? eq(documents.orderId, orderId) : undefined,
      kind && eq(documents.kind, kind),
      from ? sql`${documents.issuedAt} >= ${startOf(from, 0)}` : undefined,
      until ? sql`${documents.issuedAt} < ${startOf(until, 1)}` : undefined,
    ],
  })
  const ids = page.rows.map(({ id }) => id)
  const shown = new Map((await showDocuments(db, inArray(documents.id, ids))).map((one) => [one.id, one]))
  const rows = page.rows.flatMap((row) => {
    const document = shown.get(row.id)
    return document ? [{ ...row, document }] : []
  })
  return toPage(rows, { limit, total: page.total, cursorOf, show: ({ document }) => document })
}

async function showDocuments(db: Database, which: SQL): Promise<StaffDocument[]> {
  const rows = await db
    .select({ document: documents, orderNo: orders.orderNo })
    .from(documents)
    .innerJoin(orders, eq(orders.id, documents.orderId))
    .where(which)
    .orderBy(desc(documents.issuedAt), desc(documents.id))
  return rows.map(toStaffDocument)
}

function toStaffDocument({ document, orderNo }: Pick<FoundDocument, 'document' | 'orderNo'>): StaffDocument {
  const money = (amount: number) => ({ amount, currency: document.currency })
  return {
    id: document.id,
    kind: document.kind,
    number: document.number,
    order: { id: document.orderId, number: orderNo },
    refund_id: document.refundId,
    issued_at: toStaffTime(document.issuedAt),
    net: money(document.netAmount),
    tax: money(document.taxAmount),
    gross: money(document.grossAmount),
  }
}

export async function readDocument(shop: Shop, id: string): Promise<StaffOutput<typeof getDocument>> {
  const found = await findStaffDocument(shop, id)
  return { ...toStaffDocument(found), content: found.document.snapshot }
}

export async function findStaffDocument(shop: Shop, id: string): Promise<FoundDocument> {
  const found = await findDocument(shop, id)
  if (!found) throw refuse('not_found')
  return found
}
