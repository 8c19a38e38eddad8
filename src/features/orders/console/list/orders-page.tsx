import { useRouter } from '@tanstack/react-router'
import { PackageCheck, Plus, SearchX } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { usePageData } from '#console/data/use-page-data.ts'
import { JobReport } from '#console/list/bulk/job-report.tsx'
import { useJob } from '#console/list/bulk/use-job.ts'
import type { Filter } from '#console/list/filters/filter-row.tsx'
import { ListPage } from '#console/list/list-page.tsx'
import { formatOriginList } from '#console/list/moves/origin-list.rules.ts'
import { type ListPageState, useListPage } from '#console/list/use-list-page.ts'
import { usePaletteCommands } from '#console/palette/palette-store.ts'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { newOrderLink, ordersLink, staffOrderLink } from '#console/shell/console-links.ts'
import { useKeys } from '#console/shell/use-keys.ts'
import { Button, buttonClass } from '#console/ui/buttons/button.tsx'
import { EmptyView } from '#console/ui/content/empty-view.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffInput } from '#contract/calls/staff-call.ts'
import { ExportLink } from '#features/imports/console/parts/export-link.tsx'
import { maxBulkSize } from '#features/orders/order-jobs.staff.contract.ts'
import {
  countOrders,
  listOrderChoices,
  listOrders,
  type OrderHead,
  sumOrders,
} from '#features/orders/orders.staff.contract.ts'
import { listViews } from '#features/staff/views.staff.contract.ts'
import { columns, listFilters, OrderCard, sorts } from './order-columns.tsx'
import {
  chooseFilters,
  findSort,
  formatOrderCount,
  isWaitingList,
  listBuiltIn,
  listShownStatuses,
  toListInput,
} from './order-list.rules.ts'
import type { OrderSearch } from './order-search.ts'
import { OrdersBulk } from './orders-bulk.tsx'
import styles from './orders-page.module.css'
import { useOrderNumbers } from './use-order-numbers.ts'

/** Loaded on demand. The preview and its dialogs are a third of the page's code, and are needed only when a row is opened. */
const OrderPreview = lazy(async () => ({ default: (await import('./order-preview.tsx')).OrderPreview }))

type ListInput = StaffInput<typeof listOrders>

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

const hints = [
  { keys: ['X'], does: 'select' },
  { keys: ['Space'], does: 'peek' },
]

export function OrdersPage() {
  const { call } = useConsole()
  const mayWrite = allowsScope(useMe().scopes, 'orders:write')
  const loaded = usePageData<typeof loadOrders>(ordersLink)
  const page = useListPage<OrderHead>({
    path: ordersLink,
    first: loaded.page,
    keyOf: ({ number }) => number,
    read: async ({ after, ...words }) =>
      (await call(listOrders, { ...toListInput(words), ...(after && { after }) } as ListInput)).data,
    maxSelected: mayWrite ? maxBulkSize : 0,
    isCursorInAddress: true,
  })
  const { list, rows, search, change } = page
  const { peek: number } = search
  const { counts, money } = useOrderNumbers(loaded.numbers, search)
  const job = useJob()
  const listState = formatOriginList(search)
  const hrefOf = ({ number }: { number: string }) => staffOrderLink(number, listState)
  const packNext = useOrderCommands(page, hrefOf)
  const filters = listFilters(loaded.choices)
  return (
    <ListPage
      page={page}
      title="Orders"
      actions={<Actions search={search} mayWrite={mayWrite} packNext={packNext} />}
      views={{ place: 'orders', label: 'Views of orders', builtIn: listBuiltIn(counts), saved: loaded.views }}
      filters={{
        searchLabel: 'Number, email, SKU or tracking',
        filters,
        shown: { ...search, status: listShownStatuses(search)?.join() },
        toWords: chooseFilters,
      }}
      notices={<JobReport job={job} hrefOf={staffOrderLink} />}
      empty={<EmptyList search={search} filters={filters} />}
      table={{
        columns,
        nameHeading: 'Order',
        nameOf: ({ number }) => <bdi dir="ltr">{number}</bdi>,
        hrefOf,
        card: (order) => <OrderCard order={order} />,
        sort: { by: findSort(search), change: (sort) => change({ sort, at: undefined }), choices: sorts },
        peek: page.togglePreview,
      }}
      hints={hints}
      foot={<bdi dir="ltr">{formatOrderCount(list.total, list.rows.length, money)}</bdi>}
    >
      <OrdersBulk orders={list.rows} rows={rows} job={job} />
      {number && (
        <Suspense>
          <OrderPreview number={number} href={hrefOf({ number })} list={list} rows={rows} close={page.closePreview} />
        </Suspense>
      )}
    </ListPage>
  )
}

/**
 * Adds the command for a new order, and the shortcut `P`, which opens the next order to pack while no row is selected
 * or open. Returns the function of the shortcut, or null if there is no order to pack.
 */
function useOrderCommands({ list, rows, search }: ListPageState<OrderHead>, hrefOf: (order: OrderHead) => string) {
  const router = useRouter()
  const mayWrite = allowsScope(useMe().scopes, 'orders:write')
  const create = () => void router.navigate({ href: newOrderLink })
  const next = list.rows.find(({ possible }) => possible.includes('pack'))
  const packNext = mayWrite && next ? () => router.navigate({ href: hrefOf(next) }) : null
  const isFree = !search.peek && rows.ticked.length === 0
  usePaletteCommands(mayWrite ? [{ name: 'New order', icon: Plus, run: create }] : [], 'Orders')
  useKeys(packNext && isFree ? { p: packNext } : {})
  return packNext
}

type ActionsProps = { search: OrderSearch; mayWrite: boolean; packNext: (() => void) | null }

function Actions({ search, mayWrite, packNext }: ActionsProps) {
  return (
    <>
      <ExportLink list="orders" search={toListInput(search)} />
      {mayWrite && (
        <ConsoleLink href={newOrderLink} className={buttonClass()}>
          <Plus size={16} strokeWidth={1.75} aria-hidden />
          <span className={styles.newWords}>New order</span>
        </ConsoleLink>
      )}
      {packNext && (
        <Button tone="primary" hint="P" onClick={packNext}>
          Pack next
        </Button>
      )}
    </>
  )
}

function EmptyList({ search, filters }: { search: OrderSearch; filters: Filter[] }) {
  const words = filters.flatMap(({ name, label }) => {
    const value = search[name as keyof OrderSearch]
    return value ? `${label} ${value.replaceAll('_', ' ')}` : []
  })
  if (search.q) words.unshift(`“${search.q}”`)
  if (words.length === 0)
    return (
      <EmptyView icon={PackageCheck} title="Nothing is waiting here" text="New orders appear here automatically." />
    )
  return (
    <EmptyView icon={SearchX} title="No order like that" text={words.join(', ')}>
      <ConsoleLink href={ordersLink}>Clear the filters</ConsoleLink>
    </EmptyView>
  )
}
