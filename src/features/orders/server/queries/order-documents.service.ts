import { type SQL, sql } from 'drizzle-orm'
import type { Order, ShippingAddress } from '#features/orders/orders.contract.ts'
import type { TaxTreatment } from '#features/tax/tax.rules.ts'
import type { Database } from '#server/database/database.ts'

// The values have the same order as in the database function `order_document()`. A migration that changes the function
// must change these types too.

export type DocumentLine = [
  id: string,
  productId: number,
  skuId: number | null,
  skuName: string,
  name: string,
  description: string,
  image: string,
  options: { name: string; valueName: string }[],
  categoryCode: string,
  isReturnable: boolean,
  type: number,
  typeName: 'zero_buy' | 'pre_sale' | null,
  isGift: boolean,
  activityType: number | null,
  activityId: number | null,
  priceAmount: number,
  compareAtAmount: number | null,
  paidAmount: number,
  refundedAmount: number,
  packageId: string | null,
  deliveredMs: number | null,
  /** Missing in documents that are older than this field. The lines of such orders are not canceled. */
  cancelledMs?: number | null,
]

export type DocumentReturn = [
  lineId: string,
  returnId: string,
  status: number,
  shipmentExpiredMs: number | null,
  logisticsMs: number | null,
  firstScanMs: number | null,
]

export type DocumentReview = [productId: number, skuName: string, id: string, rank: number, content: string]

export type OrderDocument = [
  id: string,
  orderNo: string,
  statusId: number,
  invalidStatus: number,
  email: string,
  currency: string,
  totalAmount: number,
  refundedAmount: number,
  paymentMethod: string | null,
  shippingMethod: string,
  gaCounter: number,
  cancelReason: string | null,
  createdMs: number,
  expiresMs: number,
  address: Omit<ShippingAddress, 'country_code'> | null,
  totals: [id: number, code: Order['totals'][number]['code'], title: string, amount: number][],
  refunds: [amount: number, status: Order['refunds'][number]['status'], settledMs: number | null][],
  reviews: DocumentReview[],
  /** Returns of the order, the newest first. */
  returns: DocumentReturn[],
  lines: DocumentLine[],
  /** Number of all lines of the order, including lines that were not requested. */
  lineCount: number,
  /** Null for an untaxed order. Missing in documents that are older than this field, whose orders are untaxed. */
  tax?:
    | [
        treatment: TaxTreatment,
        taxAmount: number,
        addedTaxAmount: number,
        rows: [name: string, rate: number, taxAmount: number][],
      ]
    | null,
]

const given = (name: string) => sql.placeholder(name)

/**
 * Returns the parts of a query that reads the documents of some orders, newest first. `which` is a query for the `id`
 * and `created_at` of the orders. Missing documents, and lines beyond the first page, are built while reading.
 */
export function selectDocuments(which: SQL) {
  const shown = sql`
    select o.id, o.created_at, coalesce(d.document, order_document(o.id, ${given('linesFrom')}, ${given('maxLines')})) as document
    from (${which}) o
    left join order_documents d on d.order_id = o.id and ${given('linesFrom')}::bigint = 0 and ${given('isStorable')}::boolean`
  return {
    shown,
    documents: sql<OrderDocument[]>`(
      select coalesce(json_agg(document::json order by created_at desc, id desc), '[]') from shown)`,
  }
}

/** Lists the products and SKUs of an order's lines. */
export function listSkusOfDocument([, , , , , , , , , , , , , , , , , , , lines]: OrderDocument) {
  return lines.map(([, productId, skuId]) => ({ productId, skuId }))
}

const batchSize = 500

/**
 * Rebuilds all documents in batches, after a migration that emptied the table. A concurrent purchase waits only until
 * the current batch is done.
 */
export async function rebuildOrderDocuments(db: Database): Promise<number> {
  let last = ''
  let written = 0
  for (;;) {
    const { rows } = await db.execute<{ id: string }>(sql`
      select id, write_order_document(id) from (select id from orders where id > ${last} order by id limit ${batchSize}) batch order by id`)
    const end = rows.at(-1)
    if (!end) return written
    last = end.id
    written += rows.length
  }
}
