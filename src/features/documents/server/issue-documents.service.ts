import { and, asc, eq, inArray, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { issuesDocuments } from '#features/orders/server/queries/document-links.service.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { processInBatches } from '#server/jobs/process-in-batches.ts'
import type { Shop } from '#server/shop.ts'
import type { DocumentSnapshot } from '../document-snapshot.rules.ts'
import { documentSnapshot } from '../document-snapshot.rules.ts'
import { listWrongSums } from '../document-sums.rules.ts'
import { buildCreditNote, buildInvoice, type DocumentDraft } from './build-snapshot.service.ts'
import { documentSeries, documents, documentTasks } from './documents.tables.ts'

type IssuingShop = Pick<Shop, 'db' | 'clock' | 'publicUrl'>
type Task = typeof documentTasks.$inferSelect

const invoiceTasks = alias(documentTasks, 'invoice_tasks')

/** A credit note names its invoice, so the credit note waits until the invoice is issued. */
const isReadyToIssue = (db: Database) =>
  or(
    eq(documentTasks.kind, 'invoice'),
    notExists(
      db
        .select({ id: invoiceTasks.id })
        .from(invoiceTasks)
        .where(and(eq(invoiceTasks.orderId, documentTasks.orderId), eq(invoiceTasks.kind, 'invoice'))),
    ),
  )

/**
 * Issues the documents of paid orders and settled refunds. The tasks wait as long as the name or the country of the seller is
 * missing.
 */
export async function issueDocuments(shop: Shop): Promise<number> {
  const { db } = shop
  return processInBatches(shop, 'issueDocuments', {
    find: async (isReady, maxRows) =>
      (await issuesDocuments(db))
        ? db
            .select({ id: documentTasks.id })
            .from(documentTasks)
            .where(and(isReadyToIssue(db), isReady(documentTasks.id)))
            .orderBy(asc(documentTasks.createdAt), asc(documentTasks.id))
            .limit(maxRows)
        : [],
    work: ({ id }) => issueTask(shop, id),
  })
}

/** Issues the due documents of one order at once, so that its page shows them without waiting for the timer. */
export async function issueDocumentsOf(shop: IssuingShop, orderId: string): Promise<void> {
  const { db } = shop
  // A due invoice is issued before the credit notes that refer to the invoice.
  const tasks = await db
    .select({ id: documentTasks.id })
    .from(documentTasks)
    .where(eq(documentTasks.orderId, orderId))
    .orderBy(sql`${documentTasks.kind} = 'credit_note'`, asc(documentTasks.createdAt), asc(documentTasks.id))
  if (tasks.length === 0 || !(await issuesDocuments(db))) return
  for (const { id } of tasks) await issueTask(shop, id)
}

/** Issues one document. Returns false if another process has issued the document, or if the task still has to wait. */
async function issueTask(shop: IssuingShop, id: string): Promise<boolean> {
  return shop.db.transaction(async (tx) => {
    // The lock makes a concurrent process wait, which then finds no task.
    const [task] = await tx.select().from(documentTasks).where(eq(documentTasks.id, id)).for('update')
    if (!task) return false
    const invoice = await findInvoice(tx, task.orderId)
    if (task.kind === 'credit_note' && !invoice) {
      const isInvoiceDue = (await tx.$count(documentTasks, isInvoiceTask(task.orderId))) > 0
      if (isInvoiceDue) return false
      // A refund of an order without an invoice, for example an imported order, gets no credit note.
      await tx.delete(documentTasks).where(eq(documentTasks.id, id))
      return true
    }
    const draft = await buildDraft({ ...shop, db: tx }, task, invoice)
    if (draft) await insertDocument(tx, shop.clock.now(), task, draft)
    await tx.delete(documentTasks).where(eq(documentTasks.id, id))
    return true
  })
}

const isInvoiceTask = (orderId: string) => and(eq(documentTasks.orderId, orderId), eq(documentTasks.kind, 'invoice'))

type DocumentRow = typeof documents.$inferSelect

async function findInvoice(tx: Database, orderId: string): Promise<DocumentRow | undefined> {
  const [found] = await tx
    .select()
    .from(documents)
    .where(and(eq(documents.orderId, orderId), eq(documents.kind, 'invoice')))
  return found
}

/** Returns the draft, or null if the document exists already. */
async function buildDraft(shop: IssuingShop, task: Task, invoice: DocumentRow | undefined) {
  if (task.kind === 'invoice') return invoice ? null : buildInvoice(shop, task.orderId)
  if (!invoice) return null
  const exists = await shop.db.$count(documents, eq(documents.refundId, task.id))
  if (exists > 0) return null
  const notes = await shop.db
    .select()
    .from(documents)
    .where(and(eq(documents.orderId, task.orderId), inArray(documents.kind, ['credit_note'])))
  return buildCreditNote(shop, { refundId: task.id, orderId: task.orderId, invoice, notes })
}

async function insertDocument(
  tx: Database,
  now: Date,
  task: Task,
  { snapshot: draft, customerId, year }: DocumentDraft,
): Promise<void> {
  const series = draft.kind === 'invoice' ? `${year}-` : `C${year}-`
  // Checks the draft before the number is taken, so that other processes wait for the number only briefly.
  checkSnapshot({ ...draft, series, number: `${series}000000` })
  const number = await takeNumber(tx, series)
  const snapshot: DocumentSnapshot = { ...draft, series, number }
  const { net, tax, total } = snapshot.totals
  await tx.insert(documents).values({
    ...{ id: newId(), kind: task.kind, series, number, orderId: task.orderId, customerId },
    refundId: task.kind === 'credit_note' ? task.id : null,
    ...{
      issuedAt: now,
      currency: snapshot.currency.code,
      netAmount: net,
      taxAmount: tax,
      grossAmount: total,
      snapshot,
    },
  })
}

/** Throws if the snapshot is incomplete or if its sums do not agree. A wrong document is never issued. */
function checkSnapshot(snapshot: DocumentSnapshot): void {
  const wrong = listWrongSums(documentSnapshot.parse(snapshot))
  if (wrong.length > 0) throw new Error(`The sums of a document do not agree: ${wrong.join(', ')}`)
}

/**
 * Returns the next number of a series. The row of the series stays locked until the transaction ends. A transaction that fails
 * gives its number back, so numbers have no gaps.
 */
async function takeNumber(tx: Database, series: string): Promise<string> {
  const [taken] = await tx
    .insert(documentSeries)
    .values({ series, lastNumber: 1 })
    .onConflictDoUpdate({ target: documentSeries.series, set: { lastNumber: sql`${documentSeries.lastNumber} + 1` } })
    .returning()
  return `${series}${String(taken?.lastNumber).padStart(6, '0')}`
}
