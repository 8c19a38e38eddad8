import { useRouter } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { usePageData } from '#console/data/use-page-data.ts'
import { showCount } from '#console/list/filters/view-tabs.tsx'
import { ListFoot } from '#console/list/table/list-foot.tsx'
import { type Column, ListTable } from '#console/list/table/list-table.tsx'
import { useRows } from '#console/list/table/use-rows.ts'
import { useList, useListAddress } from '#console/list/use-list.ts'
import { usePaletteCommands } from '#console/palette/palette-store.ts'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { newWidgetLink, staffWidgetLink, widgetsLink } from '#console/shell/console-links.ts'
import { useKeys } from '#console/shell/use-keys.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { EmptyView } from '#console/ui/empty-view.tsx'
import { Moment } from '#console/ui/moment.tsx'
import { PageHead } from '#console/ui/page-head.tsx'
import { Status } from '#console/ui/status.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import { listStaffWidgets, type StaffWidget } from '#features/coupons/widgets.staff.contract.ts'
import { groupNames, nameWidget, stateLooks } from './widget-looks.ts'
import styles from './widgets-page.module.css'

export async function loadWidgets({ context: { load } }: { context: ConsoleContext }) {
  return (await load(listStaffWidgets, {})).data
}

/** Coupons that shoppers claim on a page of the shop, the latest first. */
export function WidgetsPage() {
  const page = usePageData<typeof loadWidgets>(widgetsLink)
  const { call } = useConsole()
  const router = useRouter()
  const { search } = useListAddress(widgetsLink)
  const mayWrite = allowsScope(useMe().scopes, 'marketing:write')
  const list = useList<StaffWidget>({
    first: page,
    search,
    keyOf: ({ id }) => String(id),
    read: async (input) => (await call(listStaffWidgets, input)).data,
  })
  const rows = useRows(
    list.rows.map(({ id }) => String(id)),
    { at: search.at, most: 0 },
  )
  const columns: Column<StaffWidget>[] = [
    { id: 'state', name: 'State', cell: ({ status }) => <Status look={stateLooks[status]} /> },
    { id: 'coupons', name: 'Coupons', cell: ({ coupons }) => <Codes coupons={coupons} /> },
    { id: 'group', name: 'Shoppers', isExtra: true, cell: ({ group }) => groupNames[group] },
    { id: 'ends', name: 'Ends', isEnd: true, cell: (row) => (row.ends_at ? <Moment at={row.ends_at} /> : 'Never') },
  ]
  const create = () => router.navigate({ href: newWidgetLink })
  useKeys(mayWrite ? { c: create } : {})
  usePaletteCommands(mayWrite ? [{ name: 'New widget', hint: 'C', icon: Plus, run: create }] : [], 'Widgets')
  return (
    <main className={styles.page}>
      <PageHead title="Widgets">
        {mayWrite && (
          <ConsoleLink href={newWidgetLink} className={buttonClass({ tone: 'primary' })} hint="C">
            <Plus size={16} strokeWidth={1.75} aria-hidden />
            New widget
          </ConsoleLink>
        )}
      </PageHead>
      {list.rows.length === 0 ? (
        <EmptyView
          title="No widgets yet"
          text="A widget shows coupons on a page of the shop, to be claimed with a tap."
        >
          {mayWrite && <ConsoleLink href={newWidgetLink}>New widget</ConsoleLink>}
        </EmptyView>
      ) : (
        <ListTable
          label="Widgets"
          list={list}
          rows={rows}
          columns={columns}
          nameHeading="Widget"
          nameOf={nameWidget}
          hrefOf={({ id }) => staffWidgetLink(id)}
          card={(row) => (
            <span className={styles.card}>
              <b>{nameWidget(row)}</b>
              <Codes coupons={row.coupons} />
              <Status look={stateLooks[row.status]} />
            </span>
          )}
          open={({ id }) => router.navigate({ href: staffWidgetLink(id) })}
        />
      )}
      <ListFoot>
        {list.total === null ? `${showCount(list.rows.length)} shown` : `${showCount(list.total)} widgets`}
      </ListFoot>
    </main>
  )
}

function Codes({ coupons }: { coupons: string[] }) {
  return <bdi dir="ltr">{coupons.join(', ') || 'None yet'}</bdi>
}
