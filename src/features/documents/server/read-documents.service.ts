import { and, asc, eq, or } from 'drizzle-orm'
import { toWireTime } from '#contract/times/times.ts'
import type { OrderDocument } from '#features/orders/orders.contract.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { refunds } from '#features/payments/server/payments.tables.ts'
import { orderQueryLink } from '#links/support.links.ts'
import type { Database } from '#server/database/database.ts'
import { readCachedFile } from '#server/files/cached-files.ts'
import { refuse } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { type DocumentSnapshot, documentSnapshot } from '../document-snapshot.rules.ts'
import { documents } from './documents.tables.ts'
import { issueDocumentsOf } from './issue-documents.service.ts'
import { renderDocument } from './render/render-document.service.ts'

export type DocumentRow = typeof documents.$inferSelect

/** Issues the due documents of an order. A failure is logged, so that it does not hide the rest of the order's page. */
async function issueDue(shop: Shop, orderId: string): Promise<void> {
  try {
    await issueDocumentsOf(shop, orderId)
  } catch (error) {
    shop.log.error('a due document could not be issued', { orderId, error })
  }
}

/** Returns the documents of an order, oldest first. Documents that are due are issued before. */
export async function readDocumentsOf(shop: Shop, orderId: string): Promise<DocumentRow[]> {
  await issueDue(shop, orderId)
  return shop.db
    .select()
    .from(documents)
    .where(eq(documents.orderId, orderId))
    .orderBy(asc(documents.issuedAt), asc(documents.id))
}

/** Lists the documents of an order for its shopper, without links. */
export async function listDocumentsOf(shop: Shop, orderId: string): Promise<OrderDocument[]> {
  const rows = await readDocumentsOf(shop, orderId)
  return rows.map(({ id, kind, number, issuedAt }) => ({
    ...{ id, kind, number },
    date_added: toWireTime(issuedAt),
    link: null,
  }))
}

/** Returns the id of an order of this customer. Throws for the order of another customer. */
export async function checkOwner(db: Database, orderId: string, customerId: string): Promise<string> {
  const [found] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.customerId, customerId)))
  if (!found) throw refuse('not_found')
  return found.id
}

export type FoundDocument = { document: DocumentRow; customerId: string | null; email: string; orderNo: string }

/** Finds a document by its own id, by the id of the order of an invoice, or by the id of the refund of a credit note. */
export async function findDocument(shop: Shop, id: string): Promise<FoundDocument | null> {
  const { db } = shop
  const find = async () => {
    const isInvoiceOfOrder = and(eq(documents.orderId, id), eq(documents.kind, 'invoice'))
    const [found] = await db
      .select({ document: documents, customerId: orders.customerId, email: orders.email, orderNo: orders.orderNo })
      .from(documents)
      .innerJoin(orders, eq(orders.id, documents.orderId))
      .where(or(eq(documents.id, id), isInvoiceOfOrder, eq(documents.refundId, id)))
    return found ?? null
  }
  const found = await find()
  if (found) return found
  const [refund] = await db.select({ orderId: refunds.orderId }).from(refunds).where(eq(refunds.id, id))
  await issueDue(shop, refund?.orderId ?? id)
  return find()
}

/** Returns the key of the stored PDF. */
export const toFileKey = (documentId: string): string => `documents/${documentId}.pdf`

/** Returns the PDF of a document. It is drawn at the first request and stored. */
export async function readPdf(shop: Pick<Shop, 'files'>, found: FoundDocument): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readCachedFile(shop.files, toFileKey(found.document.id), () => renderDocument(toPrinted(found)))
  return new Uint8Array(bytes)
}

/**
 * Returns the content of a paper. The link of a guest order contains the email address, which is not part of the snapshot, because
 * snapshots never change.
 */
function toPrinted({ document, customerId, email, orderNo }: FoundDocument): DocumentSnapshot {
  const snapshot = documentSnapshot.parse(document.snapshot)
  if (customerId) return snapshot
  const { order } = snapshot
  const link = order.link.replace(orderQueryLink(), orderQueryLink({ email, order_no: orderNo }))
  return { ...snapshot, order: { ...order, link } }
}
