import { useRouter } from '@tanstack/react-router'
import { CopyPlus, Gift, Pause, Plus } from 'lucide-react'
import { useState } from 'react'
import { loadAll } from '#console/data/load-all.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { type Filter, FilterRow } from '#console/list/filters/filter-row.tsx'
import { SavedViews } from '#console/list/filters/saved-views.tsx'
import { showCount } from '#console/list/filters/view-tabs.tsx'
import { readColumns } from '#console/list/table/column-choice.rules.ts'
import { ColumnChoice } from '#console/list/table/column-choice.tsx'
import { ListFoot } from '#console/list/table/list-foot.tsx'
import { type Column, ListTable } from '#console/list/table/list-table.tsx'
import { useRows } from '#console/list/table/use-rows.ts'
import { useList, useListAddress } from '#console/list/use-list.ts'
import { usePaletteCommands } from '#console/palette/palette-store.ts'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { couponsLink, newCouponLink, staffCouponLink } from '#console/shell/console-links.ts'
import { useKeys } from '#console/shell/use-keys.ts'
import { useNow } from '#console/shell/use-now.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import type { Choice } from '#console/ui/combobox.tsx'
import { EmptyView } from '#console/ui/empty-view.tsx'
import { Refusal } from '#console/ui/note.tsx'
import { PageHead } from '#console/ui/page-head.tsx'
import { Sparkline } from '#console/ui/sparkline.tsx'
import { Status } from '#console/ui/status.tsx'
import { toQuery } from '#contract/calls/call.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffInput, StaffOutput } from '#contract/calls/staff-call.ts'
import { couponKindNames } from '#features/coupons/coupon-terms.staff.rules.ts'
import { countCoupons, listStaffCoupons } from '#features/coupons/coupons.staff.contract.ts'
import { listStaffWidgets } from '#features/coupons/widgets.staff.contract.ts'
import { listViews } from '#features/staff/views.staff.contract.ts'
import { showCondition, showFor, showGives, showRate, showRound, showUntil } from '../coupon/coupon-form.rules.ts'
import { addUses, type CouponRow } from '../coupon/coupon-use.ts'
import { loadChoices } from '../coupon/load-choices.ts'
import { usePause } from '../coupon/use-pause.ts'
import { couponLooks, kindNames } from '../parts/coupon-looks.ts'
import { GiveDialog } from '../parts/give-dialog.tsx'
import styles from './coupons-page.module.css'

type Search = StaffInput<typeof listStaffCoupons>
type Counts = StaffOutput<typeof countCoupons>['counts']

export async function loadCoupons({ context, deps }: { context: ConsoleContext; deps: Search }) {
  const { load } = context
  const [{ data: page }, counts, views, widgets, { categories }] = await Promise.all([
    load(listStaffCoupons, deps),
    load(countCoupons, {}),
    load(listViews, { place: 'coupons' }),
    loadAll(load, listStaffWidgets, {}),
    loadChoices(context),
  ])
  return {
    page: { ...page, data: await addUses(load, page.data) },
    counts: counts.data.counts,
    views: views.data.data,
    widgets: widgets.map(({ id, title }) => ({ value: String(id), name: title || `Widget ${id}` })),
    categories: categories ?? [],
  }
}

const views: { name: string; status?: Exclude<keyof Counts, 'all'> }[] = [
  { name: 'All' },
  { name: 'Live', status: 'running' },
  { name: 'Planned', status: 'scheduled' },
  { name: 'Paused', status: 'paused' },
  { name: 'Ended', status: 'ended' },
  { name: 'Running out', status: 'running_out' },
]

function listFilters(widgets: Choice[], categories: Choice[]): Filter[] {
  const kinds = couponKindNames.map((value) => ({ value, name: kindNames[value] }))
  const goods = [{ value: 'all', name: 'All products' }, ...categories]
  return [
    { name: 'kind', label: 'Kind', kind: 'one', choices: kinds },
    { name: 'for', label: 'For', kind: 'one', choices: goods },
    ...(widgets.length > 0 ? [{ name: 'widget', label: 'Widget', kind: 'one' as const, choices: widgets }] : []),
  ]
}

const second = (text: string) => <span className={styles.second}>{text}</span>

function listColumns(timeZone: string, now: number | null): Column<CouponRow>[] {
  return [
    { id: 'gives', name: 'Gives', cell: showGives },
    {
      id: 'condition',
      name: 'Condition',
      isExtra: true,
      cell: ({ minimum }) => second(minimum ? `From ${showRound(minimum)}` : 'No minimum'),
    },
    { id: 'for', name: 'For', isExtra: true, cell: (row) => second(showFor(row)) },
    { id: 'state', name: 'State', cell: ({ status }) => <Status look={couponLooks[status]} /> },
    { id: 'until', name: 'Until', cell: (row) => second(showUntil(row, timeZone, now)) },
    { id: 'claimed', name: 'Claimed', isEnd: true, cell: showClaimed },
    { id: 'used', name: 'Used', isEnd: true, cell: showUsed },
    { id: 'rate', name: 'Rate', isEnd: true, cell: ({ used, claimed }) => second(showRate(used, claimed)) },
    { id: 'days', name: '30 days', isEnd: true, cell: (row) => <Days row={row} /> },
  ]
}

