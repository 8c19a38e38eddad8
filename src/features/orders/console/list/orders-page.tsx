import { useRouter } from '@tanstack/react-router'
import { PackageCheck, Plus, SearchX } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { usePageData } from '#console/data/use-page-data.ts'
import { useStaffLive } from '#console/data/use-staff-live.ts'
import { JobReport } from '#console/list/bulk/job-report.tsx'
import { useJob } from '#console/list/bulk/use-job.ts'
import { type Filter, FilterRow } from '#console/list/filters/filter-row.tsx'
import { SavedViews } from '#console/list/filters/saved-views.tsx'
import { writeCameFrom } from '#console/list/moves/came-from.rules.ts'
import { useCursorAddress } from '#console/list/moves/use-cursor-address.ts'
import { readColumns } from '#console/list/table/column-choice.rules.ts'
import { ColumnChoice } from '#console/list/table/column-choice.tsx'
import { ListFoot } from '#console/list/table/list-foot.tsx'
import { type Column, ListTable } from '#console/list/table/list-table.tsx'
import { ShortText } from '#console/list/table/short-text.tsx'
import { SortChoice } from '#console/list/table/sort-choice.tsx'
import { useRows } from '#console/list/table/use-rows.ts'
import { useList, useListAddress } from '#console/list/use-list.ts'
import { usePaletteCommands } from '#console/palette/palette-store.ts'
import type { ConsoleContext } from '#console/shell/console-context.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { newOrderLink, ordersLink, staffOrderLink } from '#console/shell/console-links.ts'
import { useKeys } from '#console/shell/use-keys.ts'
import { useNow } from '#console/shell/use-now.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { showSpan } from '#console/ui/due.rules.ts'
import { EmptyView } from '#console/ui/empty-view.tsx'
import { Moment } from '#console/ui/moment.tsx'
import { Money } from '#console/ui/money.tsx'
import { PageHead } from '#console/ui/page-head.tsx'
import { Status } from '#console/ui/status.tsx'
import { Tag } from '#console/ui/tag.tsx'
import { Thumbs } from '#console/ui/thumbs.tsx'
import { toQuery } from '#contract/calls/call.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffInput, StaffOutput } from '#contract/calls/staff-call.ts'
import { ExportLink } from '#features/imports/console/parts/export-link.tsx'
import { bulkMost } from '#features/orders/order-jobs.staff.contract.ts'
import { unpaidHours } from '#features/orders/orders.rules.ts'
import {
  countOrders,
  listOrderChoices,
  listOrders,
  type OrderHead,
  sumOrders,
} from '#features/orders/orders.staff.contract.ts'
import { expiringHours, type OrderExtra, orderExtras, orderStatusNames } from '#features/orders/orders.staff.rules.ts'
import { listViews } from '#features/staff/views.staff.contract.ts'
import { orderLooks } from '../parts/order-status.ts'
import { OrderTags } from '../parts/order-tags.tsx'
import {
  builtInViews,
  chooseFilters,
  countView,
  findSort,
  findWait,
  isWaitingList,
  listShownStatuses,
  tellOrders,
  toListInput,
} from './order-list.rules.ts'
import type { OrderSearch } from './order-search.ts'
import { OrdersBulk } from './orders-bulk.tsx'
import styles from './orders-page.module.css'

/** With its dialogs it is a third of the page's code, which nobody needs before a row is opened. */
const OrderPeek = lazy(async () => ({ default: (await import('./order-peek.tsx')).OrderPeek }))

type ListInput = StaffInput<typeof listOrders>
type Numbers = StaffOutput<typeof countOrders> & Pick<StaffOutput<typeof sumOrders>, 'money'>
type Choices = StaffOutput<typeof listOrderChoices>

export async function loadOrders({ context: { load }, deps }: { context: ConsoleContext; deps: OrderSearch }) {
  const input = toListInput(deps) as ListInput
  const [page, counts, sums, choices, views] = await Promise.all([
    load(listOrders, input),
    load(countOrders, {}),
    isWaitingList(deps) ? load(sumOrders, input) : null,
    load(listOrderChoices, {}),
    load(listViews, { place: 'orders' }),
  ])
  const numbers = { counts: counts.data.counts, money: sums?.data.money ?? [] }
  return { page: page.data, numbers, choices: choices.data, views: views.data.data }
}

const same = (values: string[]) => values.map((value) => ({ value, name: value }))

