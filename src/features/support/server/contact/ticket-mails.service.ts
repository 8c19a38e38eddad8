import { example, type Letter, type LetterWords, sayPictures } from '#features/settings/server/letter.ts'
import type { MailWords } from '#features/settings/server/mail-words.service.ts'
import { readCustomerWords } from '#features/sign-in/server/customer-words.service.ts'
import { ticketReplyHours } from '#features/support/contact.rules.ts'
import { ticketLink } from '#links/support.links.ts'
import type { Database } from '#server/database/database.ts'
import { type MailContent, queueMail, writeMail } from '#server/mail/mail.ts'
import type { Shop } from '#server/shop.ts'

/** Recipient of a mail. Without an account, the language is that of the ticket. */
type Addressed = { id: string; ticketNo: string; email: string; customerId: string | null; languageId: number | null }

/** Queues a mail with the question types, without any typed text, since anyone may enter another person's address. */
export async function queueReceivedMail(shop: Shop, tx: Database, ticket: Addressed, types: string[]): Promise<void> {
  const { t, ...how } = await readCustomerWords(tx, ticket.customerId, ticket.languageId)
  await send(shop, tx, ticket, t, {
    ...how,
    ...sayReceived(t, ticket.ticketNo, types),
    kind: 'ticket_received',
    key: ticket.id,
  })
}

function sayReceived(t: MailWords['t'], no: string, types: string[]): LetterWords {
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
  ticket: Addressed,
  answer: Answer & { id: number },
): Promise<void> {
  const { t, ...how } = await readCustomerWords(tx, ticket.customerId, ticket.languageId)
  await send(shop, tx, ticket, t, {
    ...how,
    ...sayAnswered(t, ticket.ticketNo, answer),
    kind: 'ticket_answered',
    key: String(answer.id),
  })
}

type Answer = { body: string; staffName: string; hasPictures: boolean }

function sayAnswered(t: MailWords['t'], no: string, { body, staffName, hasPictures }: Answer): LetterWords {
  return {
    subject: t('An answer to your question ({no})', { no }),
    paragraphs: [...body.split(/\n{2,}/), ...sayPictures(t, hasPictures), staffName],
    facts: [[t('Ticket'), no]],
  }
}

type TicketMail = Omit<MailContent, 'to' | 'button'> & { kind: string; key: string }

async function send(shop: Shop, tx: Database, ticket: Addressed, t: MailWords['t'], mail: TicketMail): Promise<void> {
  const { kind, key, ...words } = mail
  // Guests have no page for their ticket, so the mails are all they get.
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

const exampleNo = 'TK-10482'
const seeTicket = (t: MailWords['t'], publicUrl: string) => ({
  button: { label: t('See my ticket'), href: `${publicUrl}${ticketLink('example')}` },
})

export const ticketLetters: Letter[] = [
  {
    kind: 'ticket_received',
    name: 'We received your question',
    when: 'A shopper sends a ticket to support.',
    write: ({ t }, { publicUrl }) => ({
      ...sayReceived(t, exampleNo, ['Orders']),
      ...seeTicket(t, publicUrl),
    }),
  },
  {
    kind: 'ticket_answered',
    name: 'An answer to your question',
    when: 'Support answers a ticket. The mail contains the answer.',
    write: ({ t }, { publicUrl }) => ({
      ...sayAnswered(t, exampleNo, { body: example.answer, staffName: example.staffName, hasPictures: false }),
      ...seeTicket(t, publicUrl),
    }),
  },
]
