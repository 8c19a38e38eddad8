import { homeCurrency } from '#contract/money/money.ts'
import type { Database } from '#server/database/database.ts'
import type { MailContent } from '#server/mail/mail.ts'
import type { MailWords } from './mail-words.service.ts'

/** What a mail says, apart from whom it goes to. */
export type LetterWords = Pick<MailContent, 'subject' | 'paragraphs' | 'facts' | 'button'>

/** A mail that shoppers get, written about something made up: staff read it before anybody gets it. */
export type Letter = {
  /** As the queue names it. */
  kind: string
  name: string
  /** When it goes out. */
  when: string
  write: (words: MailWords, about: { db: Database; publicUrl: string }) => LetterWords | Promise<LetterWords>
}

/** What is made up, the same in all of them. */
export const example = {
  currency: homeCurrency,
  amount: 14_189,
  orderNo: 'HB6Q2X8WM4KT9',
  returnNo: 'RT9M5K3RC6VT2',
  items: 'Ebb Wrap Midi Dress',
  staffName: 'Priya Nair',
  answer: 'Your parcel left us this morning.\n\nIt should be with you on Thursday.',
} as const

/** Pictures are private, so a mail carries none of them: it leads to the page that shows them. */
export const sayPictures = (t: MailWords['t'], hasPictures: boolean): string[] =>
  hasPictures ? [t('Pictures come with this answer. The button leads to them.')] : []
