import { usePresentShopper } from '#console/data/shopper-presence.ts'
import type { Filter } from '#console/list/filters/filter-row.tsx'
import type { Column } from '#console/list/table/list-table.tsx'
import { ShortText } from '#console/list/table/short-text.tsx'
import { useNow } from '#console/shell/use-now.ts'
import { Avatar } from '#console/ui/content/avatar.tsx'
import { Tag } from '#console/ui/content/tag.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { formatMoney } from '#console/ui/format/money.rules.ts'
import { Money } from '#console/ui/format/money.tsx'
import { dayMs } from '#contract/times/times.ts'
import { bigSpenderAmount, newCustomerDays } from '#features/customers/customers.rules.ts'
import type { CustomerHead } from '#features/customers/customers.staff.contract.ts'
import { returnsOften } from '#features/orders/return-rate.rules.ts'
import { readReturnRate } from '#features/returns/console/parts/return-badges.rules.ts'
import { SpentAmounts } from '../customer/customer-parts.tsx'
import { type CustomersSearch, orderChoices } from './customer-list.rules.ts'
import styles from './customers-page.module.css'

const nameOf = ({ name, email, erased_at }: CustomerHead) => (erased_at ? 'Erased' : name || email)
const When = ({ at }: { at: string | null }) => <span className={styles.quiet}>{at ? <Moment at={at} /> : '–'}</span>

export const columns: Column<CustomerHead>[] = [
  {
    id: 'email',
    name: 'Email',
    cell: ({ email, erased_at }) => (
      <span className={styles.quiet}>{!erased_at && <ShortText>{email}</ShortText>}</span>
    ),
  },
  {
    id: 'from',
    name: 'Location',
    isExtra: true,
    cell: ({ city, country }) => <span className={styles.quiet}>{[city, country].filter(Boolean).join(', ')}</span>,
  },
  { id: 'orders', name: 'Orders', isEnd: true, cell: ({ orders_count }) => orders_count },
  { id: 'spent', name: 'Spent', isEnd: true, cell: ({ spent }) => <SpentAmounts of={spent} /> },
  {
    id: 'average',
    name: 'Average order',
    isEnd: true,
    isWide: true,
    cell: ({ average_order }) =>
      average_order ? <Money of={average_order} /> : <span className={styles.quiet}>–</span>,
  },
  { id: 'returned', name: 'Returned', isEnd: true, cell: (row) => <Returned row={row} /> },
  { id: 'last', name: 'Last order', cell: ({ last_order_at }) => <When at={last_order_at} /> },
  { id: 'seen', name: 'Last seen', isWide: true, cell: ({ last_seen_at }) => <When at={last_seen_at} /> },
  { id: 'since', name: 'Since', isWide: true, cell: ({ created_at }) => <When at={created_at} /> },
  { id: 'open', name: 'Open cases', isEnd: true, cell: (row) => <Open row={row} /> },
  { id: 'flags', name: 'Tags', cell: (row) => <Flags row={row} /> },
]

export const renderName = (row: CustomerHead) => (
  <span className={styles.name}>
    <Avatar name={nameOf(row)} id={row.id} isShopper /> <ShortText>{nameOf(row)}</ShortText>
  </span>
)

type Choice = { value: string; name: string }

/** Returns the filters of the list. While a view is open, its other conditions are shown as filters too. */
export function listFilters(languages: Choice[], search: CustomersSearch, currency: string): Filter[] {
  const percent = (value: string) => ({ value, name: `${value}\u2009% or more` })
  return [
    { name: 'country', label: 'Country', kind: 'text', placeholder: 'As written in the address' },
    { name: 'orders', label: 'Orders', kind: 'one', choices: orderChoices },
    ...(languages.length > 0
      ? [{ name: 'language', label: 'Language', kind: 'one' as const, choices: languages }]
      : []),
    {
      name: 'is_subscribed',
      label: 'Subscribed',
      kind: 'one',
      choices: [
        { value: 'true', name: 'Yes' },
        { value: 'false', name: 'No' },
      ],
    },
    ...(search.spent_from
      ? [{ name: 'spent_from', label: 'Spent', kind: 'one' as const, choices: listSpentChoices(currency) }]
      : []),
    ...(search.returned_from
      ? [{ name: 'returned_from', label: 'Returned', kind: 'one' as const, choices: ['20', '30', '50'].map(percent) }]
      : []),
    ...(search.new_days ? [{ name: 'new_days', label: 'New', kind: 'one' as const, choices: newChoices }] : []),
    ...(search.asks_erasing
      ? [
          {
            name: 'asks_erasing',
            label: 'Erasure requested',
            kind: 'one' as const,
            choices: [{ value: 'true', name: 'Yes' }],
          },
        ]
      : []),
  ]
}
const listSpentChoices = (currency: string) =>
  [50_000, bigSpenderAmount, 500_000].map((amount) => ({
    value: String(amount),
    name: `${formatMoney({ amount, currency })} or more`,
  }))
const newChoices = ['7', '30', '90'].map((days) => ({ value: days, name: `Within ${days} days` }))

function Open({ row: { open } }: { row: CustomerHead }) {
  const count = open.orders + open.returns + open.tickets
  return <span className={count === 0 ? styles.quiet : undefined}>{count}</span>
}

function Returned({ row: { delivered_items, returned_items } }: { row: CustomerHead }) {
  const { text, tone } = readReturnRate(delivered_items, returned_items)
  return <span className={tone ? styles[tone] : styles.quiet}>{text}</span>
}

function Flags({ row }: { row: CustomerHead }) {
  const now = useNow()
  const isHere = usePresentShopper({ customer: row.id }) !== undefined
  if (row.erased_at) return <Tag>Erased</Tag>
  const isNew = now - Date.parse(row.created_at) < newCustomerDays * dayMs
  return (
    <span className={styles.flags}>
      {isHere && <Tag tone="success">Online now</Tag>}
      {returnsOften({ delivered: row.delivered_items, returned: row.returned_items }) && (
        <Tag tone="warning">Returns a lot</Tag>
      )}
      {row.open.tickets > 0 && <Tag tone="info">Open ticket</Tag>}
      {!row.confirmed_at && <Tag>Not confirmed</Tag>}
      {row.confirmed_at && isNew && <Tag>New</Tag>}
    </span>
  )
}

export function CustomerCard({ row }: { row: CustomerHead }) {
  return (
    <span className={styles.card}>
      <Avatar name={nameOf(row)} id={row.id} isShopper size="large" />
      <span className={styles.who}>
        <b>{nameOf(row)}</b>
        <span className={styles.quiet}>{row.erased_at ? '' : row.email}</span>
      </span>
      <span className={styles.quiet}>
        {row.orders_count} {row.orders_count === 1 ? 'order' : 'orders'}
      </span>
    </span>
  )
}
