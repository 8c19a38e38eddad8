import { and, eq } from 'drizzle-orm'
import { checkNotErased } from '#features/orders/server/commands/erase-orders.service.ts'
import type { OrderRow } from '#features/orders/server/commands/move-order.service.ts'
import { queueDocumentsMail } from '#features/orders/server/mails/order-mails.service.ts'
import { orderEvents } from '#features/orders/server/orders.tables.ts'
import { refuse } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { readDocumentsOf } from './read-documents.service.ts'

/** 20: more mails about one order than any customer asks for. */
export const maxDocumentMails = 20

/** Mails the customer the links to the documents of an order. The history of the order names the member. */
export async function emailDocuments(shop: Shop & { by: string }, order: OrderRow): Promise<void> {
  checkNotErased(order)
  const documents = await readDocumentsOf(shop, order.id)
  if (documents.length === 0) throw refuse('no_documents')
  await shop.db.transaction(async (tx) => {
    const isMailed = and(eq(orderEvents.orderId, order.id), eq(orderEvents.command, 'emailDocuments'))
    const sent = await tx.$count(orderEvents, isMailed)
    if (sent >= maxDocumentMails) {
      throw refuse('too_many_there', { message: `These documents were mailed ${maxDocumentMails} times already.` })
    }
    await tx.insert(orderEvents).values({
      ...{ orderId: order.id, customerId: order.customerId, command: 'emailDocuments' },
      ...{ fromStatus: order.statusId, toStatus: order.statusId, actor: 'staff', data: { by: shop.by } },
      at: shop.clock.now(),
    })
    await queueDocumentsMail(shop, tx, order, { documents, about: String(sent + 1) })
  })
}
