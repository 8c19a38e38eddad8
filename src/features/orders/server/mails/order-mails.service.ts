import { and, asc, eq, inArray } from 'drizzle-orm'
import { msg } from '#contract/text/translate.ts'
import type { CreditAmounts } from '#features/credit/server/credit.service.ts'
import { readCreditedText } from '#features/credit/server/credit-mails.ts'
import { nameIncludedTax, taxNotes } from '#features/orders/order-view.rules.ts'
import type { OrderDocument } from '#features/orders/orders.contract.ts'
import type { MailText } from '#features/settings/server/mail-template.ts'
import { type MailWords, readMailWords } from '#features/settings/server/mail-words.service.ts'
import { readPriceFormatter } from '#features/settings/server/settings.service.ts'
import { orderLink } from '#links/orders.links.ts'
import { paymentLink } from '#links/payments.links.ts'
import { orderQueryLink } from '#links/support.links.ts'
import type { Database } from '#server/database/database.ts'
import { type MailLink, queueMail, writeMail } from '#server/mail/mail.ts'
import type { Shop } from '#server/shop.ts'
import type { OrderRow } from '../commands/move-order.service.ts'
import { orderLines } from '../order-lines.tables.ts'
import { orderTaxes } from '../orders.tables.ts'
import { issuesDocuments, signDocumentLink } from '../queries/document-links.service.ts'
import { groupByRate } from '../queries/wire-tax.service.ts'
import {
  formatCancelledMail,
  formatDocumentsMail,
  formatLinesCancelledMail,
  formatPaidMail,
  formatPartRefundMail,
  formatShippedMail,
  formatToPayMail,
  type MailFact,
  type Parcel,
} from './order-mail-templates.ts'

type MailShop = Pick<Shop, 'clock' | 'publicUrl'>
/** Text functions of a mail, with a formatter for amounts in the currency of the order. */
type MailFormatters = Pick<MailWords, 't' | 'language'> & { price: (amount: number) => string }

/** Returns the link to the document of an order or a refund, or none if the shop issues no documents. */
async function listDocumentLinks(
  shop: MailShop,
  tx: Database,
  { id, label }: { id: string; label: string },
): Promise<MailLink[]> {
  if (!(await issuesDocuments(tx))) return []
  return [{ label, href: shop.publicUrl + (await signDocumentLink({ db: tx, clock: shop.clock }, id)) }]
}

/** Queues a mail with a link to the order page, or for guests to the order lookup. */
async function queueOrderMail(
  shop: MailShop,
  tx: Database,
  order: OrderRow,
  kind: string,
  format: (words: MailFormatters) => MailText | Promise<MailText>,
  /** Part of the key that distinguishes several mails of the same kind about one order. */
  about = '',
): Promise<void> {
  const { t, ...mailOptions } = await readMailWords(tx, order.languageId)
  const price = await readPriceFormatter(tx, order.currency, mailOptions.language)
  const button = order.customerId
    ? { label: t('See the order'), href: `${shop.publicUrl}${orderLink(order.id)}` }
    : { label: t('Track the order'), href: `${shop.publicUrl}${orderQueryLink()}` }
  const mail = writeMail({
    button,
    ...mailOptions,
    ...(await format({ t, price, language: mailOptions.language })),
    to: order.email,
  })
  await queueMail(tx, shop.clock, {
    ...mail,
    kind,
    customerId: order.customerId,
    dedupeKey: `${kind}:${order.id}${about && `:${about}`}`,
  })
}

export async function queuePaidMail(shop: MailShop, tx: Database, order: OrderRow): Promise<void> {
  const { orderNo, shippingMethod } = order
  await queueOrderMail(shop, tx, order, 'order-paid', async ({ t, price, language }) => ({
    ...formatPaidMail(t, {
      ...{ orderNo, shippingMethod, total: price(order.totalAmount) },
      tax: await listTaxFacts(tx, order, { price, language }),
      payment: order.paymentMethod ?? '',
    }),
    // A free order has no invoice.
    links: order.totalAmount > 0 ? await listDocumentLinks(shop, tx, { id: order.id, label: t('Invoice (PDF)') }) : [],
  }))
}

type TaxStyle = { price: (amount: number) => string; language: string }

/** Lists the tax inside the total per rate, as the order page shows it. */
async function listTaxFacts(tx: Database, order: OrderRow, { price, language }: TaxStyle): Promise<MailFact[]> {
  if (order.taxTreatment === 'untaxed') return []
  const note = taxNotes[order.taxTreatment]
  if (note) return [[note, price(order.taxAmount)]]
  if (order.addedTaxAmount > 0) return [[msg('Tax'), price(order.addedTaxAmount)]]
  const rows = await tx
    .select()
    .from(orderTaxes)
    .where(eq(orderTaxes.orderId, order.id))
    .orderBy(asc(orderTaxes.position))
  return groupByRate(rows, language).map(({ name, percent, taxAmount }) => [
    nameIncludedTax(name),
    `${price(taxAmount)} (${percent})`,
  ])
}

