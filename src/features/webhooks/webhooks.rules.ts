import { allowsScope, type Scope } from '#contract/calls/scopes.ts'
import { dayMs, hourMs, minuteMs } from '#contract/times/times.ts'

/** All events, by group. The database writes the events, and a test compares both lists. */
export const webhookGroups = [
  {
    name: 'order',
    label: 'Orders',
    events: {
      created: 'Placed, not paid yet',
      paid: 'Paid, or released with nothing to pay',
      held: 'Put on hold',
      released: 'Released from hold',
      preparing: 'Being prepared',
      packed: 'Packed',
      unpacked: 'Unpacked',
      shipped: 'Handed to the carrier',
      delivered: 'Received by the shopper',
      completed: 'Completed, the return window is over',
      cancelled: 'Cancelled',
      lines_cancelled: 'Some items canceled',
      address_changed: 'Shipping address changed',
      closed: 'All items returned and refunded',
    },
  },
  {
    name: 'return',
    label: 'Returns',
    events: {
      requested: 'Requested',
      approved: 'Approved, item by item',
      rejected: 'Rejected, item by item',
      sent: 'The shopper added the tracking number',
      scanned: 'The carrier has the parcel',
      received: 'Received in the warehouse, item by item',
      cancelled: 'Canceled by the shopper',
      closed: 'Closed, not sent in time',
    },
  },
  {
    name: 'refund',
    label: 'Refunds',
    events: { requested: 'On its way', settled: 'Refunded', failed: 'Rejected by the provider' },
  },
  {
    name: 'ticket',
    label: 'Tickets',
    events: { created: 'Asked', answered: 'Answered', reopened: 'Reopened by a new question', closed: 'Closed' },
  },
  { name: 'review', label: 'Reviews', events: { published: 'Shown', hidden: 'Hidden' } },
  { name: 'stock', label: 'Stock', events: { low: 'Five or fewer left', out: 'Sold out' } },
  { name: 'customer', label: 'Customers', events: { erased: 'Erased' } },
] as const satisfies readonly { name: string; label: string; events: Record<string, string> }[]

/** Scopes that allow reading the data of each group's events. */
const groupScopes: Record<(typeof webhookGroups)[number]['name'], Scope> = {
  order: 'orders:read',
  return: 'returns:read',
  refund: 'refunds:read',
  ticket: 'inbox:read',
  review: 'reviews:read',
  stock: 'catalogue:read',
  customer: 'customers:read',
}

/** Returns the first missing scope for reading the data of these events, or null if no scope is missing. */
export function findMissingScope(scopes: ReadonlySet<string>, events: readonly string[]): Scope | null {
  const groups = new Set(events.map((event) => event.split('.')[0]))
  const neededScopes = Object.entries(groupScopes).flatMap(([group, scope]) => (groups.has(group) ? [scope] : []))
  return neededScopes.find((scope) => !allowsScope(scopes, scope)) ?? null
}

/** Returns the groups whose events these scopes may not read. */
export function listHiddenGroups(scopes: ReadonlySet<string>): string[] {
  return Object.entries(groupScopes).flatMap(([group, scope]) => (allowsScope(scopes, scope) ? [] : [group]))
}

export const webhookEventTypes: string[] = webhookGroups.flatMap(({ name, events }) =>
  Object.keys(events).map((event) => `${name}.${event}`),
)
/** Event that staff send to test an endpoint. */
export const testEventType = 'webhook.test'

const selectableEvents = new Set([...webhookEventTypes, ...webhookGroups.map(({ name }) => `${name}.*`)])

/** Returns whether an endpoint can choose this name: an event, or a whole group. */
export function isWebhookEvent(name: string): boolean {
  return selectableEvents.has(name)
}

/** Removes single events that a whole group includes. The result has the order of the list of all events. */
export function normalizeEvents(names: readonly string[]): string[] {
  const chosen = new Set(names)
  return webhookGroups.flatMap(({ name, events }) => {
    if (chosen.has(`${name}.*`)) return [`${name}.*`]
    return Object.keys(events)
      .map((event) => `${name}.${event}`)
      .filter((type) => chosen.has(type))
  })
}

/** Pauses between tries: short at first, for a restart, then longer. The last pause repeats. */
const pausesMs = [5_000, 30_000, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs, hourMs, 2 * hourMs, 4 * hourMs, 8 * hourMs]
export const longestPauseMs = 8 * hourMs

/** Returns the time of the next try after a number of failures. Returns null once the days for retries are over. */
export function findNextTry(tries: number, { now, at, days }: { now: Date; at: Date; days: number }): Date | null {
  const pause = pausesMs[Math.min(Math.max(tries, 1), pausesMs.length) - 1] ?? longestPauseMs
  const next = new Date(now.getTime() + pause)
  return next.getTime() > at.getTime() + days * dayMs ? null : next
}

/** Time for which the previous secret stays valid after a rotation. */
export const previousSecretMs = dayMs
export const maxAnswerLength = 1024
export const maxUrlLength = 500
export const maxEvents = 50

export type WebhookState = 'healthy' | 'failing' | 'off'

export function readWebhookState({ isOn, failingSince }: { isOn: boolean; failingSince: Date | null }): WebhookState {
  if (!isOn) return 'off'
  return failingSince ? 'failing' : 'healthy'
}

/** Splits a subject into area and id. Some subjects have a page: `orders/HB…` is the order. */
export function splitSubject(subject: string): { area: string; id: string } {
  const [area = '', ...rest] = subject.split('/')
  return { area, id: rest.join('/') }
}
