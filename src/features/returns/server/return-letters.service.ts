import { eq } from 'drizzle-orm'
import { showPrice, toWirePrice } from '#contract/money.ts'
import type { OrderRow } from '#features/orders/server/move-order.service.ts'
import { readSetting } from '#features/settings/server/settings.service.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'
import type { Database } from '#server/database.ts'
import { type Letter, queueMail, writeMail } from '#server/mail.ts'
import type { Shop } from '#server/shop.ts'
import type { returns } from './returns.tables.ts'

type ReturnRow = typeof returns.$inferSelect
type Words = Omit<Letter, 'to' | 'button' | 'facts'> & { facts?: [string, string][] }

/** What the shopper is told by mail; `text` is what staff wrote. */
export type ReturnNews =
  | { kind: 'approved'; shipDays: number }
  | { kind: 'keep-it'; amount: number }
  | { kind: 'rejected'; text: string }
  | { kind: 'closed'; text: string }
  | { kind: 'refunded'; amount: number }
  | { kind: 'refund-failed'; text: string }

/** Written in the transaction of the move it tells about: none without the other. */
export async function writeReturnLetter(
  shop: Pick<Shop, 'clock' | 'publicUrl'>,
  tx: Database,
  about: { order: OrderRow; found: ReturnRow; news: ReturnNews },
): Promise<void> {
  const { order, found, news } = about
  const siteName = await readSetting(tx, 'site_name')
  const { facts = [], ...words } = await findWords(tx, found, news)
  const mail = writeMail(siteName, {
    ...words,
    to: order.email,
    facts: [['Return No.', found.returnNo], ['Order No.', order.orderNo], ...facts],
    button: { label: 'See the return', href: `${shop.publicUrl}/returndetail/${found.id}` },
  })
  await queueMail(tx, shop.clock, { ...mail, kind: `return-${news.kind}`, customerId: found.customerId })
}

async function findWords(tx: Database, found: ReturnRow, news: ReturnNews): Promise<Words> {
  const { returnNo } = found
  switch (news.kind) {
    case 'approved':
      return {
        subject: `Please send your return ${returnNo}`,
        paragraphs: [
          'We have agreed to your return. Please send the items to us and enter the delivery company and the tracking number on the page of the return.',
          `You have ${news.shipDays} days for it; without a tracking number by then the return is closed.`,
        ],
      }
    case 'keep-it':
      return {
        subject: `We refund your return ${returnNo}`,
        paragraphs: ['You can keep the items. What you paid for them is on its way back to you.'],
        facts: [['Refund', await readPrice(tx, news.amount, found.currency)]],
      }
    case 'rejected':
      return {
        subject: `About your return ${returnNo}`,
        paragraphs: ['We are sorry that we cannot take these items back.', news.text],
      }
    case 'closed':
      return {
        subject: `Your return ${returnNo} was closed`,
        paragraphs: [news.text, 'Within the return window of your order you can ask for a new one.'],
      }
    case 'refunded':
      return {
        subject: `Your refund for ${returnNo}`,
        paragraphs: ['The refund is done. Until your bank shows it can take a few days.'],
        facts: [['Refund', await readPrice(tx, news.amount, found.currency)]],
      }
    case 'refund-failed':
      return {
        subject: `The refund for ${returnNo} did not go through`,
        paragraphs: [news.text, 'We try again and write to you as soon as it worked. You need not do anything.'],
      }
  }
}

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