/**
 * Queues the mail with a payment link. Anyone with the link can pay, signed in or not. `about` distinguishes this mail
 * from other payment mails of the order.
 */
export async function queueToPayMail(shop: MailShop, tx: Database, order: OrderRow, about: string): Promise<void> {
  const { orderNo, expiresAt } = order
  const href = `${shop.publicUrl}${paymentLink(order.id, order.email)}`
  await queueOrderMail(
    shop,
    tx,
    order,
    'order-to-pay',
    ({ t, price }) => formatToPayMail(t, { orderNo, total: price(order.totalAmount), expiresAt, href }),
    about,
  )
}

export async function queueShippedMail(
  shop: MailShop,
  tx: Database,
  order: OrderRow,
  parcels: Parcel[],
): Promise<void> {
  await queueOrderMail(shop, tx, order, 'order-shipped', ({ t }) =>
    formatShippedMail(t, { orderNo: order.orderNo, parcels }),
  )
}

export async function queueCancelledMail(
  shop: MailShop,
  tx: Database,
  order: OrderRow,
  refundAmount: number,
): Promise<void> {
  const mailData = { orderNo: order.orderNo, isRefunded: refundAmount > 0, reason: order.cancelReason }
  await queueOrderMail(shop, tx, order, 'order-cancelled', ({ t, price }) =>
    formatCancelledMail(t, { ...mailData, refund: price(refundAmount) }),
  )
}

type RefundedLines = { lineIds: string[]; refundAmount: number; reason: string }

async function readLinesOfMail(tx: Database, order: OrderRow, { lineIds, refundAmount, reason }: RefundedLines) {
  const lines = await tx
    .select({ name: orderLines.name })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, order.id), inArray(orderLines.id, lineIds)))
    .orderBy(asc(orderLines.position))
  return {
    orderNo: order.orderNo,
    items: lines.map(({ name }) => name).join(', '),
    isRefunded: refundAmount > 0,
    reason,
  }
}

export async function queueLinesCancelledMail(
  shop: MailShop,
  tx: Database,
  order: OrderRow,
  lines: RefundedLines,
): Promise<void> {
  const mailData = await readLinesOfMail(tx, order, lines)
  const { refundAmount, lineIds } = lines
  await queueOrderMail(
    shop,
    tx,
    order,
    'order-lines-cancelled',
    ({ t, price }) => formatLinesCancelledMail(t, { ...mailData, refund: price(refundAmount) }),
    lineIds[0],
  )
}

/** Queues the mail about a partial refund. The id of the refund ensures that the mail is sent once. */
export async function queuePartRefundMail(
  shop: MailShop,
  tx: Database,
  order: OrderRow,
  { refundId, credited, ...lines }: RefundedLines & { refundId: string; credited: CreditAmounts | null },
): Promise<void> {
  const mailData = await readLinesOfMail(tx, order, lines)
  const format = async ({ t, price, language }: MailFormatters) => ({
    ...formatPartRefundMail(t, {
      ...mailData,
      refund: price(lines.refundAmount),
      credited: credited && (await readCreditedText(tx, credited, language)),
    }),
    links: await listDocumentLinks(shop, tx, { id: refundId, label: t('Credit note (PDF)') }),
  })
  await queueOrderMail(shop, tx, order, 'order-part-refund', format, refundId)
}

type MailedDocument = Pick<OrderDocument, 'id' | 'kind' | 'number'>

/** Queues the mail with the links to the documents of an order. `about` makes the mail unique. */
export async function queueDocumentsMail(
  shop: MailShop,
  tx: Database,
  order: OrderRow,
  { documents, about }: { documents: MailedDocument[]; about: string },
): Promise<void> {
  const key = { db: tx, clock: shop.clock }
  const format = async ({ t }: MailFormatters) => ({
    ...formatDocumentsMail(t, { orderNo: order.orderNo }),
    links: await Promise.all(
      documents.map(async ({ id, kind, number }) => ({
        label: `${kind === 'invoice' ? t('Invoice (PDF)') : t('Credit note (PDF)')} ${number}`,
        href: shop.publicUrl + (await signDocumentLink(key, id)),
      })),
    ),
  })
  await queueOrderMail(shop, tx, order, 'order-documents', format, about)
}
