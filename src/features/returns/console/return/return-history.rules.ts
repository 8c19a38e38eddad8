import type { HistoryEntry } from '#console/ui/content/history.tsx'
import type { StaffReturn } from '#features/returns/returns.staff.contract.ts'
import { countItems } from '../parts/return-badges.rules.ts'

const actionTexts: Record<string, (items: string) => string> = {
  requestReturn: (items) => `requested a return of ${items}`,
  approveReturn: (items) => `approved ${items}`,
  keepItReturn: (items) => `let the shopper keep ${items}`,
  rejectReturn: (items) => `rejected ${items}`,
  cancelReturn: (items) => `canceled ${items}`,
  giveParcel: () => 'added the tracking number',
  scanParcel: () => 'has the parcel',
  receiveReturn: (items) => `received ${items}`,
  beginRefund: (items) => `started the refund of ${items}`,
  refundReturn: (items) => `refunded ${items}`,
  failRefund: (items) => `could not refund ${items}`,
  retryRefund: (items) => `tried the refund of ${items} again`,
  closeOverdueReturn: (items) => `closed ${items}, because no parcel came in time`,
}

type Event = StaffReturn['events'][number]

/** Lists the history, newest first. Events that one actor caused by one command become a single line. */
export function toHistory(returnRequest: Pick<StaffReturn, 'events' | 'customer' | 'items_count'>): HistoryEntry[] {
  const { events, customer } = returnRequest
  const groups: Event[][] = []
  for (const event of events) {
    const last = groups.at(-1)?.[0]
    const isSame = last?.command === event.command && last.at === event.at && last.actor.name === event.actor.name
    if (isSame) groups.at(-1)?.push(event)
    else groups.push([event])
  }
  return groups
    .flatMap((same, index) => {
      const [first] = same
      if (!first) return []
      const { actor, at, command } = first
      // An event about the whole return is recorded once, but applies to all items.
      const count = first.item_id === null ? returnRequest.items_count : same.length
      const action = actionTexts[command]?.(countItems(count)) ?? command
      const name = actor.kind === 'shopper' ? customer.name || customer.email : actor.name
      return { key: `${index}`, actor: { ...actor, name }, action, at }
    })
    .reverse()
}
