import { compareTexts } from '#contract/text/compare.ts'
import type { StaffCustomer } from '#features/customers/customers.staff.contract.ts'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'

type Customer = { name: string; email: string } | null

/**
 * Returns the name of a chat: the customer's name, or the email address if the customer has no name. Only a person
 * without an account is called a guest.
 */
export function nameRequester(customer: Customer): string {
  return customer?.name || customer?.email || 'A guest'
}

/** Returns the person for the panel beside a chat. A customer without a name has an empty name and is no guest. */
export function toRequester(customer: Customer): { name: string; email: string } {
  return customer ?? { name: nameRequester(null), email: '' }
}

const eventsShown = 3
const maxEarlierShown = 5

const eventNames: Record<StaffOrder['parcels'][number]['events'][number]['kind'], string> = {
  accepted: 'Handed to the carrier',
  in_transit: 'On its way',
  out_for_delivery: 'Out for delivery',
  delivered: 'Delivered',
  problem: 'Problem',
}

/** Lists the latest parcel events of an order, the newest first. */
export function listEvents({ parcels }: Pick<StaffOrder, 'parcels'>): { key: string; what: string; at: string }[] {
  const events = parcels.flatMap(({ id, events: of }) =>
    of.map(({ kind, place, at }, index) => ({
      key: `${id}-${index}`,
      what: [eventNames[kind], place].filter(Boolean).join(', '),
      at,
    })),
  )
  return events.sort((one, other) => compareTexts(other.at, one.at)).slice(0, eventsShown)
}

type EarlierConversation = { kind: 'ticket' | 'chat'; number: string; at: string; state: string }

/** Lists the customer's earlier threads, the newest first. */
export function listEarlierConversations(
  customer: Pick<StaffCustomer, 'tickets' | 'chats'> | null,
  but: string,
): EarlierConversation[] {
  if (!customer) return []
  const tickets = customer.tickets.map(
    ({ number, status, created_at }): EarlierConversation => ({
      kind: 'ticket',
      number,
      at: created_at,
      state: states[status] ?? '',
    }),
  )
  const chats = customer.chats.map(
    ({ id, last_message_at }): EarlierConversation => ({ kind: 'chat', number: id, at: last_message_at, state: '' }),
  )
  return [...tickets, ...chats]
    .filter(({ number }) => number !== but)
    .sort((one, other) => compareTexts(other.at, one.at))
    .slice(0, maxEarlierShown)
}
const states: Record<string, string> = { open: 'waits', answered: 'answered', closed: 'done' }

type Sku = { options: { value: string }[]; stock: number }
const skusShown = 4

/** Formats the stock of a product by the options of its SKUs: `Plum / 37: 4 in stock, Plum / 38: 2`. */
export function formatStock(skus: readonly Sku[]): string {
  const shown = skus.filter(({ stock }) => stock > 0).slice(0, skusShown)
  if (shown.length === 0) return 'Sold out'
  const texts = shown.map(({ options, stock }, at) => {
    const name = options.map(({ value }) => value).join(' / ')
    return `${name ? `${name}: ` : ''}${stock}${at === 0 ? ' in stock' : ''}`
  })
  return texts.join(', ')
}
