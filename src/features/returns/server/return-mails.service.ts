import { asc, inArray } from 'drizzle-orm'
import type { OrderRow } from '#features/orders/server/move-order.service.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { type MailWords, readMailWords } from '#features/settings/server/mail-words.service.ts'
import { readPriceText, readSetting } from '#features/settings/server/settings.service.ts'
import { returnLink } from '#links/returns.links.ts'
import type { Database } from '#server/database.ts'
import { type MailContent, queueMail, writeMail } from '#server/mail.ts'
import type { Shop } from '#server/shop.ts'
import type { returns } from './returns.tables.ts'

type ReturnRow = typeof returns.$inferSelect
type Words = Pick<MailContent, 'subject' | 'paragraphs' | 'facts'>

/** What the shopper is told by mail; `text` is what staff wrote. */
export type SingleNews =
  | { kind: 'approved'; shipDays: number; lineIds: string[] }
  | { kind: 'keep-it'; amount: number; lineIds: string[] }
  | { kind: 'rejected'; text: string; lineIds: string[] }
  | { kind: 'closed'; text: string }
  | { kind: 'refunded'; amount: number }
  | { kind: 'refund-failed'; text: string }
/** Several decisions of one hour are one mail. */
export type ReturnNews = SingleNews | { kind: 'decided'; parts: SingleNews[] }

/** Written in the transaction of the move it tells about: none without the other. */
export async function queueReturnMail(
  shop: Pick<Shop, 'clock' | 'publicUrl'>,
  tx: Database,
  about: { order: OrderRow; returnRow: ReturnRow; news: ReturnNews },
): Promise<void> {
  const { order, returnRow, news } = about
  const { t, ...how } = await readMailWords(tx, order.languageId)
  const { facts = [], ...words } = await findWords(tx, t, returnRow, news)
  const mail = writeMail({
    ...how,
    ...words,
    to: order.email,
    facts: [[t('Return No.'), returnRow.returnNo], [t('Order No.'), order.orderNo], ...facts],
    button: { label: t('See the return'), href: `${shop.publicUrl}${returnLink(returnRow.id)}` },
  })
  await queueMail(tx, shop.clock, { ...mail, kind: `return-${news.kind}`, customerId: returnRow.customerId })
}

/** What is to be sent, since staff may have agreed to some of it only, and where to. */
async function listSending(tx: Database, t: MailWords['t'], lineIds: string[]): Promise<[string, string][]> {
  const address = await readSetting(tx, 'return_address')
  const facts: [string, string][] = [[t('Items'), await nameLines(tx, lineIds)]]
  return address ? [...facts, [t('Send it to'), address.split('\n').join(', ')]] : facts
}

async function nameLines(tx: Database, lineIds: string[]): Promise<string> {
  const lines = await tx
    .select({ name: orderLines.name })
    .from(orderLines)
    .where(inArray(orderLines.id, lineIds))
    .orderBy(asc(orderLines.position))
  return lines.map(({ name }) => name).join(', ')
}

/** Each decision under the names of its items. */
async function joinWords(tx: Database, t: MailWords['t'], returnRow: ReturnRow, parts: SingleNews[]): Promise<Words> {
  const paragraphs: string[] = []
  const facts: [string, string][] = []
  for (const part of parts) {
    const words = await findWords(tx, t, returnRow, part)
    if ('lineIds' in part) paragraphs.push(await nameLines(tx, part.lineIds))
    paragraphs.push(...words.paragraphs)
    facts.push(...(words.facts ?? []))
  }
  return { subject: t('About your return {no}', { no: returnRow.returnNo }), paragraphs, facts }
}

async function findWords(tx: Database, t: MailWords['t'], returnRow: ReturnRow, news: ReturnNews): Promise<Words> {
  const no = returnRow.returnNo
  switch (news.kind) {
    case 'decided':
      return joinWords(tx, t, returnRow, news.parts)
    case 'approved':
      return {
        subject: t('Please send your return {no}', { no }),
        paragraphs: [
          t(
            'We have agreed to your return. Please send the items to us and enter the delivery company and the tracking number on the page of the return.',
          ),
          t('You have {days} days for it; without a tracking number by then the return is closed.', {
            days: news.shipDays,
          }),
        ],
        facts: await listSending(tx, t, news.lineIds),
      }
    case 'keep-it':
      return {
        subject: t('We refund your return {no}', { no }),
        paragraphs: [t('You can keep the items. What you paid for them is on its way back to you.')],
        facts: [[t('Refund'), await readPriceText(tx, news.amount, returnRow.currency)]],
      }
    case 'rejected':
      return {
        subject: t('About your return {no}', { no }),
        paragraphs: [t('We are sorry that we cannot take these items back.'), news.text],
      }
    case 'closed':
      return {
        subject: t('Your return {no} was closed', { no }),
        paragraphs: [t(news.text), t('Within the return window of your order you can ask for a new one.')],
      }
    case 'refunded':
      return {
        subject: t('Your refund for {no}', { no }),
        paragraphs: [t('The refund is done. Until your bank shows it can take a few days.')],
        facts: [[t('Refund'), await readPriceText(tx, news.amount, returnRow.currency)]],
      }
    case 'refund-failed':
      return {
        subject: t('The refund for {no} did not go through', { no }),
        paragraphs: [news.text, t('We try again and write to you as soon as it worked. You need not do anything.')],
      }
  }
}
