import { and, asc, eq, inArray } from 'drizzle-orm'
import { type MailWords, readMailWords } from '#features/settings/server/mail-words.service.ts'
import { readPriceText } from '#features/settings/server/settings.service.ts'
import { orderQueryLink } from '#links/contact.links.ts'
import { orderLink } from '#links/orders.links.ts'
import type { Database } from '#server/database.ts'
import { type MailContent, queueMail, writeMail } from '#server/mail.ts'
import type { Shop } from '#server/shop.ts'
import { soldOutReason } from '../orders.rules.ts'
import type { OrderRow } from './move-order.service.ts'
import { orderLines } from './order-lines.tables.ts'

type Post = Pick<Shop, 'clock' | 'publicUrl'>
type Words = Pick<MailContent, 'subject' | 'paragraphs' | 'facts'>

/** Guests have no order page, but they can look an order up by its number. */
async function post(
  shop: Post,
  tx: Database,
  order: OrderRow,
  kind: string,
  say: (t: MailWords['t']) => Words,
  /** Where the same kind is sent more than once for an order. */
  about = '',
): Promise<void> {
  const { t, ...how } = await readMailWords(tx, order.languageId)
  const button = order.customerId
    ? { label: t('See the order'), href: `${shop.publicUrl}${orderLink(order.id)}` }
    : { label: t('Track the order'), href: `${shop.publicUrl}${orderQueryLink()}` }
  const mail = writeMail({ ...how, ...say(t), to: order.email, button })
  await queueMail(tx, shop.clock, {
    ...mail,
    kind,
    customerId: order.customerId,
    dedupeKey: `${kind}:${order.id}${about && `:${about}`}`,
  })
}

export async function queuePaidMail(shop: Post, tx: Database, order: OrderRow): Promise<void> {
  const total = await readPriceText(tx, order.totalAmount, order.currency)
  await post(shop, tx, order, 'order-paid', (t) => ({
    subject: t('Thank you for your order {order}', { order: order.orderNo }),
    paragraphs: [t('Your payment has arrived. We are getting your order ready and write again when it is on its way.')],
    facts: [
      [t('Order No.'), order.orderNo],
      [t('Total'), total],
      [t('Payment'), order.paymentMethod ?? ''],
      [t('Shipping method'), t(order.shippingMethod)],
    ],
  }))
}

type Parcel = { carrier: string; trackingNo: string }

export async function queueShippedMail(shop: Post, tx: Database, order: OrderRow, parcels: Parcel[]): Promise<void> {
  await post(shop, tx, order, 'order-shipped', (t) => ({
    subject: t('Your order {order} is on its way', { order: order.orderNo }),
    paragraphs: [
      parcels.length > 1
        ? t('It travels in {count} parcels, which may arrive on different days.', { count: parcels.length })
        : t('The parcel has been handed to the carrier. Its first scan may take a day.'),
    ],
    facts: [
      [t('Order No.'), order.orderNo],
      ...parcels.map(({ carrier, trackingNo }): [string, string] => [carrier, trackingNo]),
    ],
  }))
}

export async function queueCancelledMail(
  shop: Post,
  tx: Database,
  order: OrderRow,
  refundAmount: number,
): Promise<void> {
  const refund = await readPriceText(tx, refundAmount, order.currency)
  await post(shop, tx, order, 'order-cancelled', (t) => ({
    subject: t('Your order {order} was cancelled', { order: order.orderNo }),
    paragraphs: [
      refundAmount > 0
        ? t(
            'We are sorry that we could not send this order. What you paid is on its way back to you, by the way you paid it; this can take a few days.',
          )
        : t('We are sorry that we could not send this order. There was nothing to pay, so nothing was charged.'),
    ],
    facts: [
      [t('Order No.'), order.orderNo],
      [t('Refund'), refund],
      ...(order.cancelReason ? [[t('Reason'), explainReason(order.cancelReason, t)] as [string, string]] : []),
    ],
  }))
}

/** What is told of some lines: those that were taken out, or that money went back for. */
type SomeLines = { lineIds: string[]; refundAmount: number; reason: string }

async function listFacts(
  tx: Database,
  order: OrderRow,
  { lineIds, refundAmount, reason }: SomeLines,
): Promise<(t: MailWords['t']) => [string, string][]> {
  const refund = await readPriceText(tx, refundAmount, order.currency)
  const lines = await tx
    .select({ name: orderLines.name })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, order.id), inArray(orderLines.id, lineIds)))
    .orderBy(asc(orderLines.position))
  return (t) => [
    [t('Order No.'), order.orderNo],
    ...(lines.length > 0 ? [[t('Items'), lines.map(({ name }) => name).join(', ')] as [string, string]] : []),
    [t('Refund'), refund],
    ...(reason ? [[t('Reason'), reason] as [string, string]] : []),
  ]
}

export async function queueLinesCancelledMail(
  shop: Post,
  tx: Database,
  order: OrderRow,
  lines: SomeLines,
): Promise<void> {
  const facts = await listFacts(tx, order, lines)
  const say = (t: MailWords['t']) => ({
    subject: t('Some items of your order {order} were cancelled', { order: order.orderNo }),
    paragraphs: [
      lines.refundAmount > 0
        ? t(
            'We are sorry that we could not send these items. What you paid for them is on its way back to you, by the way you paid it; this can take a few days. The rest of your order stays as it is.',
          )
        : t(
            'We are sorry that we could not send these items. There was nothing to pay for them. The rest of your order stays as it is.',
          ),
    ],
    facts: facts(t),
  })
  await post(shop, tx, order, 'order-lines-cancelled', say, lines.lineIds[0])
}

/** Staff paid a part of an order back; the refund's id tells one from the next. */
export async function queuePartRefundMail(
  shop: Post,
  tx: Database,
  order: OrderRow,
  { refundId, ...lines }: SomeLines & { refundId: string },
): Promise<void> {
  const facts = await listFacts(tx, order, lines)
  const say = (t: MailWords['t']) => ({
    subject: t('A refund for your order {order}', { order: order.orderNo }),
    paragraphs: [
      t('A part of what you paid is on its way back to you, by the way you paid it; this can take a few days.'),
    ],
    facts: facts(t),
  })
  await post(shop, tx, order, 'order-part-refund', say, refundId)
}

/** What staff write stays as they wrote it. */
function explainReason(reason: string, t: MailWords['t']): string {
  return reason === soldOutReason ? t('Sold out before it was paid') : reason
}
