import type { MailWords } from '#features/settings/server/mail-words.service.ts'
import { readCustomerWords } from '#features/sign-in/server/customer-words.service.ts'
import { ticketLink } from '#links/contact.links.ts'
import type { Database } from '#server/database.ts'
import { type MailContent, queueMail, writeMail } from '#server/mail.ts'
import type { Shop } from '#server/shop.ts'
import { ticketReplyHours } from '../contact.rules.ts'

/** Whom a mail goes to; without an account it is in the language the ticket was written in. */
type Addressed = { id: string; ticketNo: string; email: string; customerId: string | null; languageId: number | null }

/** Names the question's types, and repeats nothing the sender typed: anybody may enter anybody's address. */
export async function queueReceivedMail(shop: Shop, tx: Database, ticket: Addressed, types: string[]): Promise<void> {
  const { t, ...how } = await readCustomerWords(tx, ticket.customerId, ticket.languageId)
  await send(shop, tx, ticket, t, {
    ...how,
    kind: 'ticket_received',
    key: ticket.id,
    subject: t('We received your question ({no})', { no: ticket.ticketNo }),
    paragraphs: [
      t('Thank you for writing to us. We will get back to you within {hours} hours, at this address.', {
        hours: ticketReplyHours,
      }),
      t('If it was not you who wrote, you need not do anything.'),
    ],
    facts: [
      [t('Ticket'), ticket.ticketNo],
      [t('Question type'), types.map((one) => t(one)).join(' / ')],
    ],
  })
}

export async function queueAnsweredMail(
  shop: Shop,
  tx: Database,
  ticket: Addressed,
  answer: { id: number; body: string; staffName: string },
): Promise<void> {
  const { t, ...how } = await readCustomerWords(tx, ticket.customerId, ticket.languageId)
  await send(shop, tx, ticket, t, {
    ...how,
    kind: 'ticket_answered',
    key: String(answer.id),
    subject: t('An answer to your question ({no})', { no: ticket.ticketNo }),
    paragraphs: [...answer.body.split(/\n{2,}/), answer.staffName],
    facts: [[t('Ticket'), ticket.ticketNo]],
  })
}

type TicketMail = Omit<MailContent, 'to' | 'button'> & { kind: string; key: string }

async function send(shop: Shop, tx: Database, ticket: Addressed, t: MailWords['t'], mail: TicketMail): Promise<void> {
  const { kind, key, ...words } = mail
  // Guests have no page to follow a ticket on; the mails are all they get.
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
