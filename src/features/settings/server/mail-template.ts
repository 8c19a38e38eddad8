import type { Database } from '#server/database/database.ts'
import type { MailContent } from '#server/mail/mail.ts'
import type { MailWords } from './mail-words.service.ts'

/** The content of a mail without its recipient. */
export type MailText = Pick<MailContent, 'subject' | 'paragraphs' | 'facts' | 'button' | 'links'>

/** A mail to shoppers with example data, which staff can preview. */
export type MailTemplate = {
  /** The kind of the mail in the queue. */
  kind: string
  name: string
  /** The occasion on which the mail is sent. */
  when: string
  write: (words: MailWords, about: { db: Database; publicUrl: string }) => MailText | Promise<MailText>
}

/** The example data that all previews share. */
export const example = {
  amount: 14_189,
  orderNo: 'HB6Q2X8WM4KT9',
  returnNo: 'RT9M5K3RC6VT2',
  items: 'Ebb Wrap Midi Dress',
  staffName: 'Priya Nair',
  answer: 'Your parcel left us this morning.\n\nIt should be with you on Thursday.',
} as const

/**
 * Returns a paragraph about pictures. Pictures are private, so a mail links to their page instead of attaching them.
 */
export const formatPictureNote = (t: MailWords['t'], hasPictures: boolean): string[] =>
  hasPictures ? [t('This answer includes pictures. Press the button to see them.')] : []
