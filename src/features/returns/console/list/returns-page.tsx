import { useRouter } from '@tanstack/react-router'
import { Image, ScanBarcode, Undo2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { usePageData } from '#console/data/use-page-data.ts'
import { JobReport } from '#console/list/bulk/job-report.tsx'
import { useJob } from '#console/list/bulk/use-job.ts'
import { type Filter, FilterRow } from '#console/list/filters/filter-row.tsx'
import { SavedViews } from '#console/list/filters/saved-views.tsx'
import { writeCameFrom } from '#console/list/moves/came-from.rules.ts'
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
import { returnsLink, staffReturnLink } from '#console/shell/console-links.ts'
import { useKeys } from '#console/shell/use-keys.ts'
import { Button } from '#console/ui/button.tsx'
import { DueBar } from '#console/ui/due-bar.tsx'
import { EmptyView } from '#console/ui/empty-view.tsx'
import { Moment } from '#console/ui/moment.tsx'
import { Money } from '#console/ui/money.tsx'
import { PageHead } from '#console/ui/page-head.tsx'
import { Status } from '#console/ui/status.tsx'
import { Thumb, Thumbs } from '#console/ui/thumbs.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffInput } from '#contract/calls/staff-call.ts'
import { ExportLink } from '#features/imports/console/parts/export-link.tsx'
import { returnsAtOnce } from '#features/returns/return-jobs.staff.contract.ts'
import { listReturnReasons } from '#features/returns/return-reasons.staff.contract.ts'
import { countReturns, listReturns, type ReturnHead } from '#features/returns/returns.staff.contract.ts'
import { returnStatusWords } from '#features/returns/returns.staff.rules.ts'
import { listViews } from '#features/staff/views.staff.contract.ts'
import { sumAsked } from '../decide/decision.rules.ts'
import { countItems, readReturnRate, returnLooks } from '../parts/return-looks.rules.ts'
import { ReturnPeek } from './return-peek.tsx'
import { ReturnsBulk } from './returns-bulk.tsx'
import styles from './returns-page.module.css'
import { countView, isToJudge, type ReturnsSearch, returnViews, toInput } from './returns-view.rules.ts'

/** For whoever stands before a parcel. */
const ReceiveParcelDialog = lazy(async () => ({
  default: (await import('../receive/receive-parcel-dialog.tsx')).ReceiveParcelDialog,
}))

const rowsAtOnce = 50
const reasonsShown = 100
/** Shoppers who send back a lot, in percent. */
const rates = [20, 30, 50]

const inputOf = (search: ReturnsSearch & { after?: string }): StaffInput<typeof listReturns> =>
  ({ ...toInput(search), limit: rowsAtOnce }) as StaffInput<typeof listReturns>

export async function loadReturns({ context, deps }: { context: ConsoleContext; deps: ReturnsSearch }) {
  const { load, me } = context
  const { data: page } = await load(listReturns, inputOf(deps))
  const { data: counted } = await load(countReturns, {})
  const { data: views } = await load(listViews, { place: 'returns' })
  // Reasons are kept with the settings, which not everybody may read.
  const mayNameReasons = allowsScope(me?.scopes, listReturnReasons.scope as 'settings:read')
  const reasons = mayNameReasons ? (await load(listReturnReasons, { limit: reasonsShown })).data.data : []
  const named = reasons.map(({ code, reason }) => ({ value: code, name: reason }))
  return { page, counted, views: views.data, reasons: named }
}

const columns: Column<ReturnHead>[] = [
  { id: 'status', name: 'Status', isFixed: true, cell: ({ status }) => <Status look={returnLooks[status]} /> },
  {
    id: 'customer',
    name: 'Customer',
    cell: ({ customer }) => <ShortText>{customer.name || customer.email}</ShortText>,
  },
  { id: 'rate', name: 'Rate', isEnd: true, isExtra: true, cell: ({ customer }) => <Rate of={customer} /> },
  {
    id: 'items',
    name: 'Items',
    cell: (row) => <Thumbs images={row.shown_items.map(({ image }) => image)} count={row.items_count} />,
  },
  { id: 'reason', name: 'Reason', cell: (row) => <Reason row={row} /> },
  {
    id: 'photos',
    name: 'Photos',
    isEnd: true,
    isExtra: true,
    cell: ({ images_count }) => (
      <span className={styles.photos}>
        {images_count > 0 && <Image size={16} strokeWidth={1.6} aria-hidden />}
        {images_count}
      </span>
    ),
  },
  { id: 'refund', name: 'Refund', isEnd: true, cell: ({ asked }) => <Money of={asked} /> },
  { id: 'assignee', name: 'Assigned to', isWide: true, cell: ({ assignee }) => assignee?.name },
  { id: 'due', name: 'Reply due', cell: (row) => <Due row={row} /> },
]

/** Everything that comes back; it opens on what waits for an answer. */
export function ReturnsPage() {
  const { call } = useConsole()
  const me = useMe()
  const router = useRouter()
  const [isReceiving, setReceiving] = useState(false)
  const job = useJob()
  const { page, counted, views, reasons } = usePageData<typeof loadReturns>(returnsLink)
  const { search, change } = useListAddress(returnsLink)
  const list = useList({
    first: page,
    search,
    keyOf: ({ number }) => number,
    read: async (asked) => (await call(listReturns, inputOf(asked))).data,
  })
  const numbers = list.rows.map(({ number }) => number)
  const rows = useRows(numbers, { at: search.at, most: returnsAtOnce })
  const peeked = search.peek ? list.rows[rows.index] : undefined
  const first = list.rows.find(({ status }) => status === 'processing')
  const cameFrom = writeCameFrom(search)
  const hrefOf = ({ number }: { number: string }) => staffReturnLink(number, cameFrom)
  const judgeNext = () => first && router.navigate({ href: hrefOf(first) })
  const mayReceive = allowsScope(me.scopes, 'returns:receive')
  const receive = () => setReceiving(true)
  useKeys({ ...(first && { n: judgeNext }), ...(mayReceive && { r: receive }) })
  usePaletteCommands([
    ...(first ? [{ name: `Judge ${first.number}`, hint: 'N', run: judgeNext }] : []),
    ...(mayReceive ? [{ name: 'Receive a parcel', hint: 'R', run: receive }] : []),
  ])
  const filters: Filter[] = [
    {
      name: 'status',
      label: 'Status',
      kind: 'many',
      choices: returnStatusWords.map((value) => ({ value, name: returnLooks[value].name })),
    },
    ...(reasons.length > 0 ? [{ name: 'reason', label: 'Reason', kind: 'one' as const, choices: reasons }] : []),
    {
      name: 'assignee',
      label: 'Assigned',
      kind: 'one',
      choices: [
        { value: 'me', name: 'To me' },
        { value: 'none', name: 'To nobody' },
      ],
    },
    {
      name: 'rate_from',
      label: 'Customer rate',
      kind: 'one',
      choices: rates.map((rate) => ({ value: String(rate), name: `${rate}\u2009% or more` })),
    },
    { name: 'sku', label: 'SKU', kind: 'text', placeholder: 'TID-STO-M' },
  ]
  const isFiltered = Boolean(search.q || search.reason || search.sku || search.assignee || search.rate_from)
  return (
    <main className={styles.page}>
      <PageHead title="Returns">
        <span className={styles.atDesk}>
          <ExportLink list="returns" search={toInput(search)} />
        </span>
        {mayReceive && (
          <Button icon={ScanBarcode} onClick={receive} hint="R" aria-keyshortcuts="r">
            <span className={styles.words}>Receive a parcel</span>
          </Button>
        )}
        {first && (
          <Button tone="primary" onClick={judgeNext} hint="N">
            Judge next
          </Button>
        )}
      </PageHead>
      <SavedViews
        place="returns"
        label="Views"
        path={returnsLink}
        search={search}
        saved={views}
        builtIn={returnViews.map((view) => ({
          name: view.name,
          href: view.href,
          count: countView(view, counted),
          isLate:
            (view.href === returnsLink && counted.late > 0) ||
            (view.name === 'Refund failed' && counted.counts.refund_failed > 0),
        }))}
      />
      <FilterRow searchLabel="Number, order, email or tracking" search={search} filters={filters} change={change}>
        <ColumnChoice columns={columns} word={search.columns} change={change} />
      </FilterRow>
      <JobReport job={job} hrefOf={(number) => staffReturnLink(number)} />
      {list.rows.length === 0 ? (
        <Nothing isFiltered={isFiltered} isToJudge={isToJudge(search)} />
      ) : (
        <ListTable
          label="Returns"
          list={list}
          rows={rows}
          columns={columns}
          order={readColumns(columns, search.columns)}
          nameHeading="Return"
          nameOf={({ number }) => number}
          hrefOf={hrefOf}
          card={(row) => <Card row={row} />}
          hasTicks={allowsScope(me.scopes, 'returns:judge')}
          open={(row) => router.navigate({ href: hrefOf(row) })}
          peek={() => change({ peek: search.peek ? undefined : '1' })}
        />
      )}
      {peeked && (
        <ReturnPeek row={peeked} href={hrefOf(peeked)} move={rows.move} close={() => change({ peek: undefined })} />
      )}
      <ReturnsBulk returns={list.rows} rows={rows} job={job} isCovered={isReceiving} />
      {isReceiving && (
        <Suspense>
          <ReceiveParcelDialog close={() => setReceiving(false)} />
        </Suspense>
      )}
      <ListFoot
        hints={[
          { keys: ['Space'], does: 'peek' },
          { keys: ['A'], does: 'approve' },
          { keys: ['Y'], does: 'keep it' },
          { keys: ['F'], does: 'reject' },
        ]}
      >
        {list.total === null ? 'More than anybody counts' : `${list.total} ${list.total === 1 ? 'return' : 'returns'}`}
        {isToJudge(search) && counted.late > 0 && `, ${counted.late} late`}
        {/* What is not shown yet is not added up. */}
        {list.rows.length > 0 && list.next === null && <AskedFor rows={list.rows} />}
      </ListFoot>
    </main>
  )
}

function Nothing({ isFiltered, isToJudge: isWaiting }: { isFiltered: boolean; isToJudge: boolean }) {
  if (isFiltered) {
    return (
      <EmptyView icon={Undo2} title="No return like that" text="Nothing fits the search and the filters.">
        <ConsoleLink href={returnsLink}>Clear the filters</ConsoleLink>
      </EmptyView>
    )
  }
  return (
    <EmptyView
      icon={Undo2}
      title={isWaiting ? 'Nothing to judge' : 'Nothing here'}
      text={isWaiting ? 'New requests show up here by themselves.' : 'No return is at this step.'}
    />
  )
}

/** How much of what they were sent goes back. */
function Rate({ of: { delivered_items, returned_items } }: { of: ReturnHead['customer'] }) {
  const { text, tone } = readReturnRate(delivered_items, returned_items)
  return <span className={tone ? styles[tone] : styles.quiet}>{text}</span>
}

function Reason({ row: { reasons } }: { row: ReturnHead }) {
  return (
    <span className={styles.reason} title={reasons.join(', ')}>
      <b>{reasons[0]}</b> {reasons.slice(1).join(', ')}
    </span>
  )
}

function AskedFor({ rows }: { rows: ReturnHead[] }) {
  const sums = sumAsked(rows)
  return (
    <>
      {', '}
      {sums.map((sum, at) => (
        <span key={sum.currency}>
          {at > 0 && ' + '}
          <Money of={sum} />
        </span>
      ))}{' '}
      asked for
    </>
  )
}

/** Until when somebody has to do something, or what happened last. */
function Due({ row }: { row: ReturnHead }) {
  if (row.reply_due_at) return <DueBar since={row.created_at} due={row.reply_due_at} />
  if (row.status === 'refund_failed' && row.refund_failure) {
    return (
      <span className={styles.failure} title={row.refund_failure}>
        {row.refund_failure}
      </span>
    )
  }
  if (row.status === 'approved' && row.scanned_at) {
    return (
      <span className={styles.coming}>
        Scanned <Moment at={row.scanned_at} />
      </span>
    )
  }
  if (row.send_by) {
    return (
      <span className={styles.quiet}>
        Send by <Moment at={row.send_by} />
      </span>
    )
  }
  if (row.status === 'approved') return <span className={styles.quiet}>Parcel announced</span>
  const isIn = row.status === 'received' && row.received_at !== null
  return (
    <span className={styles.quiet}>
      {isIn ? 'Received' : 'Asked'} <Moment at={isIn ? (row.received_at ?? '') : row.created_at} />
    </span>
  )
}

function Card({ row }: { row: ReturnHead }) {
  const photos = row.images_count > 0 ? `${row.images_count} ${row.images_count === 1 ? 'photo' : 'photos'}` : ''
  return (
    <span className={styles.card}>
      <span className={styles.cardTop}>
        {row.shown_items.slice(0, 2).map(({ image }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may be there twice, and none has a state.
          <Thumb key={at} src={image} size="line" />
        ))}
        <span className={styles.cardWho}>
          <span>
            <b>{row.customer.name || row.customer.email}</b> <Rate of={row.customer} />
          </span>
          <span className={styles.quiet}>{[row.reasons.at(-1), photos].filter(Boolean).join(', ')}</span>
        </span>
        <Due row={row} />
      </span>
      <span className={styles.cardFoot}>
        <span className={styles.quiet}>{row.number}</span>
        <Status look={returnLooks[row.status]} />
        <span className={styles.amount}>
          <Money of={row.asked} />
          <span className="visually-hidden"> for {countItems(row.items_count)}</span>
        </span>
      </span>
    </span>
  )
}