/** Those of the row first; the others are asked for rarely. */
const listFilters = ({ shipping_methods, countries, tags }: Choices): Filter[] => [
  {
    name: 'status',
    label: 'Status',
    kind: 'many',
    choices: orderStatusNames.map((value) => ({ value, name: orderLooks[value].name })),
  },
  { name: 'shipping_method', label: 'Shipping', kind: 'one', choices: same(shipping_methods) },
  { name: 'country', label: 'Country', kind: 'one', choices: same(countries) },
  {
    name: 'has',
    label: 'Has',
    kind: 'many',
    choices: orderExtras.map((value) => ({ value, name: extraNames[value] })),
  },
  { name: 'tag', label: 'Tag', kind: 'one', choices: same(tags), isRare: true },
  { name: 'email', label: 'Email', kind: 'text', placeholder: 'The whole address', isRare: true },
  { name: 'sku', label: 'Sku', kind: 'text', placeholder: 'EBB-CLY-M', isRare: true },
  {
    name: 'expires_within',
    label: 'Lapses within',
    kind: 'one',
    choices: [expiringHours, 12, unpaidHours].map((hours) => ({ value: String(hours), name: `${hours} h` })),
    isRare: true,
  },
  { name: 'from', label: 'From', kind: 'day', isRare: true },
  { name: 'to', label: 'To', kind: 'day', isRare: true },
]
const extraNames: Record<OrderExtra, string> = {
  note: 'A note',
  problem: 'A problem on the way',
  return: 'A return',
  refund: 'A refund',
}

const sorts = [
  { value: 'placed_at', name: 'Longest wait first' },
  { value: '-placed_at', name: 'Newest first' },
]

const join = (...parts: string[]) => parts.filter(Boolean).join(', ')

const columns: Column<OrderHead>[] = [
  { id: 'status', name: 'Status', cell: ({ status }) => <Status look={orderLooks[status]} />, isFixed: true },
  {
    id: 'placed',
    name: 'Placed',
    sort: 'placed_at',
    cell: ({ placed_at }) => (
      <span className={styles.quiet}>
        <Moment at={placed_at} />
      </span>
    ),
  },
  {
    id: 'customer',
    name: 'Customer',
    cell: (order) => (
      <span className={styles.tagged}>
        <ShortText>{order.customer.name || order.customer.email}</ShortText>
        <OrderTags order={order} but="express" most={1} />
      </span>
    ),
  },
  { id: 'items', name: 'Items', cell: ({ images, items }) => <Thumbs images={images} count={items} /> },
  {
    id: 'to',
    name: 'Ship to',
    isExtra: true,
    cell: ({ city, country, country_code }) => (
      <span className={styles.place} title={join(city, country)}>
        {join(city, country_code ?? country)}
      </span>
    ),
  },
  { id: 'method', name: 'Method', isExtra: true, cell: (order) => <Method order={order} /> },
  {
    id: 'total',
    name: 'Total',
    isEnd: true,
    cell: ({ total }) => (
      <b className={styles.money}>
        <Money of={total} />
      </b>
    ),
  },
  { id: 'waits', name: 'Waits', isEnd: true, cell: (order) => <Waits order={order} /> },
]

function Method({ order: { shipping_method, tags } }: { order: OrderHead }) {
  if (tags.includes('express')) return <Tag tone="info">{shipping_method}</Tag>
  return <span className={styles.quiet}>{shipping_method}</span>
}

function Waits({ order }: { order: OrderHead }) {
  const now = useNow()
  const wait = findWait(order, now)
  if (!wait) return null
  return (
    <bdi dir="ltr" className={wait.isSoon ? styles.soon : styles.quiet}>
      {showSpan(wait.ms)}
    </bdi>
  )
}

