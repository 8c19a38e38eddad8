import { readSetting } from '#features/settings/server/settings.service.ts'
import type { Database } from '#server/database.ts'
import { queueMail, writeMail } from '#server/mail.ts'
import type { Shop } from '#server/shop.ts'
import { ticketReplyHours } from '../contact.rules.ts'

type Addressed = { id: string; ticketNo: string; email: string; customerId: string | null }

/** Repeats nothing the sender typed: anybody may enter anybody's address, and we carry no messages for them. */
export async function tellReceived(shop: Shop, tx: Database, ticket: Addressed, question: string): Promise<void> {
  await send(shop, tx, ticket, {
    kind: 'ticket_received',
    key: ticket.id,
    subject: `We received your question (${ticket.ticketNo})`,
    paragraphs: [
      `Thank you for writing to us. We will get back to you within ${ticketReplyHours} hours, at this address.`,
      'If it was not you who wrote, you need not do anything.',
    ],
    facts: [
      ['Ticket', ticket.ticketNo],
      ['Question type', question],
    ],
  })
}

export async function tellAnswered(
  shop: Shop,
  tx: Database,
  ticket: Addressed,
  answer: { id: number; body: string; staffName: string },
): Promise<void> {
  await send(shop, tx, ticket, {
    kind: 'ticket_answered',
    key: String(answer.id),
    subject: `An answer to your question (${ticket.ticketNo})`,
    paragraphs: [...answer.body.split(/\n{2,}/), answer.staffName],
    facts: [['Ticket', ticket.ticketNo]],
  })
}

type TicketLetter = {
  kind: string
  key: string
  subject: string
  paragraphs: string[]
  facts: [label: string, value: string][]
}

async function send(shop: Shop, tx: Database, ticket: Addressed, letter: TicketLetter): Promise<void> {
  const { kind, key, ...words } = letter
  const siteName = await readSetting(tx, 'site_name')
  // Guests have no page to follow a ticket on; the letters are all they get.
  const button = ticket.customerId
    ? { button: { label: 'See my ticket', href: `${shop.publicUrl}/contact-us/tickets/${ticket.id}` } }
    : {}
  await queueMail(tx, shop.clock, {
    ...writeMail(siteName, { to: ticket.email, ...words, ...button }),
    kind,
    customerId: ticket.customerId,
    dedupeKey: `${kind}:${key}`,
  })
}
