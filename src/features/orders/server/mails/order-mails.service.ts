import { and, asc, eq, inArray } from 'drizzle-orm'
import type { CreditWorth } from '#features/credit/server/credit.service.ts'
import { readCreditedText } from '#features/credit/server/credit-letters.ts'
import type { LetterWords } from '#features/settings/server/letter.ts'
import { type MailWords, readMailWords } from '#features/settings/server/mail-words.service.ts'
import { readPriceWriter } from '#features/settings/server/settings.service.ts'
import { orderLink } from '#links/orders.links.ts'
import { paymentLink } from '#links/payments.links.ts'
import { orderQueryLink } from '#links/support.links.ts'
import type { Database } from '#server/database/database.ts'
import { queueMail, writeMail } from '#server/mail/mail.ts'
import type { Shop } from '#server/shop.ts'
import type { OrderRow } from '../commands/move-order.service.ts'
import { orderLines } from '../order-lines.tables.ts'
import {
  type Parcel,
  sayCancelled,
  sayLinesCancelled,
  sayPaid,
  sayPartRefund,
  sayShipped,
  sayToPay,
} from './order-letters.ts'

type Post = Pick<Shop, 'clock' | 'publicUrl'>
/** Words of a mail, and amounts in the currency of the order. */
type Words = Pick<MailWords, 't' | 'language'> & { price: (amount: number) => string }

/** Queues a mail with a link to the order page, or for guests to the order lookup. */
async function post(
  shop: Post,
  tx: Database,
  order: OrderRow,
  kind: string,
  say: (words: Words) => LetterWords | Promise<LetterWords>,
  /** Distinguishes mails of the same kind about one order. */
  about = '',
): Promise<void> {
  const { t, ...how } = await readMailWords(tx, order.languageId)
  const price = await readPriceWriter(tx, order.currency, how.language)
  const button = order.customerId
    ? { label: t('See the order'), href: `${shop.publicUrl}${orderLink(order.id)}` }
    : { label: t('Track the order'), href: `${shop.publicUrl}${orderQueryLink()}` }
  const mail = writeMail({ button, ...how, ...(await say({ t, price, language: how.language })), to: order.email })
  await queueMail(tx, shop.clock, {
    ...mail,
    kind,
    customerId: order.customerId,
    dedupeKey: `${kind}:${order.id}${about && `:${about}`}`,
  })
}

export async function queuePaidMail(shop: Post, tx: Database, order: OrderRow): Promise<void> {
  const { orderNo, shippingMethod } = order
  await post(shop, tx, order, 'order-paid', ({ t, price }) =>
    sayPaid(t, {
      ...{ orderNo, shippingMethod, total: price(order.totalAmount) },
      payment: order.paymentMethod ?? '',
    }),
  )
}

/** Queues the mail with a payment link. The link works for its holder, signed in or not. `about` makes the mail unique. */
export async function queueToPayMail(shop: Post, tx: Database, order: OrderRow, about: string): Promise<void> {
  const { orderNo, expiresAt } = order
  const href = `${shop.publicUrl}${paymentLink(order.id, order.email)}`
  await post(
    shop,
    tx,
    order,
    'order-to-pay',
    ({ t, price }) => sayToPay(t, { orderNo, total: price(order.totalAmount), expiresAt, href }),
    about,
  )
}

export async function queueShippedMail(shop: Post, tx: Database, order: OrderRow, parcels: Parcel[]): Promise<void> {
  await post(shop, tx, order, 'order-shipped', ({ t }) => sayShipped(t, { orderNo: order.orderNo, parcels }))
}

export async function queueCancelledMail(
  shop: Post,
  tx: Database,
  order: OrderRow,
  refundAmount: number,
): Promise<void> {
  const told = { orderNo: order.orderNo, isPaidBack: refundAmount > 0, reason: order.cancelReason }
  await post(shop, tx, order, 'order-cancelled', ({ t, price }) =>
    sayCancelled(t, { ...told, refund: price(refundAmount) }),
  )
}

type SomeLines = { lineIds: string[]; refundAmount: number; reason: string }

async function nameLines(tx: Database, order: OrderRow, { lineIds, refundAmount, reason }: SomeLines) {
  const lines = await tx
    .select({ name: orderLines.name })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, order.id), inArray(orderLines.id, lineIds)))
    .orderBy(asc(orderLines.position))
  return {
    orderNo: order.orderNo,
    items: lines.map(({ name }) => name).join(', '),
    isPaidBack: refundAmount > 0,
    reason,
  }
}

export async function queueLinesCancelledMail(
  shop: Post,
  tx: Database,
  order: OrderRow,
  lines: SomeLines,
): Promise<void> {
  const told = await nameLines(tx, order, lines)
  const { refundAmount, lineIds } = lines
  await post(
    shop,
    tx,
    order,
    'order-lines-cancelled',
    ({ t, price }) => sayLinesCancelled(t, { ...told, refund: price(refundAmount) }),
    lineIds[0],
  )
}

/** Queues the mail about a partial refund. The id of the refund makes the mail unique. */
export async function queuePartRefundMail(
  shop: Post,
  tx: Database,
  order: OrderRow,
  { refundId, credited, ...lines }: SomeLines & { refundId: string; credited: CreditWorth | null },
): Promise<void> {
  const told = await nameLines(tx, order, lines)
  const say = async ({ t, price, language }: Words) =>
    sayPartRefund(t, {
      ...told,
      refund: price(lines.refundAmount),
      credited: credited && (await readCreditedText(tx, credited, language)),
    })
  await post(shop, tx, order, 'order-part-refund', say, refundId)
}
