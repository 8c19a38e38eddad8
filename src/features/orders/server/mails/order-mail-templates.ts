import { type CreditedText, writeCreditedText } from '#features/credit/server/credit-mails.ts'
import { soldOutReason } from '#features/orders/orders.rules.ts'
import { example, type MailTemplate, type MailText } from '#features/settings/server/mail-template.ts'
import type { MailWords } from '#features/settings/server/mail-words.service.ts'
import { readHomeCurrency, readPriceFormatter } from '#features/settings/server/settings.service.ts'
import { orderLink } from '#links/orders.links.ts'
import { paymentLink } from '#links/payments.links.ts'

type T = MailWords['t']
/** A label, which is translated, and its value. */
export type MailFact = [label: string, value: string]

export function formatPaidMail(
  t: T,
  about: { orderNo: string; total: string; tax: MailFact[]; payment: string; shippingMethod: string },
): MailText {
  return {
    subject: t('Thank you for your order {order}', { order: about.orderNo }),
    paragraphs: [
      t('We have received your payment and are preparing your order. We will email you when the order ships.'),
    ],
    facts: [
      [t('Order No.'), about.orderNo],
      [t('Total'), about.total],
      ...about.tax.map(([label, value]): MailFact => [t(label), value]),
      [t('Payment'), about.payment],
      [t('Shipping method'), t(about.shippingMethod)],
    ],
  }
}

