import { Gift } from 'lucide-react'
import { useState } from 'react'
import { loadAll } from '#console/data/load-all.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { CreateLink } from '#console/list/create-link.tsx'
import { formatCappedCount } from '#console/list/filters/view-tabs.tsx'
import { formatRowCount, ListPage } from '#console/list/list-page.tsx'
import { useListPage } from '#console/list/use-list-page.ts'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { couponsLink, newCouponLink, staffCouponLink } from '#console/shell/console-links.ts'
import { useNow } from '#console/shell/use-now.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { EmptyView } from '#console/ui/content/empty-view.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { toQuery } from '#contract/calls/call.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffInput, StaffOutput } from '#contract/calls/staff-call.ts'
import { countCoupons, listStaffCoupons } from '#features/coupons/coupons.staff.contract.ts'
import { listStaffWidgets } from '#features/coupons/widgets.staff.contract.ts'
import { listViews } from '#features/staff/views.staff.contract.ts'
import { formatValidity } from '../coupon/coupon-form.rules.ts'
import { addUses, type CouponRow } from '../coupon/coupon-use.ts'
import { loadChoices } from '../coupon/load-choices.ts'
import { usePause } from '../coupon/use-pause.ts'
import { GiveDialog } from '../parts/give-dialog.tsx'
import { CouponCard, listColumns, listFilters, renderCode, sumDays } from './coupon-columns.tsx'
import styles from './coupons-page.module.css'
import { useCouponCommands } from './use-coupon-commands.ts'

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

const builtInViews: { name: string; status?: Exclude<keyof Counts, 'all'> }[] = [
  { name: 'All' },
  { name: 'Live', status: 'running' },
  { name: 'Planned', status: 'scheduled' },
  { name: 'Paused', status: 'paused' },
  { name: 'Ended', status: 'ended' },
  { name: 'Almost all claimed', status: 'running_out' },
]

const hints = [
  { keys: ['D'], does: 'double' },
  { keys: ['P'], does: 'pause' },
  { keys: ['Z'], does: 'undo' },
]

export function CouponsPage() {
  const { page: first, counts, views, widgets, categories } = usePageData<typeof loadCoupons>(couponsLink)
  const { call, shop } = useConsole()
  const now = useNow()
  const mayWrite = allowsScope(useMe().scopes, 'marketing:write')
  const [isGiving, setGiving] = useState(false)
  const pausing = usePause()
  const page = useListPage<CouponRow>({
    path: couponsLink,
    first,
    keyOf: ({ code }) => code,
    read: async (input) => {
      const { data } = await call(listStaffCoupons, input as Search)
      return { ...data, data: await addUses(call, data.data) }
    },
    topics: ['marketing'],
  })
  const { list, search, current } = page
  const give = () => setGiving(true)
  useCouponCommands({ mayWrite, current, give, turn: pausing.turn })
  const builtIn = builtInViews.map(({ name, status }) => ({
    name,
    href: couponsLink + toQuery({ status }),
    count: counts[status ?? 'all'],
  }))
  return (
    <ListPage
      page={page}
      title="Coupons"
      className={styles.page}
      actions={mayWrite && <Actions give={give} />}
      views={{ place: 'coupons', label: 'Views', builtIn, saved: views }}
      filters={{ searchLabel: 'Code or text on the coupon', filters: listFilters(widgets, categories) }}
      notices={<Refusal problem={pausing.problem} />}
      empty={<NoCoupons search={search} mayWrite={mayWrite} />}
      table={{
        columns: listColumns(shop.time_zone, now),
        nameHeading: 'Code',
        nameOf: renderCode,
        hrefOf: ({ code }) => staffCouponLink(code),
        card: (row) => <CouponCard row={row} until={formatValidity(row, shop.time_zone, now)} />,
      }}
      hints={mayWrite ? hints : []}
      foot={
        <>
          {formatRowCount(list, 'coupons')}
          {list.next === null && `, ${formatCappedCount(sumDays(list.rows))} used in 30 days`}
        </>
      }
    >
      {isGiving && (
        <GiveDialog
          code={current?.possible.includes('give') ? current.code : ''}
          codes={list.rows.filter(({ possible }) => possible.includes('give')).map(({ code }) => code)}
          onClose={() => setGiving(false)}
        />
      )}
    </ListPage>
  )
}

function Actions({ give }: { give: () => void }) {
  return (
    <>
      <Button icon={Gift} onClick={give}>
        Give a coupon
      </Button>
      <CreateLink href={newCouponLink}>New coupon</CreateLink>
    </>
  )
}

function NoCoupons({ search, mayWrite }: { search: Search; mayWrite: boolean }) {
  if (search.q || search.status || search.kind || search.for || search.widget) {
    return (
      <EmptyView title="No matching coupons" text="No coupon matches the search and the view.">
        <ConsoleLink href={couponsLink}>Show all coupons</ConsoleLink>
      </EmptyView>
    )
  }
  return (
    <EmptyView
      title="No coupons yet"
      text="Shoppers claim coupons from a widget, type the code at checkout, or receive one from you."
    >
      {mayWrite && <ConsoleLink href={newCouponLink}>New coupon</ConsoleLink>}
    </EmptyView>
  )
}
