import { useRouter } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import type { ConsoleContext } from '#console/console-context.ts'
import { useConsole } from '#console/console-context.ts'
import { ConsoleLink } from '#console/console-link.tsx'
import { customersLink, staffCustomerLink } from '#console/console-links.ts'
import { ExportLink } from '#console/list/export-link.tsx'
import { FilterRow } from '#console/list/filter-row.tsx'
import { ListFoot } from '#console/list/list-foot.tsx'
import { type Column, ListTable } from '#console/list/list-table.tsx'
import { useList, useListAddress } from '#console/list/use-list.ts'
import { useRows } from '#console/list/use-rows.ts'
import { Avatar } from '#console/ui/avatar.tsx'
import { EmptyView } from '#console/ui/empty-view.tsx'
import { Moment } from '#console/ui/moment.tsx'
import { Money } from '#console/ui/money.tsx'
import { PageHead } from '#console/ui/page-head.tsx'
import { Tag } from '#console/ui/tag.tsx'
import { usePageData } from '#console/use-page-data.ts'
import { returnsALot } from '#features/orders/return-rate.rules.ts'
import { readReturnRate } from '#features/returns/console/return-looks.rules.ts'
import { type CustomerHead, listCustomers } from '../../customers.staff.contract.ts'
import styles from './customers-page.module.css'

const rowsAtOnce = 50
type Search = { q?: string; after?: string }

export async function loadCustomers({ context: { load }, deps }: { context: ConsoleContext; deps: Search }) {
  return (await load(listCustomers, { ...deps, limit: rowsAtOnce })).data
}

const nameOf = ({ name, email, erased_at }: CustomerHead) => (erased_at ? 'Erased' : name || email)

const columns: Column<CustomerHead>[] = [
  {
    id: 'email',
    name: 'Email',
    cell: ({ email, erased_at }) => (
      <span className={styles.quiet}>{erased_at ? '' : <bdi dir="ltr">{email}</bdi>}</span>
    ),
  },
  { id: 'orders', name: 'Orders', isEnd: true, cell: ({ orders_count }) => orders_count },
  { id: 'spent', name: 'Paid', isEnd: true, cell: ({ spent }) => <Paid of={spent} /> },
  { id: 'returned', name: 'Returned', isEnd: true, cell: (row) => <Returned row={row} /> },
  {
    id: 'last',
    name: 'Last order',
    cell: ({ last_order_at }) => (
      <span className={styles.quiet}>{last_order_at ? <Moment at={last_order_at} /> : '–'}</span>
    ),
  },
  {
    id: 'since',
    name: 'Since',
    isExtra: true,
    cell: ({ created_at }) => (
      <span className={styles.quiet}>
        <Moment at={created_at} />
      </span>
    ),
  },
  { id: 'flags', name: 'Marks', cell: (row) => <Flags row={row} /> },
]

/** Everybody who has an account. */
export function CustomersPage() {
  const { call } = useConsole()
  const router = useRouter()
  const page = usePageData<typeof loadCustomers>(customersLink)
  const { search, change } = useListAddress(customersLink)
  const list = useList({
    first: page,
    search,
    keyOf: ({ id }) => id,
    read: async ({ q, after }) =>
      (await call(listCustomers, { limit: rowsAtOnce, ...(q && { q }), ...(after && { after }) })).data,
  })
  const rows = useRows(
    list.rows.map(({ id }) => id),
    { at: search.at, most: 0 },
  )
  return (
    <main className={styles.page}>
      <PageHead title="Customers">
        <ExportLink list="customers" />
      </PageHead>
      <FilterRow searchLabel="How a name or email begins" search={search} filters={[]} change={change} />
      {list.rows.length === 0 ? (
        <EmptyView
          icon={Users}
          title={search.q ? 'Nobody like that' : 'Nobody yet'}
          text={
            search.q ? `No name and no address begins with ${search.q}.` : 'Whoever makes an account shows up here.'
          }
        >
          {search.q && <ConsoleLink href={customersLink}>Clear the search</ConsoleLink>}
        </EmptyView>
      ) : (
        <ListTable
          label="Customers"
          list={list}
          rows={rows}
          columns={columns}
          nameHeading="Customer"
          nameOf={(row) => (
            <span className={styles.name}>
              <Avatar name={nameOf(row)} id={row.id} isShopper /> {nameOf(row)}
            </span>
          )}
          hrefOf={({ id }) => staffCustomerLink(id)}
          card={(row) => <Card row={row} />}
          open={({ id }) => router.navigate({ href: staffCustomerLink(id) })}
        />
      )}
      <ListFoot>
        {list.total === null
          ? 'More than anybody counts'
          : `${list.total} ${list.total === 1 ? 'customer' : 'customers'}`}
      </ListFoot>
    </main>
  )
}

/** The most of any currency; the rest is on their page. */
function Paid({ of: [most, ...others] }: { of: CustomerHead['spent'] }) {
  if (!most) return <span className={styles.quiet}>–</span>
  return (
    <>
      <Money of={most} />
      {others.length > 0 && <span className={styles.quiet}> +{others.length}</span>}
    </>
  )
}

function Returned({ row: { delivered_items, returned_items } }: { row: CustomerHead }) {
  const { text, tone } = readReturnRate(delivered_items, returned_items)
  return <span className={tone ? styles[tone] : styles.quiet}>{text}</span>
}

function Flags({ row }: { row: CustomerHead }) {
  if (row.erased_at) return <Tag>Erased</Tag>
  return (
    <span className={styles.flags}>
      {returnsALot({ delivered: row.delivered_items, returned: row.returned_items }) && (
        <Tag tone="warning">Returns a lot</Tag>
      )}
      {!row.confirmed_at && <Tag>Not confirmed</Tag>}
    </span>
  )
}

function Card({ row }: { row: CustomerHead }) {
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
