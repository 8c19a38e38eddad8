import { asc, inArray } from 'drizzle-orm'
import type { CreditAmounts } from '#features/credit/server/credit.service.ts'
import { readCreditedText, writeCreditedText } from '#features/credit/server/credit-mails.ts'
import type { OrderRow } from '#features/orders/server/commands/move-order.service.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { createOrderLink } from '#features/orders/server/queries/order-links.service.ts'
import { formatClosingNote, returnPolicy } from '#features/returns/returns.rules.ts'
import { example, type MailTemplate, type MailText } from '#features/settings/server/mail-template.ts'
import { type MailWords, readMailWords } from '#features/settings/server/mail-words.service.ts'
import { readHomeCurrency, readPriceFormatter, readReturnAddress } from '#features/settings/server/settings.service.ts'
import { guestOrderLink } from '#links/orders.links.ts'
import { returnLink } from '#links/returns.links.ts'
import type { Database } from '#server/database/database.ts'
import { queueMail, writeMail } from '#server/mail/mail.ts'
import type { Shop } from '#server/shop.ts'
import type { returns } from '../returns.tables.ts'

type ReturnRow = typeof returns.$inferSelect

/** Content of a mail to the shopper. `text` is a text by staff. */
export type SingleNews =
  /** A return that staff requested for the shopper. */
  | { kind: 'started'; lineIds: string[] }
  | { kind: 'approved'; shipDays: number; lineIds: string[] }
  | { kind: 'keep-it'; amount: number; isCredit: boolean; lineIds: string[] }
  | { kind: 'rejected'; text: string; lineIds: string[] }
  | { kind: 'closed'; text: string }
  /** The refund to the original payment, and the amount of store credit. */
  | { kind: 'refunded'; amount: number; credited: CreditAmounts | null }
  | { kind: 'refund-failed'; text: string }
/** Content of one mail. Several decisions of one request share one mail. */
export type ReturnNews = SingleNews | { kind: 'decided'; parts: SingleNews[] }

/** Queues the mail in the transaction of the move, so that both succeed or fail together. */
export async function queueReturnMail(
  shop: Pick<Shop, 'clock' | 'publicUrl'>,
  tx: Database,
  about: { order: OrderRow; returnRow: ReturnRow; news: ReturnNews },
): Promise<void> {
  const { order, returnRow, news } = about
  const { t, ...mailOptions } = await readMailWords(tx, order.languageId)
  const returnFacts = { ...returnRow, orderNo: order.orderNo, formatItems: (ids: string[]) => formatLineNames(tx, ids) }
  const words = await formatReturnMail(tx, { t, language: mailOptions.language }, returnFacts, news)
  const button = { label: t('See the return'), href: shop.publicUrl + (await findReturnPath(shop, tx, about)) }
  const mail = writeMail({ ...mailOptions, ...words, to: order.email, button })
  await queueMail(tx, shop.clock, { ...mail, kind: `return-${news.kind}`, customerId: returnRow.customerId })
}

/** Returns the path of the return. A guest gets an access link, which is only mailed to the address of the order. */
async function findReturnPath(
  shop: Pick<Shop, 'clock'>,
  tx: Database,
  { order, returnRow }: { order: OrderRow; returnRow: ReturnRow },
): Promise<string> {
  if (order.customerId) return returnLink(returnRow.id)
  return guestOrderLink({ token: await createOrderLink(tx, shop, order.id), return: returnRow.id })
}

type ReturnMailFacts = {
  returnNo: string
  orderNo: string
  currency: string
  formatItems: (lineIds: string[]) => Promise<string>
}

type Translation = Pick<MailWords, 't' | 'language'>

async function formatReturnMail(
  db: Database,
  translation: Translation,
  about: ReturnMailFacts,
  news: ReturnNews,
): Promise<MailText> {
  const { t } = translation
  const { facts = [], ...words } = await formatNews(db, translation, about, news)
  return { ...words, facts: [[t('Return No.'), about.returnNo], [t('Order No.'), about.orderNo], ...facts] }
}

/**
 * Lists the items to send and the return address. The items are listed because staff may have approved only some of
 * them.
 */
async function listShippingFacts(tx: Database, t: MailWords['t'], items: string): Promise<[string, string][]> {
  const address = await readReturnAddress(tx)
  const facts: [string, string][] = [[t('Items'), items]]
  return address ? [...facts, [t('Send it to'), address.split('\n').join(', ')]] : facts
}

async function formatLineNames(tx: Database, lineIds: string[]): Promise<string> {
  const lines = await tx
    .select({ name: orderLines.name })
    .from(orderLines)
    .where(inArray(orderLines.id, lineIds))
    .orderBy(asc(orderLines.position))
  return lines.map(({ name }) => name).join(', ')
}

/** Formats several decisions as one text, with each decision below the names of its items. */
async function formatDecisions(
  tx: Database,
  translation: Translation,
  about: ReturnMailFacts,
  parts: SingleNews[],
): Promise<MailText> {
  const { t } = translation
  const paragraphs: string[] = []
  const facts: [string, string][] = []
  for (const part of parts) {
    const words = await formatNews(tx, translation, about, part)
    if ('lineIds' in part) paragraphs.push(await about.formatItems(part.lineIds))
    paragraphs.push(...words.paragraphs)
    facts.push(...(words.facts ?? []))
  }
  return { subject: t('About your return {no}', { no: about.returnNo }), paragraphs, facts }
}

