import { Users } from 'lucide-react'
import { usePageData } from '#console/data/use-page-data.ts'
import { formatCappedCount, ViewTabs } from '#console/list/filters/view-tabs.tsx'
import { ListPage } from '#console/list/list-page.tsx'
import type { Column } from '#console/list/table/list-table.tsx'
import { useListPage } from '#console/list/use-list-page.ts'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { guestsLink, ordersLink } from '#console/shell/console-links.ts'
import { Avatar } from '#console/ui/content/avatar.tsx'
import { EmptyView } from '#console/ui/content/empty-view.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { toQuery } from '#contract/calls/call.ts'
import { countCustomers } from '#features/customers/customers.staff.contract.ts'
import { type Guest, listGuests } from '#features/customers/guests.staff.contract.ts'
import { SpentAmounts } from '../customer/customer-parts.tsx'
import { listCustomerTabs } from './customer-list.rules.ts'
import styles from './customers-page.module.css'

const rowsAtOnce = 50
type Search = { q?: string; at?: string; after?: string }
const inputOf = ({ q, after }: Search) => ({ limit: rowsAtOnce, ...(q && { q }), ...(after && { after }) })

export async function loadGuests({ context: { load }, deps }: { context: ConsoleContext; deps: Search }) {
  const [page, counted] = await Promise.all([load(listGuests, inputOf(deps)), load(countCustomers, {})])
  return { page: page.data, counted: counted.data }
}

const nameOf = ({ name, email }: Guest) => name || email
const ordersOf = ({ email }: Guest) => ordersLink + toQuery({ email })

const columns: Column<Guest>[] = [
  {
    id: 'email',
    name: 'Email',
    cell: ({ email }) => (
      <span className={styles.quiet}>
        <bdi dir="ltr">{email}</bdi>
      </span>
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
    id: 'last',
    name: 'Last order',
    cell: ({ last_order_at }) => (
      <span className={styles.quiet}>
        <Moment at={last_order_at} />
      </span>
    ),
  },
]

/** Lists guests by email address, with links to their orders. */
export function GuestsPage() {
  const { call, shop } = useConsole()
  const { scopes } = useMe()
  const { page: first, counted } = usePageData<typeof loadGuests>(guestsLink)
  const page = useListPage({
    path: guestsLink,
    first,
    keyOf: ({ email }) => email,
    read: async (input) => (await call(listGuests, inputOf(input))).data,
    isCursorInAddress: true,
  })
  const { total, rows } = page.list
  return (
    <ListPage
      page={page}
      title="Customers"
      className={styles.page}
      tabs={
        <ViewTabs
          label="Views of customers"
          current={guestsLink}
          views={listCustomerTabs(counted, scopes, shop.currency)}
        />
      }
      filters={{ searchLabel: 'Email', filters: [] }}
      empty={<NoGuests q={page.search.q} />}
      table={{
        label: 'Guests',
        columns,
        nameHeading: 'Guest',
        nameOf: renderName,
        hrefOf: ordersOf,
        card: (row) => <Card row={row} />,
      }}
      foot={
        total === null
          ? `The first ${rows.length} of more than 10,000 guests`
          : `${formatCappedCount(total)} ${total === 1 ? 'guest' : 'guests'}`
      }
    />
  )
}

function NoGuests({ q }: { q: string | undefined }) {
  if (!q)
    return <EmptyView icon={Users} title="No guests yet" text="Shoppers who order without an account appear here." />
  return (
    <EmptyView icon={Users} title="No matching guests" text={`No email starts with “${q}”.`}>
      <ConsoleLink href={guestsLink}>Show all guests</ConsoleLink>
    </EmptyView>
  )
}

const renderName = (row: Guest) => (
  <span className={styles.name}>
    <Avatar name={nameOf(row)} id={row.email} isShopper /> {nameOf(row)}
  </span>
)

function Card({ row }: { row: Guest }) {
  return (
    <span className={styles.card}>
      <Avatar name={nameOf(row)} id={row.email} isShopper size="large" />
      <span className={styles.who}>
        <b>{nameOf(row)}</b>
        <span className={styles.quiet}>{row.email}</span>
      </span>
      <span className={styles.quiet}>
        {row.orders_count} {row.orders_count === 1 ? 'order' : 'orders'}
      </span>
    </span>
  )
}