export function CouponsPage() {
  const loaded = usePageData<typeof loadCoupons>(couponsLink)
  const { call, shop } = useConsole()
  const router = useRouter()
  const now = useNow()
  const { search, change } = useListAddress(couponsLink)
  const mayWrite = allowsScope(useMe().scopes, 'marketing:write')
  const list = useList<CouponRow>({
    first: loaded.page,
    search,
    keyOf: ({ code }) => code,
    read: async (input) => {
      const { data } = await call(listStaffCoupons, input as Search)
      return { ...data, data: await addUses(call, data.data) }
    },
    topics: ['marketing'],
  })
  const rows = useRows(
    list.rows.map(({ code }) => code),
    { at: search.at, most: 0 },
  )
  const current = list.rows[rows.index]
  const [isGiving, setGiving] = useState(false)
  const pausing = usePause()
  const columns = listColumns(shop.time_zone, now)
  const order = readColumns(columns, search.columns)
  const create = () => router.navigate({ href: newCouponLink })
  const double = () => current && router.navigate({ href: newCouponLink + toQuery({ like: current.code }) })
  const pause = () => current && pausing.turn(current)
  useKeys(mayWrite ? { c: create, d: double, p: pause } : {})
  usePaletteCommands(
    mayWrite
      ? [
          { name: 'New coupon', hint: 'C', icon: Plus, run: create },
          { name: 'Give a coupon', icon: Gift, run: () => setGiving(true) },
          ...(current
            ? [
                { name: `Double ${current.code}`, hint: 'D', icon: CopyPlus, run: double },
                {
                  name: current.status === 'paused' ? `Let ${current.code} go on` : `Pause ${current.code}`,
                  hint: 'P',
                  icon: Pause,
                  run: pause,
                },
              ]
            : []),
        ]
      : [],
    'Coupons',
  )
  const isFiltered = Boolean(search.q || search.status || search.kind || search.for || search.widget)
  return (
    <main className={styles.page}>
      <PageHead title="Coupons">
        {mayWrite && (
          <>
            <Button icon={Gift} onClick={() => setGiving(true)}>
              Give one
            </Button>
            <ConsoleLink href={newCouponLink} className={buttonClass({ tone: 'primary' })} hint="C">
              <Plus size={16} strokeWidth={1.75} aria-hidden />
              New coupon
            </ConsoleLink>
          </>
        )}
      </PageHead>
      <SavedViews
        place="coupons"
        label="Views"
        path={couponsLink}
        search={search}
        builtIn={views.map(({ name, status }) => ({
          name,
          href: couponsLink + toQuery({ status }),
          count: loaded.counts[status ?? 'all'],
        }))}
        saved={loaded.views}
      />
      <FilterRow
        searchLabel="Code or object"
        search={search}
        change={change}
        filters={listFilters(loaded.widgets, loaded.categories)}
      >
        <ColumnChoice columns={columns} word={search.columns} change={change} />
      </FilterRow>
      <Refusal problem={pausing.problem} />
      {list.rows.length === 0 ? (
        <NoCoupons isFiltered={isFiltered} mayWrite={mayWrite} />
      ) : (
        <ListTable
          label="Coupons"
          list={list}
          rows={rows}
          columns={columns}
          order={order}
          nameHeading="Code"
          nameOf={({ code }) => (
            <bdi dir="ltr" className={styles.code}>
              {code}
            </bdi>
          )}
          hrefOf={({ code }) => staffCouponLink(code)}
          card={(row) => <Card row={row} until={showUntil(row, shop.time_zone, now)} />}
          open={({ code }) => router.navigate({ href: staffCouponLink(code) })}
        />
      )}
      <ListFoot
        hints={
          mayWrite
            ? [
                { keys: ['D'], does: 'double' },
                { keys: ['P'], does: 'pause' },
                { keys: ['Z'], does: 'undo' },
              ]
            : []
        }
      >
        {list.total === null ? `${showCount(list.rows.length)} shown` : `${showCount(list.total)} coupons`}
        {list.next === null && `, ${showCount(sumDays(list.rows))} used in 30 days`}
      </ListFoot>
      {isGiving && (
        <GiveDialog
          code={current?.possible.includes('give') ? current.code : ''}
          codes={list.rows.filter(({ possible }) => possible.includes('give')).map(({ code }) => code)}
          onClose={() => setGiving(false)}
        />
      )}
    </main>
  )
}

const showClaimed = ({ claimed, stock }: CouponRow) =>
  stock === null ? showCount(claimed) : `${showCount(claimed)} of ${showCount(stock)}`
const showUsed = ({ used }: CouponRow) => (used === null ? '10,000+' : showCount(used))
const sumDays = (rows: CouponRow[]) =>
  rows.reduce((sum, { by_day }) => sum + by_day.reduce((uses, one) => uses + one, 0), 0)

/** The uses of the last days as a number, and as a line where there are any. */
function Days({ row }: { row: CouponRow }) {
  const uses = sumDays([row])
  if (uses === 0) return null
  return (
    <span className={styles.days}>
      {showCount(uses)} <Sparkline values={row.by_day} size="small" />
    </span>
  )
}

function Card({ row, until }: { row: CouponRow; until: string }) {
  return (
    <span className={styles.card}>
      <b>
        <bdi dir="ltr">{row.code}</bdi>
      </b>
      <span>
        {showGives(row)} · {showCondition(row)}
      </span>
      <span>
        {until} · {showClaimed(row)} claimed · {showUsed(row)} used
      </span>
      <Status look={couponLooks[row.status]} />
    </span>
  )
}

function NoCoupons({ isFiltered, mayWrite }: { isFiltered: boolean; mayWrite: boolean }) {
  if (isFiltered) {
    return (
      <EmptyView title="No coupon like that" text="Nothing fits the search and the view.">
        <ConsoleLink href={couponsLink}>Show all coupons</ConsoleLink>
      </EmptyView>
    )
  }
  return (
    <EmptyView
      title="No coupons yet"
      text="Shoppers claim them from a widget, type their code at checkout, or get one."
    >
      {mayWrite && <ConsoleLink href={newCouponLink}>New coupon</ConsoleLink>}
    </EmptyView>
  )
}