export function OrdersPage() {
  const router = useRouter()
  const { call } = useConsole()
  const me = useMe()
  const loaded = usePageData<typeof loadOrders>(ordersLink)
  const { search, change } = useListAddress(ordersLink)
  const filters = listFilters(loaded.choices)
  const { counts, money } = useLiveNumbers(loaded.numbers, search)
  const list = useList({
    first: loaded.page,
    search,
    keyOf,
    read: async ({ after, ...words }) =>
      (await call(listOrders, { ...toListInput(words), ...(after && { after }) } as ListInput)).data,
  })
  const rows = useRows(list.rows.map(keyOf), { at: search.peek ?? search.at, most: bulkMost })
  useCursorAddress(rows, search, change)
  const job = useJob()
  const mayWrite = allowsScope(me.scopes, 'orders:write')
  const cameFrom = writeCameFrom(search)
  const hrefOf = ({ number }: { number: string }) => staffOrderLink(number, cameFrom)
  const next = list.rows.find(({ possible }) => possible.includes('pack'))
  const packNext = () => next && router.navigate({ href: hrefOf(next) })
  const isFree = !search.peek && rows.ticked.length === 0
  usePaletteCommands(
    mayWrite ? [{ name: 'New order', icon: Plus, run: () => void router.navigate({ href: newOrderLink }) }] : [],
    'Orders',
  )
  useKeys(mayWrite && next && isFree ? { p: packNext } : {})
  const builtIn = builtInViews.map((view) => ({
    name: view.name,
    href: ordersLink + toQuery(view.search),
    count: countView(view, counts),
  }))
  return (
    <main className={styles.page}>
      <PageHead title="Orders">
        <ExportLink list="orders" search={toListInput(search)} />
        {mayWrite && (
          <ConsoleLink href={newOrderLink} className={buttonClass()}>
            <Plus size={16} strokeWidth={1.75} aria-hidden />
            <span className={styles.newWords}>New order</span>
          </ConsoleLink>
        )}
        {mayWrite && next && (
          <Button tone="primary" hint="P" onClick={packNext}>
            Pack next
          </Button>
        )}
      </PageHead>
      <SavedViews
        place="orders"
        label="Views of orders"
        path={ordersLink}
        search={search}
        builtIn={builtIn}
        saved={loaded.views}
      />
      <FilterRow
        searchLabel="Number, email, sku or tracking"
        search={{ ...search, status: listShownStatuses(search)?.join() }}
        filters={filters}
        change={(words) => change({ ...chooseFilters(words), at: undefined, peek: undefined })}
      >
        <SortChoice choices={sorts} value={findSort(search)} change={(sort) => change({ sort, at: undefined })} />
        <ColumnChoice columns={columns} word={search.columns} change={change} />
      </FilterRow>
      <JobReport job={job} hrefOf={staffOrderLink} />
      {list.rows.length === 0 ? (
        <Nothing search={search} filters={filters} />
      ) : (
        <ListTable
          label="Orders"
          list={list}
          rows={rows}
          columns={columns}
          order={readColumns(columns, search.columns)}
          nameHeading="Order"
          nameOf={({ number }) => <bdi dir="ltr">{number}</bdi>}
          hrefOf={hrefOf}
          card={(order) => <OrderCard order={order} />}
          sort={{ by: findSort(search), change: (sort) => change({ sort, at: undefined }) }}
          hasTicks={mayWrite}
          open={(order) => router.navigate({ href: hrefOf(order) })}
          peek={({ number }) => change({ peek: search.peek === number ? undefined : number, at: number })}
        />
      )}
      <OrdersBulk orders={list.rows} rows={rows} job={job} />
      <ListFoot
        hints={[
          { keys: ['X'], does: 'select' },
          { keys: ['Space'], does: 'peek' },
        ]}
      >
        <bdi dir="ltr">{tellOrders(list.total, list.rows.length, money)}</bdi>
      </ListFoot>
      {search.peek && (
        <Suspense>
          <OrderPeek
            number={search.peek}
            href={hrefOf({ number: search.peek })}
            list={list}
            rows={rows}
            close={() => change({ peek: undefined })}
          />
        </Suspense>
      )}
    </main>
  )
}

const keyOf = (order: OrderHead) => order.number

/** How many there are of each status, and what those that wait are worth; it follows what others do. */
function useLiveNumbers(first: Numbers, search: OrderSearch): Numbers {
  const { call } = useConsole()
  const [numbers, setNumbers] = useState(first)
  useEffect(() => setNumbers(first), [first])
  useStaffLive(['counts'], async () => {
    const [counts, sums] = await Promise.all([
      call(countOrders, {}),
      isWaitingList(search) ? call(sumOrders, toListInput(search) as ListInput) : null,
    ])
    setNumbers({ counts: counts.data.counts, money: sums?.data.money ?? [] })
  })
  return numbers
}

function OrderCard({ order }: { order: OrderHead }) {
  const { number, status, customer, images, items, total, city, country, tags, own_tags } = order
  return (
    <span className={styles.card}>
      <Thumbs images={images} count={items} />
      <span className={styles.cardWords}>
        <b className={styles.money}>{customer.name || customer.email}</b>
        <span className={styles.quiet}>{join(city, country)}</span>
        {tags.length + own_tags.length > 0 && (
          <span className={styles.tagged}>
            <OrderTags order={order} />
          </span>
        )}
        <bdi dir="ltr" className={styles.quiet}>
          {number}
        </bdi>
      </span>
      <span className={styles.cardEnd}>
        <Status look={orderLooks[status]} />
        <b className={styles.money}>
          <Money of={total} />
        </b>
        <Waits order={order} />
      </span>
    </span>
  )
}

function Nothing({ search, filters }: { search: OrderSearch; filters: Filter[] }) {
  const words = filters.flatMap(({ name, label }) => {
    const value = search[name as keyof OrderSearch]
    return value ? `${label} ${value.replaceAll('_', ' ')}` : []
  })
  if (search.q) words.unshift(`“${search.q}”`)
  if (words.length === 0)
    return <EmptyView icon={PackageCheck} title="Nothing waits here" text="New orders show up by themselves." />
  return (
    <EmptyView icon={SearchX} title="No order like that" text={words.join(', ')}>
      <ConsoleLink href={ordersLink}>Clear the filters</ConsoleLink>
    </EmptyView>
  )
}
