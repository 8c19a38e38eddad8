import {
  example,
  formatPictureNote,
  type MailTemplate,
  type MailText,
} from '#features/settings/server/mail-template.ts'
import type { MailWords } from '#features/settings/server/mail-words.service.ts'
import { readCustomerMailWords } from '#features/sign-in/server/customer-mail-words.service.ts'
import { ticketReplyHours } from '#features/support/contact.rules.ts'
import { ticketLink } from '#links/support.links.ts'
import type { Database } from '#server/database/database.ts'
import { type MailContent, queueMail, writeMail } from '#server/mail/mail.ts'
import type { Shop } from '#server/shop.ts'

/** Recipient of a mail. For a recipient without an account, the language is the language of the ticket. */
type TicketRecipient = {
  id: string
  ticketNo: string
  email: string
  customerId: string | null
  languageId: number | null
}

/**
 * Queues a mail with the question types. The mail does not contain typed text, because anyone may enter another
 * person's address.
 */
export async function queueReceivedMail(
  shop: Shop,
  tx: Database,
  ticket: TicketRecipient,
  types: string[],
): Promise<void> {
  const { t, ...how } = await readCustomerMailWords(tx, ticket.customerId, ticket.languageId)
  await send(shop, tx, ticket, t, {
    ...how,
    ...formatReceivedMail(t, ticket.ticketNo, types),
    kind: 'ticket_received',
    key: ticket.id,
  })
}

function formatReceivedMail(t: MailWords['t'], no: string, types: string[]): MailText {
  return {
    subject: t('We received your question ({no})', { no }),
    paragraphs: [
      t('Thank you for writing to us. We will get back to you within {hours} hours, at this address.', {
        hours: ticketReplyHours,
      }),
      t('If you did not write to us, you can ignore this mail.'),
    ],
    facts: [
      [t('Ticket'), no],
      [t('Question type'), types.map((one) => t(one)).join(' / ')],
    ],
  }
}

export async function queueAnsweredMail(
  shop: Shop,
  tx: Database,
  ticket: TicketRecipient,
  answer: Answer & { id: number },
): Promise<void> {
  const { t, ...how } = await readCustomerMailWords(tx, ticket.customerId, ticket.languageId)
  await send(shop, tx, ticket, t, {
    ...how,
    ...formatAnsweredMail(t, ticket.ticketNo, answer),
    kind: 'ticket_answered',
    key: String(answer.id),
  })
}

type Answer = { body: string; staffName: string; hasPictures: boolean }

function formatAnsweredMail(t: MailWords['t'], no: string, { body, staffName, hasPictures }: Answer): MailText {
  return {
    subject: t('An answer to your question ({no})', { no }),
    paragraphs: [...body.split(/\n{2,}/), ...formatPictureNote(t, hasPictures), staffName],
    facts: [[t('Ticket'), no]],
  }
}

type TicketMail = Omit<MailContent, 'to' | 'button'> & { kind: string; key: string }

async function send(
  shop: Shop,
  tx: Database,
  ticket: TicketRecipient,
  t: MailWords['t'],
  mail: TicketMail,
): Promise<void> {
  const { kind, key, ...words } = mail
  // Guests have no page for their ticket, so they get mails only.
  const button = ticket.customerId
    ? { button: { label: t('See my ticket'), href: `${shop.publicUrl}${ticketLink(ticket.id)}` } }
    : {}
  await queueMail(tx, shop.clock, {
    ...writeMail({ to: ticket.email, ...words, ...button }),
    kind,
    customerId: ticket.customerId,
    dedupeKey: `${kind}:${key}`,
  })
}

const exampleTicketNo = 'TK-10482'
const createExampleButton = (t: MailWords['t'], publicUrl: string) => ({
  button: { label: t('See my ticket'), href: `${publicUrl}${ticketLink('example')}` },
})

export const ticketMails: MailTemplate[] = [
  {
    kind: 'ticket_received',
    name: 'We received your question',
    when: 'A shopper sends a ticket to support.',
    write: ({ t }, { publicUrl }) => ({
      ...formatReceivedMail(t, exampleTicketNo, ['Orders']),
      ...createExampleButton(t, publicUrl),
    }),
  },
  {
    kind: 'ticket_answered',
    name: 'An answer to your question',
    when: 'Support answers a ticket. The mail contains the answer.',
    write: ({ t }, { publicUrl }) => ({
      ...formatAnsweredMail(t, exampleTicketNo, {
        body: example.answer,
        staffName: example.staffName,
        hasPictures: false,
      }),
      ...createExampleButton(t, publicUrl),
    }),
  },
]
