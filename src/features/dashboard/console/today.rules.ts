import { settingsLinks } from '#console/settings/settings-menu.ts'
import {
  inboxLink,
  lowStockLink,
  ordersLink,
  requestsLink,
  returnsLink,
  reviewsLink,
  staffChatLink,
  staffOrderLink,
  staffReturnLink,
  staffTicketLink,
  startLink,
} from '#console/shell/console-links.ts'
import { formatAge, formatDuration } from '#console/ui/content/due.rules.ts'
import { formatMoment } from '#console/ui/format/moment.rules.ts'
import { formatMoney } from '#console/ui/format/money.rules.ts'
import { toQuery } from '#contract/calls/call.ts'
import { keysOf } from '#contract/values.ts'
import { expiringHours } from '#features/orders/orders.staff.rules.ts'
import { unreadDays } from '#features/reviews/reviews.rules.ts'
import { ticketReplyHours } from '#features/support/contact.rules.ts'
import type { Today, waitingKinds } from '../figures.staff.contract.ts'

export type WaitingKind = (typeof waitingKinds)[number]
export type Waiting = Today['waiting'][number]
export type DueTask = Today['due'][number]
export type Person = Today['people'][number]
type Clock = { now: number; zone: string }

type Row = { name: string; href: string; group: string; tone?: 'danger' | 'hot' }

const inbox = (words: Record<string, string>) => inboxLink + toQuery(words)
const late = { group: 'Late', tone: 'danger' } as const

/**
 * The kinds of waiting work in display order: late or failed tasks, outgoing parcels, returns, shoppers' questions,
 * then the shop itself.
 */
export const rows: Record<WaitingKind, Row> = {
  shop_closed: { ...late, name: 'Shoppers cannot order yet', href: startLink },
  tickets_late: {
    ...late,
    name: `Tickets over ${ticketReplyHours} h`,
    href: inbox({ kind: 'ticket', due: 'late' }),
  },
  refunds_failed: { ...late, name: 'Refunds failed', href: `${returnsLink}?status=refund_failed` },
  exchange_rates: { ...late, name: 'Exchange rates not fetched', href: settingsLinks.money },
  refund_requests: { name: 'Refunds to approve', href: requestsLink, group: 'Approvals' },
  erase_requests: { name: 'Customers to erase', href: requestsLink, group: 'Approvals' },
  orders_to_prepare: { name: 'To prepare', href: `${ordersLink}?status=paid`, group: 'Parcels' },
  orders_to_pack: { name: 'To pack', href: `${ordersLink}?status=preparing`, group: 'Parcels' },
  orders_to_ship: { name: 'To ship', href: `${ordersLink}?status=packed`, group: 'Parcels' },
  orders_on_hold: { name: 'On hold', href: `${ordersLink}?status=on_hold`, group: 'Parcels' },
  returns_to_judge: { name: 'To judge', href: `${returnsLink}?status=processing`, group: 'Returns' },
  returns_to_check: {
    name: 'Received, to check',
    href: `${returnsLink}?status=received`,
    group: 'Returns',
  },
  returns_on_their_way: { name: 'On their way', href: `${returnsLink}?status=approved`, group: 'Returns' },
  chats: { name: 'Chats waiting', href: inbox({ kind: 'chat' }), group: 'Shoppers', tone: 'hot' },
  tickets: { name: 'Tickets open', href: inbox({ kind: 'ticket' }), group: 'Shoppers' },
  reviews: {
    name: 'Reviews to read',
    href: reviewsLink,
    group: 'Shoppers',
  },
  orders_expiring: { name: 'Unpaid, expiring', href: `${ordersLink}?expires_within=${expiringHours}`, group: 'Shop' },
  stock_low: { name: 'Low stock', href: lowStockLink, group: 'Shop' },
  mails_failed: { name: 'Failed emails', href: settingsLinks.mails, group: 'Shop' },
  webhooks_failed: { name: 'Failed webhooks', href: `${settingsLinks.api}?state=failed`, group: 'Shop' },
}
const order = keysOf(rows)

/** Groups the waiting work. Kinds with a count of zero are left out. */
export function groupWaiting(waiting: Waiting[]): { name: string; rows: Waiting[] }[] {
  const shown = order.flatMap((kind) => waiting.filter((one) => one.kind === kind && one.count > 0))
  return [...Map.groupBy(shown, ({ kind }) => rows[kind].group)].map(([name, of]) => ({ name, rows: of }))
}

const ownKinds: WaitingKind[] = ['tickets', 'tickets_late', 'chats', 'returns_to_judge', 'returns_to_check']

