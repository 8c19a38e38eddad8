import { customersLink, guestsLink } from '#console/shell/console-links.ts'
import { formatRoundMoney } from '#console/ui/format/money.rules.ts'
import { toQuery } from '#contract/calls/call.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { bigSpenderAmount, highReturnPercent, newCustomerDays } from '#features/customers/customers.rules.ts'

export type CustomersSearch = {
  q?: string
  country?: string
  language?: string
  is_subscribed?: string
  /** Number of orders. `none` and `one` are exact, and any other value is a minimum. */
  orders?: string
  spent_from?: string
  returned_from?: string
  new_days?: string
  asks_erasing?: string
  at?: string
  peek?: string
  columns?: string
}

export const orderChoices = [
  { value: 'none', name: 'None' },
  { value: 'one', name: '1' },
  { value: '2', name: '2 or more' },
  { value: '5', name: '5 or more' },
  { value: '10', name: '10 or more' },
]

function readOrders(word: string | undefined): { orders_from?: string; orders_to?: string } {
  if (word === undefined) return {}
  if (word === 'none') return { orders_to: '0' }
  return word === 'one' ? { orders_from: '1', orders_to: '1' } : { orders_from: word }
}

/** Converts the search parameters of the page to the input of the list call. */
export function toCustomersInput(search: CustomersSearch & { after?: string }): Record<string, string | undefined> {
  const { at: _, peek: __, columns: ___, orders, ...rest } = search
  return { ...rest, ...readOrders(orders) }
}

type Counted = {
  all: number
  new_this_week: number
  big_spenders: number
  returning_a_lot: number
  guests: number
  asked_to_be_erased: number
}
type View = { name: string; href: string; counts: keyof Counted; isForErasers?: boolean }

const listOf = (search: Record<string, string>) => customersLink + toQuery(search)

/** Built-in views of the list. The limit of large spenders is in the shop's own currency. */
export const listCustomerViews = (currency: string): View[] => [
  { name: 'All', href: customersLink, counts: 'all' },
  { name: 'New this week', href: listOf({ new_days: String(newCustomerDays) }), counts: 'new_this_week' },
  {
    name: `Over ${formatRoundMoney({ amount: bigSpenderAmount, currency })}`,
    href: listOf({ spent_from: String(bigSpenderAmount) }),
    counts: 'big_spenders',
  },
  {
    name: `Return over ${highReturnPercent}\u2009%`,
    href: listOf({ returned_from: String(highReturnPercent) }),
    counts: 'returning_a_lot',
  },
  { name: 'Guests', href: guestsLink, counts: 'guests' },
  {
    name: 'Erasure requested',
    href: listOf({ asks_erasing: 'true' }),
    counts: 'asked_to_be_erased',
    isForErasers: true,
  },
]

/** Lists the views as tabs, for staff who may see them. */
export function listCustomerTabs(counted: Counted, scopes: readonly string[], currency: string) {
  return listCustomerViews(currency)
    .filter(({ isForErasers }) => !isForErasers || allowsScope(scopes, 'customers:erase'))
    .map(({ name, href, counts, isForErasers = false }) => ({
      name,
      href,
      count: counted[counts],
      isLate: isForErasers && counted[counts] > 0,
    }))
}

export const isNarrowed = (search: CustomersSearch): boolean =>
  Object.values(toCustomersInput(search)).some((value) => value !== undefined)
