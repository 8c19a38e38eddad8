import { useRouter } from '@tanstack/react-router'
import { Plus, Users } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { loadAll } from '#console/data/load-all.ts'
import { useFollowShoppers, useShopperHere } from '#console/data/shoppers-here.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { type Filter, FilterRow } from '#console/list/filters/filter-row.tsx'
import { SavedViews } from '#console/list/filters/saved-views.tsx'
import { showCount } from '#console/list/filters/view-tabs.tsx'
import { useCursorAddress } from '#console/list/moves/use-cursor-address.ts'
import { readColumns } from '#console/list/table/column-choice.rules.ts'
import { ColumnChoice } from '#console/list/table/column-choice.tsx'
import { ListFoot } from '#console/list/table/list-foot.tsx'
import { type Column, ListTable } from '#console/list/table/list-table.tsx'
import { ShortText } from '#console/list/table/short-text.tsx'
import { useRows } from '#console/list/table/use-rows.ts'
import { useList, useListAddress } from '#console/list/use-list.ts'
import { usePaletteCommands } from '#console/palette/palette-store.ts'
import type { ConsoleContext } from '#console/shell/console-context.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { customersLink, staffCustomerLink } from '#console/shell/console-links.ts'
import { useKeys } from '#console/shell/use-keys.ts'
import { useNow } from '#console/shell/use-now.ts'
import { Avatar } from '#console/ui/avatar.tsx'
import { Button } from '#console/ui/button.tsx'
import { EmptyView } from '#console/ui/empty-view.tsx'
import { Moment } from '#console/ui/moment.tsx'
import { showMoney } from '#console/ui/money.rules.ts'
import { Money } from '#console/ui/money.tsx'
import { PageHead } from '#console/ui/page-head.tsx'
import { Tag } from '#console/ui/tag.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffInput } from '#contract/calls/staff-call.ts'
import { homeCurrency } from '#contract/money/money.ts'
import { dayMs } from '#contract/times/times.ts'
import { bigSpending, newCustomerDays } from '#features/customers/customers.rules.ts'
import { type CustomerHead, countCustomers, listCustomers } from '#features/customers/customers.staff.contract.ts'
import { ExportLink } from '#features/imports/console/parts/export-link.tsx'
import { returnsALot } from '#features/orders/return-rate.rules.ts'
import { readReturnRate } from '#features/returns/console/parts/return-looks.rules.ts'
import { listStaffLanguages } from '#features/settings/settings.staff.contract.ts'
import { listViews } from '#features/staff/views.staff.contract.ts'
import { Paid } from '../customer/customer-parts.tsx'
import {
  type CustomersSearch,
  isNarrowed,
  listCustomerTabs,
  orderChoices,
  toCustomersInput,
} from './customer-list.rules.ts'
import styles from './customers-page.module.css'

const rowsAtOnce = 50

/** For whoever adds one, and for whoever looks closer. */
const NewCustomerDialog = lazy(async () => ({ default: (await import('./new-customer-dialog.tsx')).NewCustomerDialog }))
const CustomerPeek = lazy(async () => ({ default: (await import('./customer-peek.tsx')).CustomerPeek }))

type ListInput = StaffInput<typeof listCustomers>
const inputOf = (search: CustomersSearch & { after?: string }) =>
  ({ ...toCustomersInput(search), limit: rowsAtOnce }) as ListInput

export async function loadCustomers({ context, deps }: { context: ConsoleContext; deps: CustomersSearch }) {
  const { load, me } = context
  // Languages are kept with the settings, which not everybody may read.
  const mayNameLanguages = allowsScope(me?.scopes, 'settings:read')
  const [page, counted, views, languages] = await Promise.all([
    load(listCustomers, inputOf(deps)),
    load(countCustomers, {}),
    load(listViews, { place: 'customers' }),
    mayNameLanguages ? loadAll(load, listStaffLanguages, {}) : [],
  ])
  const named = languages.map(({ code, english_name }) => ({ value: code, name: english_name }))
  return { page: page.data, counted: counted.data, views: views.data.data, languages: named }
}

const nameOf = ({ name, email, erased_at }: CustomerHead) => (erased_at ? 'Erased' : name || email)
const When = ({ at }: { at: string | null }) => <span className={styles.quiet}>{at ? <Moment at={at} /> : '–'}</span>