async function formatNews(
  tx: Database,
  translation: Translation,
  about: ReturnMailFacts,
  news: ReturnNews,
): Promise<MailText> {
  const { t, language } = translation
  const price = await readPriceFormatter(tx, about.currency, language)
  const no = about.returnNo
  switch (news.kind) {
    case 'decided':
      return formatDecisions(tx, translation, about, news.parts)
    case 'started':
      return {
        subject: t('Return {no} was requested for you', { no }),
        paragraphs: [
          t('Our team has requested this return for you.'),
          t('We reply within {hours} hours by email.', { hours: returnPolicy.replyHours }),
        ],
        facts: [[t('Items'), await about.formatItems(news.lineIds)]],
      }
    case 'approved':
      return {
        subject: t('Please send your return {no}', { no }),
        paragraphs: [
          t(
            'We have approved your return. Please send the items to us and enter the delivery company and the tracking number on the return page.',
          ),
          t('You have {days} days to do this. If we have no tracking number by then, the return is closed.', {
            days: news.shipDays,
          }),
        ],
        facts: await listShippingFacts(tx, t, await about.formatItems(news.lineIds)),
      }
    case 'keep-it':
      return {
        subject: t('We are refunding your return {no}', { no }),
        paragraphs: [
          news.isCredit
            ? t('You can keep the items. You get the amount you paid for them as store credit.')
            : t('You can keep the items. The amount you paid for them is on its way back to you.'),
        ],
        facts: [[t('Refund'), price(news.amount)]],
      }
    case 'rejected':
      return {
        subject: t('About your return {no}', { no }),
        paragraphs: [t('We are sorry that we cannot take these items back.'), news.text],
      }
    case 'closed':
      return {
        subject: t('Your return {no} was closed', { no }),
        paragraphs: [t(news.text), t('You can ask for a new return within the return window of your order.')],
      }
    case 'refunded': {
      const credited = news.credited && writeCreditedText(t, await readCreditedText(tx, news.credited, language))
      const isToPaymentMethod = news.amount > 0 || credited === null
      return {
        subject: t('Your refund for {no}', { no }),
        paragraphs: [
          ...(isToPaymentMethod ? [t('The refund is complete. It can take a few days until your bank shows it.')] : []),
          ...(credited?.paragraphs ?? []),
        ],
        facts: [
          ...(isToPaymentMethod ? [[t('Refund'), price(news.amount)] satisfies [string, string]] : []),
          ...(credited?.facts ?? []),
        ],
      }
    }
    case 'refund-failed':
      return {
        subject: t('The refund for {no} did not go through', { no }),
        paragraphs: [
          news.text,
          t(
            'We will try again and write to you as soon as the refund has gone through. You do not need to do anything.',
          ),
        ],
      }
  }
}

const amount = example.amount

function mailTemplate(name: string, when: string, news: ReturnNews): MailTemplate {
  return {
    ...{ kind: `return-${news.kind}`, name, when },
    write: async ({ t, language }, { db, publicUrl }) => ({
      ...(await formatReturnMail(
        db,
        { t, language },
        { ...example, currency: await readHomeCurrency(db), formatItems: async () => example.items },
        news,
      )),
      button: { label: t('See the return'), href: `${publicUrl}${returnLink('example')}` },
    }),
  }
}

export const returnMails: MailTemplate[] = [
  mailTemplate('A return was requested for you', 'Staff request a return for a shopper.', {
    kind: 'started',
    lineIds: [],
  }),
  mailTemplate('Please send your return', 'Staff approve a return.', {
    ...{ kind: 'approved', shipDays: returnPolicy.shipDays, lineIds: [] },
  }),
  mailTemplate('Keep the items, we refund you', 'A shopper may keep the items.', {
    kind: 'keep-it',
    amount,
    isCredit: false,
    lineIds: [],
  }),
  mailTemplate('We cannot take these items back', 'Staff reject a return. The mail contains their reason.', {
    ...{ kind: 'rejected', text: 'The tag is cut off, and the lining shows wear.', lineIds: [] },
  }),
  mailTemplate('Several decisions', 'Items of one return are decided differently within the hour.', {
    kind: 'decided',
    parts: [
      { kind: 'approved', shipDays: returnPolicy.shipDays, lineIds: [] },
      { kind: 'keep-it', amount, isCredit: false, lineIds: [] },
    ],
  }),
  mailTemplate('Your return was closed', 'The shopper entered no tracking number in time.', {
    kind: 'closed',
    text: formatClosingNote(returnPolicy.shipDays),
  }),
  mailTemplate('Your refund', 'The refund of a return has been sent.', {
    ...{ kind: 'refunded', amount, credited: null },
  }),
  mailTemplate('The refund did not go through', 'The provider refused the refund of a return.', {
    ...{ kind: 'refund-failed', text: 'The card was closed.' },
  }),
]
