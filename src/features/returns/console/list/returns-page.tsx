import { useRouter } from '@tanstack/react-router'
import { ScanBarcode, Undo2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { usePageData } from '#console/data/use-page-data.ts'
import { JobReport } from '#console/list/bulk/job-report.tsx'
import { useJob } from '#console/list/bulk/use-job.ts'
import { ListPage } from '#console/list/list-page.tsx'
import { formatOriginList } from '#console/list/moves/origin-list.rules.ts'
import { useListPage } from '#console/list/use-list-page.ts'
import { usePageCommands } from '#console/list/use-page-commands.ts'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { returnsLink, staffReturnLink } from '#console/shell/console-links.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { EmptyView } from '#console/ui/content/empty-view.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffInput } from '#contract/calls/staff-call.ts'
import { ExportLink } from '#features/imports/console/parts/export-link.tsx'
import { returnsAtOnce } from '#features/returns/return-jobs.staff.contract.ts'
import { listReturnReasons } from '#features/returns/return-reasons.staff.contract.ts'
import { countReturns, listReturns } from '#features/returns/returns.staff.contract.ts'
import { listViews } from '#features/staff/views.staff.contract.ts'
import { columns, listFilters, ReturnCard } from './return-columns.tsx'
import { ReturnPreview } from './return-preview.tsx'
import { ReturnsBulk } from './returns-bulk.tsx'
import { ReturnsFoot } from './returns-foot.tsx'
import styles from './returns-page.module.css'
import { isToJudge, listBuiltIn, type ReturnsSearch, toInput } from './returns-view.rules.ts'

/** Loaded on demand, for staff who receive parcels. */
const ReceiveParcelDialog = lazy(async () => ({
  default: (await import('../receive/receive-parcel-dialog.tsx')).ReceiveParcelDialog,
}))

const rowsAtOnce = 50
const reasonsShown = 100

const inputOf = (search: ReturnsSearch & { after?: string }): StaffInput<typeof listReturns> =>
  ({ ...toInput(search), limit: rowsAtOnce }) as StaffInput<typeof listReturns>

export async function loadReturns({ context, deps }: { context: ConsoleContext; deps: ReturnsSearch }) {
  const { load, me } = context
  const { data: page } = await load(listReturns, inputOf(deps))
  const { data: counted } = await load(countReturns, {})
  const { data: views } = await load(listViews, { place: 'returns' })
  // Reasons are part of the settings, which require a separate scope.
  const mayNameReasons = allowsScope(me?.scopes, listReturnReasons.scope as 'settings:read')
  const reasons = mayNameReasons ? (await load(listReturnReasons, { limit: reasonsShown })).data.data : []
  const named = reasons.map(({ code, reason }) => ({ value: code, name: reason }))
  return { page, counted, views: views.data, reasons: named }
}

const hints = [
  { keys: ['Space'], does: 'peek' },
  { keys: ['A'], does: 'approve' },
  { keys: ['Y'], does: 'keep it' },
  { keys: ['F'], does: 'reject' },
]

/** Lists the returns of all customers. By default, the list shows the returns that wait for a decision. */
export function ReturnsPage() {
  const { call } = useConsole()
  const { scopes } = useMe()
  const router = useRouter()
  const [isReceiving, setReceiving] = useState(false)
  const job = useJob()
  const { page: first, counted, views, reasons } = usePageData<typeof loadReturns>(returnsLink)
  const page = useListPage({
    path: returnsLink,
    first,
    keyOf: ({ number }) => number,
    read: async (input) => (await call(listReturns, inputOf(input))).data,
    maxSelected: allowsScope(scopes, 'returns:judge') ? returnsAtOnce : 0,
  })
  const { list, rows, search, previewed } = page
  const listState = formatOriginList(search)
  const hrefOf = ({ number }: { number: string }) => staffReturnLink(number, listState)
  const next = list.rows.find(({ status }) => status === 'processing')
  const judgeNext = next && (() => router.navigate({ href: hrefOf(next) }))
  const receive = allowsScope(scopes, 'returns:receive') ? () => setReceiving(true) : undefined
  usePageCommands([
    ...(judgeNext ? [{ name: `Judge ${next.number}`, hint: 'N', run: judgeNext }] : []),
    ...(receive ? [{ name: 'Receive a parcel', hint: 'R', run: receive }] : []),
  ])
  return (
    <ListPage
      page={page}
      title="Returns"
      className={styles.page}
      actions={<Actions search={search} receive={receive} judgeNext={judgeNext} />}
      views={{ place: 'returns', label: 'Views', builtIn: listBuiltIn(counted), saved: views }}
      filters={{ searchLabel: 'Number, order, email or tracking', filters: listFilters(reasons) }}
      notices={<JobReport job={job} hrefOf={(number) => staffReturnLink(number)} />}
      empty={<EmptyList search={search} />}
      table={{
        columns,
        nameHeading: 'Return',
        nameOf: ({ number }) => number,
        hrefOf,
        card: (row) => <ReturnCard row={row} />,
        peek: page.togglePreview,
      }}
      hints={hints}
      foot={<ReturnsFoot list={list} late={isToJudge(search) ? counted.late : 0} />}
    >
      {previewed && (
        <ReturnPreview row={previewed} href={hrefOf(previewed)} move={rows.move} close={page.closePreview} />
      )}
      <ReturnsBulk returns={list.rows} rows={rows} job={job} isCovered={isReceiving} />
      {isReceiving && (
        <Suspense>
          <ReceiveParcelDialog close={() => setReceiving(false)} />
        </Suspense>
      )}
    </ListPage>
  )
}

type ActionsProps = { search: ReturnsSearch; receive?: (() => void) | undefined; judgeNext?: (() => void) | undefined }

function Actions({ search, receive, judgeNext }: ActionsProps) {
  return (
    <>
      <span className={styles.atDesk}>
        <ExportLink list="returns" search={toInput(search)} />
      </span>
      {receive && (
        <Button icon={ScanBarcode} onClick={receive} hint="R" aria-keyshortcuts="r">
          <span className={styles.words}>Receive a parcel</span>
        </Button>
      )}
      {judgeNext && (
        <Button tone="primary" onClick={judgeNext} hint="N">
          Judge next
        </Button>
      )}
    </>
  )
}

function EmptyList({ search }: { search: ReturnsSearch }) {
  if (search.q || search.reason || search.sku || search.assignee || search.rate_from) {
    return (
      <EmptyView icon={Undo2} title="No matching returns" text="No results match the search and the filters.">
        <ConsoleLink href={returnsLink}>Clear the filters</ConsoleLink>
      </EmptyView>
    )
  }
  const isWaiting = isToJudge(search)
  return (
    <EmptyView
      icon={Undo2}
      title={isWaiting ? 'Nothing to judge' : 'Nothing here'}
      text={isWaiting ? 'New requests appear here automatically.' : 'No return has this status.'}
    />
  )
}
