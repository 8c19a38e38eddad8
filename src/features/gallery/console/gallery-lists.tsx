import { CloudOff, Package, Printer, Truck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { BulkBar } from '#console/list/bulk/bulk-bar.tsx'
import { FilterRow } from '#console/list/filters/filter-row.tsx'
import { ViewTabs } from '#console/list/filters/view-tabs.tsx'
import { Preview } from '#console/list/moves/preview.tsx'
import { readColumns } from '#console/list/table/column-choice.rules.ts'
import { ColumnChoice } from '#console/list/table/column-choice.tsx'
import { ListFoot } from '#console/list/table/list-foot.tsx'
import { type Column, ListTable } from '#console/list/table/list-table.tsx'
import { type Rows, useRows } from '#console/list/table/use-rows.ts'
import type { List } from '#console/list/use-list.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { DueBar } from '#console/ui/content/due-bar.tsx'
import { DueTag } from '#console/ui/content/due-tag.tsx'
import { EmptyView } from '#console/ui/content/empty-view.tsx'
import { Status, type StatusBadge } from '#console/ui/content/status.tsx'
import { Thumbs } from '#console/ui/content/thumbs.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { PageSkeleton } from '#console/ui/layout/page-skeleton.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { endCell, Table } from '#console/ui/layout/table.tsx'
import styles from './gallery.module.css'

type Row = { number: string; badge: StatusBadge; name: string; cents: number; at: string }
const badges: StatusBadge[] = [
  { name: 'Paid', tone: 'info', gauge: 0.25 },
  { name: 'Preparing', tone: 'info', gauge: 0.5 },
  { name: 'On hold', tone: 'warning', gauge: 'pause' },
  { name: 'Unpaid', tone: 'accent', gauge: 0 },
]
const names = ['Niamh Byrne', 'Maren Lindqvist', 'Yuki Tanaka', 'Omar Haddad', 'Sofia Rossi', 'Ruth Okafor']
const orders: Row[] = names.map((name, at) => ({
  number: `HB2V8C6MD3X${at}0`,
  badge: badges[at % badges.length] ?? { name: 'Paid', tone: 'info', gauge: 0.25 },
  name,
  cents: 10_400 + at * 2_315,
  at: `2026-11-1${at}T09:58:00Z`,
}))
const columns: Column<Row>[] = [
  { id: 'status', name: 'Status', isFixed: true, cell: ({ badge }) => <Status badge={badge} /> },
  { id: 'placed', name: 'Placed', sort: 'placed', cell: ({ at }) => <Moment at={at} /> },
  { id: 'customer', name: 'Customer', cell: ({ name }) => name },
  { id: 'items', name: 'Items', isExtra: true, cell: () => <Thumbs images={[null, null, null]} count={5} /> },
  {
    id: 'total',
    name: 'Total',
    isEnd: true,
    cell: ({ cents }) => <Money of={{ amount: cents, currency: 'USD' }} />,
  },
]
const hourMs = 3_600_000
const since = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString()

function useGalleryList(problem: string | null): List<Row> {
  const [held, setHeld] = useState(2)
  const more = async () => undefined
  const rest = { next: null, total: orders.length, gone: new Set([orders[5]?.number ?? '']), isBusy: false, more }
  return {
    ...rest,
    rows: orders,
    held,
    problem,
    keyOf: ({ number }) => number,
    showNewRows: () => setHeld(0),
    put: () => undefined,
  }
}

export function ConsoleListParts() {
  const [isPreviewing, setPreviewing] = useState(false)
  const rows = useRows(
    orders.map(({ number }) => number),
    { max: 100 },
  )
  const peek = () => setPreviewing(true)
  const at = orders[rows.index]
  return (
    <div className={styles.page}>
      <OrderList rows={rows} peek={peek} />
      <div className={styles.row}>
        <Button onClick={peek}>Show the preview</Button>
      </div>
      <DueTable />
      <Panel title="Nothing found">
        <EmptyView title="No order like that" text="Status Paid, country Denmark">
          <Button>Clear the filters</Button>
        </EmptyView>
      </Panel>
      <Panel title="Loading failed">
        <EmptyView icon={CloudOff} title="The list did not load" text="The connection was lost at 10:42.">
          <Button>Try again</Button>
        </EmptyView>
      </Panel>
      <Panel title="Loading" isFlush>
        <PageSkeleton />
      </Panel>
      <BulkBar
        count={rows.ticked.length}
        clear={rows.clear}
        commands={[
          { name: 'Ship', icon: Truck, fits: Math.min(1, rows.ticked.length), run: rows.clear, key: 'S' },
          { name: 'Pack', icon: Package, fits: rows.ticked.length, run: rows.clear, key: 'P' },
          { name: 'Print slips', icon: Printer, fits: rows.ticked.length, run: rows.clear },
        ]}
      />
      {isPreviewing && at && <OrderPreview order={at} move={rows.move} close={() => setPreviewing(false)} />}
    </div>
  )
}

function OrderList({ rows, peek }: { rows: Rows; peek: () => void }) {
  const list = useGalleryList('No connection. Nothing was changed; please try again.')
  const [word, setWord] = useState<string | undefined>()
  return (
    <Panel title="List with views, filters, selected rows, removed rows, new rows and a failed page" isFlush>
      <ViewTabs
        label="Views"
        current="#waiting"
        views={[
          { name: 'All', href: '#all', count: 1284 },
          { name: 'Waiting', href: '#waiting', count: 22 },
          { name: 'Refund failed', href: '#failed', count: 1, isLate: true },
        ]}
      />
      <Filters>
        <ColumnChoice columns={columns} word={word} change={({ columns: next }) => setWord(next)} />
      </Filters>
      <ListTable
        label="Orders"
        list={list}
        rows={rows}
        columns={columns}
        order={readColumns(columns, word)}
        nameHeading="Order"
        nameOf={({ number }) => number}
        hrefOf={({ number }) => `#${number}`}
        card={({ number, name, badge }) => (
          <span className={styles.stack}>
            <b>{number}</b>
            {name}
            <Status badge={badge} />
          </span>
        )}
        sort={{ by: '-placed', change: () => undefined }}
        hasTicks
        open={peek}
        peek={peek}
      />
      <ListFoot hints={[{ keys: ['X'], does: 'select' }]}>6 orders</ListFoot>
    </Panel>
  )
}

function Filters({ children }: { children: ReactNode }) {
  const [search, setSearch] = useState<Record<string, string | undefined>>({ status: 'paid,hold' })
  return (
    <FilterRow
      searchLabel="Number, email, SKU or tracking"
      search={search}
      change={(next) => setSearch((now) => ({ ...now, ...next }))}
      filters={[
        {
          name: 'status',
          label: 'Status',
          kind: 'many',
          choices: [
            { value: 'paid', name: 'Paid' },
            { value: 'hold', name: 'On hold' },
          ],
        },
        { name: 'country', label: 'Country', kind: 'text', placeholder: 'As written in the address' },
        { name: 'from', label: 'From', kind: 'day' },
      ]}
    >
      {children}
    </FilterRow>
  )
}

function DueTable() {
  return (
    <Panel title="Due bars and tags" isFlush>
      <Table
        label="Due bars and tags"
        columns={[{ name: 'Who' }, { name: 'Bar' }, { name: 'Tag' }, { name: 'Left', isEnd: true }]}
      >
        {[-26, 3, 40].map((left) => (
          <tr key={left}>
            <td>{left < 0 ? 'Late' : left < 10 ? 'Soon' : 'In time'}</td>
            <td>
              <DueBar since={since(left - 48)} due={since(left)} />
            </td>
            <td>
              <DueTag since={since(left - 48)} due={since(left)} />
            </td>
            <td className={endCell}>{left} h</td>
          </tr>
        ))}
      </Table>
    </Panel>
  )
}

function OrderPreview({ order, move, close }: { order: Row; move: Rows['move']; close: () => void }) {
  return (
    <Preview
      title={order.number}
      beside={<Status badge={order.badge} />}
      href={`#${order.number}`}
      move={move}
      close={close}
      foot={
        <Button tone="primary" icon={Package} hint="P">
          Pack
        </Button>
      }
    >
      <p>{order.name}</p>
      <Money of={{ amount: order.cents, currency: 'USD' }} />
    </Preview>
  )
}
