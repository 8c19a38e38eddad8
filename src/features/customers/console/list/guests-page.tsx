import { useRouter } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { usePageData } from '#console/data/use-page-data.ts'
import { FilterRow } from '#console/list/filters/filter-row.tsx'
import { showCount, ViewTabs } from '#console/list/filters/view-tabs.tsx'
import { useCursorAddress } from '#console/list/moves/use-cursor-address.ts'
import { readColumns } from '#console/list/table/column-choice.rules.ts'
import { ListFoot } from '#console/list/table/list-foot.tsx'
import { type Column, ListTable } from '#console/list/table/list-table.tsx'
import { useRows } from '#console/list/table/use-rows.ts'
import { useList, useListAddress } from '#console/list/use-list.ts'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { guestsLink, ordersLink } from '#console/shell/console-links.ts'
import { Avatar } from '#console/ui/avatar.tsx'
import { EmptyView } from '#console/ui/empty-view.tsx'
import { Moment } from '#console/ui/moment.tsx'
import { PageHead } from '#console/ui/page-head.tsx'
import { toQuery } from '#contract/calls/call.ts'
import { countCustomers } from '#features/customers/customers.staff.contract.ts'
import { type Guest, listGuests } from '#features/customers/guests.staff.contract.ts'
import { Paid } from '../customer/customer-parts.tsx'
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
    name: 'From',
    isExtra: true,
    cell: ({ city, country }) => <span className={styles.quiet}>{[city, country].filter(Boolean).join(', ')}</span>,
  },
  { id: 'orders', name: 'Orders', isEnd: true, cell: ({ orders_count }) => orders_count },
  { id: 'spent', name: 'Spent', isEnd: true, cell: ({ spent }) => <Paid of={spent} /> },
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

/** Whoever bought without an account, by address; each leads to their orders. */
export function GuestsPage() {
  const { call } = useConsole()
  const { scopes } = useMe()
  const router = useRouter()
  const { page, counted } = usePageData<typeof loadGuests>(guestsLink)
  const { search, change } = useListAddress(guestsLink)
  const list = useList({
    first: page,
    search,
    keyOf: ({ email }) => email,
    read: async (asked) => (await call(listGuests, inputOf(asked))).data,
  })
  const rows = useRows(
    list.rows.map(({ email }) => email),
    { at: search.at, most: 0 },
  )
  useCursorAddress(rows, search, change)
  return (
    <main className={styles.page}>
      <PageHead title="Customers" />
      <ViewTabs label="Views of customers" current={guestsLink} views={listCustomerTabs(counted, scopes)} />
      <FilterRow
        searchLabel="Email"
        search={search}
        filters={[]}
        change={(words) => change({ ...words, at: undefined })}
      />
      {list.rows.length === 0 ? (
        <EmptyView
          icon={Users}
          title={search.q ? 'No guest like that' : 'No guests yet'}
          text={search.q ? `No address begins with ${search.q}.` : 'Whoever buys without an account shows up here.'}
        >
          {search.q && <ConsoleLink href={guestsLink}>Show all guests</ConsoleLink>}
        </EmptyView>
      ) : (
        <ListTable
          label="Guests"
          list={list}
          rows={rows}
          columns={columns}
          order={readColumns(columns, undefined)}
          nameHeading="Guest"
          nameOf={(row) => (
            <span className={styles.name}>
              <Avatar name={nameOf(row)} id={row.email} isShopper /> {nameOf(row)}
            </span>
          )}
          hrefOf={ordersOf}
          card={(row) => <Card row={row} />}
          open={(row) => router.navigate({ href: ordersOf(row) })}
        />
      )}
      <ListFoot>
        {list.total === null
          ? `The first ${list.rows.length} guests; there are more than anybody counts`
          : `${showCount(list.total)} ${list.total === 1 ? 'guest' : 'guests'}`}
      </ListFoot>
    </main>
  )
}

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
