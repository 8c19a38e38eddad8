import { eq } from 'drizzle-orm'
import { showPrice, toWirePrice } from '#contract/money.ts'
import { readSetting } from '#features/settings/server/settings.service.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'
import type { Database } from '#server/database.ts'
import { type Letter, queueMail, writeMail } from '#server/mail.ts'
import type { Shop } from '#server/shop.ts'
import type { OrderRow } from './move-order.service.ts'

type Post = Pick<Shop, 'clock' | 'publicUrl'>
type Words = Omit<Letter, 'to' | 'button'>

/** Money as the order's own currency writes it. */
async function readPrice(tx: Database, amount: number, currency: string): Promise<string> {
  const [style] = await tx
    .select({
      code: currencies.code,
      symbol_left: currencies.symbolLeft,
      symbol_right: currencies.symbolRight,
      decimals: currencies.decimals,
    })
    .from(currencies)
    .where(eq(currencies.code, currency))
  return style ? showPrice(toWirePrice(amount, style)) : currency
}

/** Guests have no order page, but they can look an order up by its number. */
async function post(shop: Post, tx: Database, order: OrderRow, kind: string, words: Words): Promise<void> {
  const siteName = await readSetting(tx, 'site_name')
  const button = order.customerId
    ? { label: 'See the order', href: `${shop.publicUrl}/account/order/${order.id}` }
    : { label: 'Track the order', href: `${shop.publicUrl}/order-query` }
  const mail = writeMail(siteName, { ...words, to: order.email, button })
  await queueMail(tx, shop.clock, {
    ...mail,
    kind,
    customerId: order.customerId,
    dedupeKey: `${kind}:${order.id}`,
  })
}

export async function writePaidLetter(shop: Post, tx: Database, order: OrderRow): Promise<void> {
  await post(shop, tx, order, 'order-paid', {
    subject: `Thank you for your order ${order.orderNo}`,
    paragraphs: ['Your payment has arrived. We are getting your order ready and write again when it is on its way.'],
    facts: [
      ['Order No.', order.orderNo],
      ['Total', await readPrice(tx, order.totalAmount, order.currency)],
      ['Payment', order.paymentMethod ?? ''],
      ['Shipping method', order.shippingMethod],
    ],
  })
}

type Parcel = { carrier: string; trackingNo: string }

export async function writeShippedLetter(shop: Post, tx: Database, order: OrderRow, parcels: Parcel[]): Promise<void> {
  await post(shop, tx, order, 'order-shipped', {
    subject: `Your order ${order.orderNo} is on its way`,
    paragraphs: [
      parcels.length > 1
        ? `It travels in ${parcels.length} parcels, which may arrive on different days.`
        : 'The parcel has been handed to the carrier. Its first scan may take a day.',
    ],
    facts: [
      ['Order No.', order.orderNo],
      ...parcels.map(({ carrier, trackingNo }): [string, string] => [carrier, trackingNo]),
    ],
  })
}

export async function writeCancelledLetter(
  shop: Post,
  tx: Database,
  order: OrderRow,
  refundAmount: number,
): Promise<void> {
  await post(shop, tx, order, 'order-cancelled', {
    subject: `Your order ${order.orderNo} was cancelled`,
    paragraphs: [
      'We are sorry that we could not send this order. What you paid is on its way back to you, by the way you paid it; this can take a few days.',
    ],
    facts: [
      ['Order No.', order.orderNo],
      ['Refund', await readPrice(tx, refundAmount, order.currency)],
      ...(order.cancelReason ? [['Reason', order.cancelReason] as [string, string]] : []),
    ],
  })
}