const columns: Column<CustomerHead>[] = [
  {
    id: 'email',
    name: 'Email',
    cell: ({ email, erased_at }) => (
      <span className={styles.quiet}>{!erased_at && <ShortText>{email}</ShortText>}</span>
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
    id: 'average',
    name: 'Average',
    isEnd: true,
    isWide: true,
    cell: ({ average_order }) =>
      average_order ? <Money of={average_order} /> : <span className={styles.quiet}>–</span>,
  },
  { id: 'returned', name: 'Returned', isEnd: true, cell: (row) => <Returned row={row} /> },
  { id: 'last', name: 'Last order', cell: ({ last_order_at }) => <When at={last_order_at} /> },
  { id: 'seen', name: 'Last seen', isWide: true, cell: ({ last_seen_at }) => <When at={last_seen_at} /> },
  { id: 'since', name: 'Since', isWide: true, cell: ({ created_at }) => <When at={created_at} /> },
  { id: 'open', name: 'Open', isEnd: true, cell: (row) => <Open row={row} /> },
  { id: 'flags', name: 'Marks', cell: (row) => <Flags row={row} /> },
]

/** Everybody who has an account. */
export function CustomersPage() {
  useFollowShoppers()
  const { call } = useConsole()
  const me = useMe()
  const router = useRouter()
  const { page, counted, views, languages } = usePageData<typeof loadCustomers>(customersLink)
  const { search, change } = useListAddress(customersLink)
  const [isAdding, setAdding] = useState(false)
  const list = useList({
    first: page,
    search,
    keyOf: ({ id }) => id,
    read: async (asked) => (await call(listCustomers, inputOf(asked))).data,
  })
  const rows = useRows(
    list.rows.map(({ id }) => id),
    { at: search.peek ?? search.at, most: 0 },
  )
  useCursorAddress(rows, search, change)
  const peeked = search.peek ? list.rows[rows.index] : undefined
  const mayWrite = allowsScope(me.scopes, 'customers:write')
  const add = () => setAdding(true)
  useKeys(mayWrite ? { c: add } : {})
  usePaletteCommands(mayWrite ? [{ name: 'New customer', hint: 'C', run: add }] : [])
  return (
    <main className={styles.page}>
      <PageHead title="Customers">
        <ExportLink list="customers" />
        {mayWrite && (
          <Button tone="primary" icon={Plus} onClick={add} hint="C" aria-keyshortcuts="c">
            New customer
          </Button>
        )}
      </PageHead>
      <SavedViews
        place="customers"
        label="Views of customers"
        path={customersLink}
        search={search}
        saved={views}
        builtIn={listCustomerTabs(counted, me.scopes)}
      />
      <FilterRow
        searchLabel="Name, email, phone or order"
        search={search}
        filters={listFilters(languages, search)}
        change={(words) => change({ ...words, at: undefined, peek: undefined })}
      >
        <ColumnChoice columns={columns} word={search.columns} change={change} />
      </FilterRow>
      {list.rows.length === 0 ? (
        <Nothing search={search} />
      ) : (
        <ListTable
          label="Customers"
          list={list}
          rows={rows}
          columns={columns}
          order={readColumns(columns, search.columns)}
          nameHeading="Customer"
          nameOf={(row) => (
            <span className={styles.name}>
              <Avatar name={nameOf(row)} id={row.id} isShopper /> <ShortText>{nameOf(row)}</ShortText>
            </span>
          )}
          hrefOf={({ id }) => staffCustomerLink(id)}
          card={(row) => <Card row={row} />}
          open={({ id }) => router.navigate({ href: staffCustomerLink(id) })}
          peek={({ id }) => change({ peek: search.peek === id ? undefined : id, at: id })}
        />
      )}
      <ListFoot hints={[{ keys: ['Space'], does: 'peek' }]}>
        {list.total === null
          ? `The first ${list.rows.length} customers; there are more than anybody counts`
          : `${showCount(list.total)} ${list.total === 1 ? 'customer' : 'customers'}`}
      </ListFoot>
      <Suspense>
        {peeked && <CustomerPeek row={peeked} move={rows.move} close={() => change({ peek: undefined })} />}
        {isAdding && <NewCustomerDialog languages={languages} onClose={() => setAdding(false)} />}
      </Suspense>
    </main>
  )
}

type Choice = { value: string; name: string }

/** What a view asks for beyond these is a filter while it is asked for. */
function listFilters(languages: Choice[], search: CustomersSearch): Filter[] {
  const percent = (value: string) => ({ value, name: `${value}\u2009% or more` })
  return [
    { name: 'country', label: 'Country', kind: 'text', placeholder: 'As it is in the address' },
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
    ...(search.spent_from ? [{ name: 'spent_from', label: 'Spent', kind: 'one' as const, choices: spentChoices }] : []),
    ...(search.returned_from
      ? [{ name: 'returned_from', label: 'Returned', kind: 'one' as const, choices: ['20', '30', '50'].map(percent) }]
      : []),
    ...(search.new_days ? [{ name: 'new_days', label: 'New', kind: 'one' as const, choices: newChoices }] : []),
    ...(search.asks_erasing
      ? [
          {
            name: 'asks_erasing',
            label: 'Asked to be erased',
            kind: 'one' as const,
            choices: [{ value: 'true', name: 'Yes' }],
          },
        ]
      : []),
  ]
}
const spentChoices = [50_000, bigSpending, 500_000].map((amount) => ({
  value: String(amount),
  name: `${showMoney({ amount, currency: homeCurrency })} or more`,
}))
const newChoices = ['7', '30', '90'].map((days) => ({ value: days, name: `Within ${days} days` }))

function Nothing({ search }: { search: CustomersSearch }) {
  if (!isNarrowed(search)) {
    return <EmptyView icon={Users} title="Nobody yet" text="Whoever makes an account shows up here." />
  }
  return (
    <EmptyView
      icon={Users}
      title="Nobody like that"
      text={search.q ? `No name, email or phone begins with ${search.q}.` : 'Nobody fits the filters.'}
    >
      <ConsoleLink href={customersLink}>Show everybody</ConsoleLink>
    </EmptyView>
  )
}

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
  const isHere = useShopperHere({ customer: row.id }) !== undefined
  if (row.erased_at) return <Tag>Erased</Tag>
  const isNew = now - Date.parse(row.created_at) < newCustomerDays * dayMs
  return (
    <span className={styles.flags}>
      {isHere && <Tag tone="success">On the page now</Tag>}
      {returnsALot({ delivered: row.delivered_items, returned: row.returned_items }) && (
        <Tag tone="warning">Returns a lot</Tag>
      )}
      {row.open.tickets > 0 && <Tag tone="info">Open ticket</Tag>}
      {!row.confirmed_at && <Tag>Not confirmed</Tag>}
      {row.confirmed_at && isNew && <Tag>New</Tag>}
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
