import { useRouter } from '@tanstack/react-router'
import { PackageCheck, SearchX } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { ConsoleContext } from '#console/console-context.ts'
import { useConsole, useMe } from '#console/console-context.ts'
import { ConsoleLink } from '#console/console-link.tsx'
import { ordersLink, staffOrderLink } from '#console/console-links.ts'
import { writeCameFrom } from '#console/list/came-from.rules.ts'
import { readColumns } from '#console/list/column-choice.rules.ts'
import { ColumnChoice } from '#console/list/column-choice.tsx'
import { ExportLink } from '#console/list/export-link.tsx'
import { type Filter, FilterRow } from '#console/list/filter-row.tsx'
import { JobReport } from '#console/list/job-report.tsx'
import { ListFoot } from '#console/list/list-foot.tsx'
import { type Column, ListTable } from '#console/list/list-table.tsx'
import { SavedViews } from '#console/list/saved-views.tsx'
import { useCursorAddress } from '#console/list/use-cursor-address.ts'
import { useJob } from '#console/list/use-job.ts'
import { useList, useListAddress } from '#console/list/use-list.ts'
import { useRows } from '#console/list/use-rows.ts'
import { showCount } from '#console/list/view-tabs.tsx'
import { Button } from '#console/ui/button.tsx'
import { showSpan } from '#console/ui/due.rules.ts'
import { EmptyView } from '#console/ui/empty-view.tsx'
import { Moment } from '#console/ui/moment.tsx'
import { Money } from '#console/ui/money.tsx'
import { PageHead } from '#console/ui/page-head.tsx'
import { Status } from '#console/ui/status.tsx'
import { Tag } from '#console/ui/tag.tsx'
import { Thumbs } from '#console/ui/thumbs.tsx'
import { useKeys } from '#console/use-keys.ts'
import { useNow } from '#console/use-now.ts'
import { usePageData } from '#console/use-page-data.ts'
import { useStaffLive } from '#console/use-staff-live.ts'
import { toQuery } from '#contract/call.ts'
import type { StaffInput, StaffOutput } from '#contract/staff-call.ts'
import { orderLooks } from '#features/orders/console/order-status.ts'
import { OrderTags } from '#features/orders/console/order-tags.tsx'
import { bulkMost } from '#features/orders/order-jobs.staff.contract.ts'
import { unpaidHours } from '#features/orders/orders.rules.ts'
import { countOrders, listOrders, type OrderHead } from '#features/orders/orders.staff.contract.ts'
import { expiringHours, orderStatusNames } from '#features/orders/orders.staff.rules.ts'
import { listViews } from '#features/staff/views.staff.contract.ts'
import { builtInViews, countView, findSort, findWait, type OrderSearch, toListInput } from './order-list.rules.ts'
import { OrdersBulk } from './orders-bulk.tsx'
import styles from './orders-page.module.css'

/** With its dialogs it is a third of the page's code, which nobody needs before a row is opened. */
const OrderPeek = lazy(async () => ({ default: (await import('./order-peek.tsx')).OrderPeek }))

type ListInput = StaffInput<typeof listOrders>
type Counts = StaffOutput<typeof countOrders>['counts']

export async function loadOrders({ context: { load }, deps }: { context: ConsoleContext; deps: OrderSearch }) {
  const [page, counts, views] = await Promise.all([
    load(listOrders, toListInput(deps) as ListInput),
    load(countOrders, {}),
    load(listViews, { place: 'orders' }),
  ])
  return { page: page.data, counts: counts.data.counts, views: views.data.data }
}

const filters: Filter[] = [
  {
    name: 'status',
    label: 'Status',
    kind: 'many',
    choices: orderStatusNames.map((value) => ({ value, name: orderLooks[value].name })),
  },
  { name: 'country', label: 'Country', kind: 'text', placeholder: 'As it is in the address' },
  { name: 'email', label: 'Email', kind: 'text', placeholder: 'The whole address' },
  { name: 'sku', label: 'Sku', kind: 'text', placeholder: 'EBB-CLY-M' },
  {
    name: 'expires_within',
    label: 'Lapses within',
    kind: 'one',
    choices: [expiringHours, 12, unpaidHours].map((hours) => ({ value: String(hours), name: `${hours} h` })),
  },
  { name: 'from', label: 'From', kind: 'day' },
  { name: 'to', label: 'To', kind: 'day' },
]

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
    cell: ({ customer, tags }) => (
      <span className={styles.tagged}>
        {customer.name || <bdi dir="ltr">{customer.email}</bdi>}
        <OrderTags tags={tags} but="express" />
      </span>
    ),
  },
  { id: 'items', name: 'Items', cell: ({ images, items }) => <Thumbs images={images} count={items} /> },
  {
    id: 'to',
    name: 'Ship to',
    isExtra: true,
    cell: ({ city, country }) => <span className={styles.quiet}>{[city, country].filter(Boolean).join(', ')}</span>,
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
  return <span className={wait.isSoon ? styles.soon : styles.quiet}>{showSpan(wait.ms)}</span>
}

export function OrdersPage() {
  const router = useRouter()
  const { call } = useConsole()
  const me = useMe()
  const loaded = usePageData<typeof loadOrders>(ordersLink)
  const { search, change } = useListAddress(ordersLink)
  const counts = useLiveCounts(loaded.counts)
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
  const mayWrite = me.scopes.includes('orders:write')
  const cameFrom = writeCameFrom(search)
  const hrefOf = ({ number }: { number: string }) => staffOrderLink(number, cameFrom)
  const next = list.rows.find(({ possible }) => possible.includes('pack'))
  const packNext = () => next && router.navigate({ href: hrefOf(next) })
  const isFree = !search.peek && rows.ticked.length === 0
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
        search={search}
        filters={filters}
        change={(words) => change({ ...words, ...(words.q && { view: undefined }), at: undefined, peek: undefined })}
      >
        <ColumnChoice columns={columns} word={search.columns} change={change} />
      </FilterRow>
      <JobReport job={job} hrefOf={staffOrderLink} />
      {list.rows.length === 0 ? (
        <Nothing search={search} />
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
        {tellTotal(list.total, list.rows.length)}
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

function tellTotal(total: number | null, shown: number): string {
  if (total === null) return `The first ${shown} orders; there are more than anybody counts`
  return `${showCount(total)} ${total === 1 ? 'order' : 'orders'}`
}

/** How many there are of each status; it follows what others do. */
function useLiveCounts(first: Counts): Counts {
  const { call } = useConsole()
  const [counts, setCounts] = useState(first)
  useEffect(() => setCounts(first), [first])
  useStaffLive(['counts'], async () => setCounts((await call(countOrders, {})).data.counts))
  return counts
}

function OrderCard({ order }: { order: OrderHead }) {
  const { number, status, customer, images, items, total, city, country, tags } = order
  return (
    <span className={styles.card}>
      <Thumbs images={images} count={items} />
      <span className={styles.cardWords}>
        <b className={styles.money}>{customer.name || customer.email}</b>
        <span className={styles.quiet}>{[city, country].filter(Boolean).join(', ')}</span>
        {tags.length > 0 && (
          <span className={styles.tagged}>
            <OrderTags tags={tags} />
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

function Nothing({ search }: { search: OrderSearch }) {
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