/** Formats the mail with a payment link. The time is UTC, since a mail does not know the reader's time zone. */
export function formatToPayMail(
  t: T,
  { orderNo, total, expiresAt, href }: { orderNo: string; total: string; expiresAt: Date; href: string },
): MailText {
  const time = `${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return {
    subject: t('Please pay for your order {order}', { order: orderNo }),
    paragraphs: [t('Complete the payment to place this order.'), t('Please pay by {time}', { time })],
    facts: [
      [t('Order No.'), orderNo],
      [t('Total'), total],
    ],
    button: { label: t('PAY NOW'), href },
  }
}

export type Parcel = { carrier: string; trackingNo: string; trackingUrl?: string }

const examplePackage: Parcel = {
  carrier: 'PostNord',
  trackingNo: 'LX123456789SE',
  trackingUrl: 'https://www.postnord.se/en/our-tools/track-and-trace?shipmentId=LX123456789SE',
}

/** Writes the mail about shipped parcels. The link of a single parcel is a button, and several links are facts. */
export function formatShippedMail(t: T, { orderNo, parcels }: { orderNo: string; parcels: Parcel[] }): MailText {
  const [{ trackingUrl: onlyLink } = {}] = parcels.length === 1 ? parcels : []
  const label = t('Open carrier site')
  return {
    subject: t('Your order {order} is on its way', { order: orderNo }),
    paragraphs: [
      parcels.length > 1
        ? t('Your order ships in {count} parcels, which may arrive on different days.', { count: parcels.length })
        : t('The parcel has been handed to the carrier. The first tracking update may take a day.'),
    ],
    facts: [
      [t('Order No.'), orderNo],
      ...parcels.flatMap(({ carrier, trackingNo, trackingUrl }): [string, string][] => [
        [carrier, trackingNo],
        ...(trackingUrl && !onlyLink ? [[label, trackingUrl] satisfies [string, string]] : []),
      ]),
    ],
    ...(onlyLink && { button: { label, href: onlyLink } }),
  }
}

type CancelledMail = { orderNo: string; refund: string; isRefunded: boolean; reason: string | null }

export function formatCancelledMail(t: T, { orderNo, refund, isRefunded, reason }: CancelledMail): MailText {
  return {
    subject: t('Your order {order} was cancelled', { order: orderNo }),
    paragraphs: [
      isRefunded
        ? t(
            'We are sorry that we could not send this order. Your payment is on its way back to your original payment method. This can take a few days.',
          )
        : t('We are sorry that we could not send this order. There was nothing to pay, so nothing was charged.'),
    ],
    facts: [
      [t('Order No.'), orderNo],
      [t('Refund'), refund],
      ...(reason ? [[t('Reason'), formatCancelReason(reason, t)] satisfies [string, string]] : []),
    ],
  }
}

/** Values for a mail about canceled or refunded lines. */
type CancelledLinesMail = CancelledMail & { items: string }

const listFacts = (t: T, { orderNo, items, refund, reason }: CancelledLinesMail): [string, string][] => [
  [t('Order No.'), orderNo],
  ...(items ? [[t('Items'), items] satisfies [string, string]] : []),
  [t('Refund'), refund],
  ...(reason ? [[t('Reason'), reason] satisfies [string, string]] : []),
]

export function formatLinesCancelledMail(t: T, lines: CancelledLinesMail): MailText {
  return {
    subject: t('Some items of your order {order} were cancelled', { order: lines.orderNo }),
    paragraphs: [
      lines.isRefunded
        ? t(
            'We are sorry that we could not send these items. The amount you paid for them is on its way back to your original payment method. This can take a few days. The rest of your order stays as it is.',
          )
        : t(
            'We are sorry that we could not send these items. There was nothing to pay for them. The rest of your order stays as it is.',
          ),
    ],
    facts: listFacts(t, lines),
  }
}

/** Formats the mail about a partial refund. `credited` is the amount that came as store credit. */
export function formatPartRefundMail(
  t: T,
  { credited, ...lines }: CancelledLinesMail & { credited: CreditedText | null },
): MailText {
  const said = credited && writeCreditedText(t, credited)
  return {
    subject: t('A refund for your order {order}', { order: lines.orderNo }),
    paragraphs: said?.paragraphs ?? [
      t('A part of your payment is on its way back to your original payment method. This can take a few days.'),
    ],
    facts: [...listFacts(t, lines), ...(said?.facts ?? [])],
  }
}

export function formatDocumentsMail(t: T, { orderNo }: { orderNo: string }): MailText {
  return {
    subject: t('The invoice for your order {order}', { order: orderNo }),
    paragraphs: [t('The links below open your documents as PDF.')],
    facts: [[t('Order No.'), orderNo]],
  }
}

/** Translates the shop's own reason. A reason that staff typed stays as it is. */
function formatCancelReason(reason: string, t: T): string {
  return reason === soldOutReason ? t('Sold out before it was paid') : reason
}

const { orderNo, items } = example
const exampleExpiry = new Date('2026-05-04T12:00:00Z')

function mailTemplate(
  kind: string,
  [name, when]: [string, string],
  say: (t: T, back: CancelledLinesMail) => MailText,
): MailTemplate {
  return {
    ...{ kind, name, when },
    write: async ({ t, language }, { db, publicUrl }) => {
      const price = await readPriceFormatter(db, await readHomeCurrency(db), language)
      const refund = price(example.amount)
      return {
        button: { label: t('See the order'), href: `${publicUrl}${orderLink('example')}` },
        ...say(t, { orderNo, items, refund, isRefunded: true, reason: null }),
      }
    },
  }
}

export const orderMails: MailTemplate[] = [
  mailTemplate('order-paid', ['Thank you for your order', 'A payment has arrived.'], (t, { refund }) =>
    formatPaidMail(t, { orderNo, total: refund, tax: [], payment: 'Visa 4242', shippingMethod: 'Express' }),
  ),
  mailTemplate(
    'order-to-pay',
    ['Please pay for your order', 'Staff create an order or request its payment.'],
    (t, { refund }) =>
      formatToPayMail(t, {
        orderNo,
        total: refund,
        expiresAt: exampleExpiry,
        href: paymentLink('example', 'ada@example.com'),
      }),
  ),
  mailTemplate('order-shipped', ['Your order is on its way', 'The last parcel of an order is handed over.'], (t) =>
    formatShippedMail(t, { orderNo, parcels: [examplePackage] }),
  ),
  mailTemplate(
    'order-cancelled',
    ['Your order was cancelled', 'Staff cancel an order, or an item has sold out.'],
    (t, back) => formatCancelledMail(t, { ...back, reason: soldOutReason }),
  ),
  mailTemplate(
    'order-lines-cancelled',
    ['Some items were cancelled', 'Staff take items out of a paid order.'],
    formatLinesCancelledMail,
  ),
  mailTemplate('order-documents', ['The invoice for your order', 'Staff email invoice and credit notes again.'], (t) =>
    formatDocumentsMail(t, { orderNo }),
  ),
  mailTemplate('order-part-refund', ['A refund for your order', 'Staff refund a part of an order.'], (t, back) =>
    formatPartRefundMail(t, { ...back, reason: 'The parcel came a week late', credited: null }),
  ),
]