/** Returns the link to the list of exactly the counted tasks. A single failed refund links to its order or return. */
export function findHref({ kind, count, first }: Waiting, isMine: boolean): string {
  const { href } = rows[kind]
  if (kind === 'refunds_failed' && count === 1 && first?.number) return getResourceLink(first.number)
  if (isMine && (ownKinds.includes(kind) || kind === 'returns_on_their_way')) return `${href}&assignee=me`
  return href
}

const getResourceLink = (number: string) => (number.startsWith('RT') ? staffReturnLink(number) : staffOrderLink(number))

/** Formats the details of a kind of waiting work in one line. */
export function formatWaiting(waiting: Waiting, clock: Clock): string {
  const { kind, count, oldest_at: oldest, due_at: due, first, of_note: ofNote, money } = waiting
  const { now, zone } = clock
  const age = oldest ? formatDuration(now - Date.parse(oldest)) : ''
  const since = oldest ? `since ${formatMoment(oldest, now, zone)}` : ''
  const sums = money.map(formatMoney).join(', ')
  switch (kind) {
    case 'shop_closed':
      return `${count} ${count === 1 ? 'step is' : 'steps are'} missing`
    case 'tickets_late':
      return join(`Oldest ${age}`, first && `from ${first.name}`, first?.about)
    case 'refunds_failed':
      return count === 1 ? join(first?.name, sums, first?.about) : join(`${sums} in total`, `first: ${first?.name}`)
    case 'orders_on_hold':
      return count === 1 ? join(first?.about) : join(`Oldest ${age}`, first?.about)
    case 'returns_to_judge':
    case 'tickets':
      return due ? formatDue(due, now) : ''
    case 'returns_to_check':
    case 'exchange_rates':
      return capitalize(since)
    case 'chats':
      return `Longest wait ${age}`
    case 'reviews':
      return ofNote > 0 ? `${ofNote} with one or two stars` : `From the last ${unreadDays} days`
    case 'orders_expiring':
      return join(`Within ${expiringHours} h`, `${sums} in total`)
    case 'stock_low':
      return first ? `${first.name} ${first.about}` : ''
    case 'mails_failed':
      return join(first?.name, first?.about)
    case 'webhooks_failed':
      return first ? [first.name, first.about, since].filter(Boolean).join(' ') : ''
    default:
      return [oldest && `Oldest ${formatAge(oldest, now)}`, ofNote > 0 && `${ofNote} with express shipping`]
        .filter(Boolean)
        .join(' · ')
  }
}

const join = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(', ')
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function formatDue(due: string, now: number): string {
  const left = Date.parse(due) - now
  return left > 0 ? `Next due in ${formatDuration(left)}` : `First reply was due ${formatDuration(-left)} ago`
}

export function findDueHref({ kind, number }: DueTask): string {
  if (kind === 'ticket') return staffTicketLink(number)
  if (kind === 'chat') return staffChatLink(number)
  return kind === 'return' ? staffReturnLink(number) : staffOrderLink(number)
}

/** Texts for actions of the audit log. Any other action is described as a change. */
const deeds: Record<string, string> = {
  'POST /orders/:no/prepare': 'Prepared',
  'POST /orders/:no/pack': 'Packed',
  'POST /orders/:no/ship': 'Shipped',
  'POST /orders/:no/refund': 'Refunded',
  'POST /returns/:no/decide': 'Decided',
  'POST /returns/:no/receive': 'Received',
  'POST /tickets/:number/answer': 'Answered',
  'POST /chats/:id/answer': 'Chat replies:',
  'POST /stock': 'Counted',
}
const pageActivities: Record<string, string> = {
  orders: 'Viewing order',
  returns: 'Viewing return',
  tickets: 'Viewing ticket',
  chats: 'In a chat',
}

/**
 * Describes a staff member by the page that they have open (`returns/RT…`), by their most frequent action today, or by
 * the time since they left.
 */
export function formatPerson(
  { is_here, seen_at, deeds: dayActions }: Person,
  about: string | undefined,
  clock: Clock,
): string {
  if (about !== undefined) {
    const [kind = '', number = ''] = about.split('/')
    return kind === 'chats' ? (pageActivities[kind] ?? '') : `${pageActivities[kind] ?? 'Viewing'} ${number}`
  }
  if (!is_here) return `Away since ${formatMoment(seen_at, clock.now, clock.zone)}`
  if (!dayActions) return 'Online'
  const verb = deeds[dayActions.call]
  return verb
    ? `${verb} ${dayActions.count} today`
    : `${dayActions.count} ${dayActions.count === 1 ? 'change' : 'changes'} today`
}
