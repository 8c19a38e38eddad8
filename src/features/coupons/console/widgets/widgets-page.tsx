import { useRouter } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { usePageData } from '#console/data/use-page-data.ts'
import { CreateLink } from '#console/list/create-link.tsx'
import { formatRowCount, ListPage } from '#console/list/list-page.tsx'
import type { Column } from '#console/list/table/list-table.tsx'
import { useListPage } from '#console/list/use-list-page.ts'
import { usePageCommands } from '#console/list/use-page-commands.ts'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { newWidgetLink, staffWidgetLink, widgetsLink } from '#console/shell/console-links.ts'
import { EmptyView } from '#console/ui/content/empty-view.tsx'
import { Status } from '#console/ui/content/status.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import { listStaffWidgets, type StaffWidget } from '#features/coupons/widgets.staff.contract.ts'
import { formatWidgetName, groupNames, stateBadges } from './widget-badges.ts'
import styles from './widgets-page.module.css'

export async function loadWidgets({ context: { load } }: { context: ConsoleContext }) {
  return (await load(listStaffWidgets, {})).data
}

const columns: Column<StaffWidget>[] = [
  { id: 'state', name: 'State', cell: ({ status }) => <Status badge={stateBadges[status]} /> },
  { id: 'coupons', name: 'Coupons', cell: ({ coupons }) => <Codes coupons={coupons} /> },
  { id: 'group', name: 'Shoppers', isExtra: true, cell: ({ group }) => groupNames[group] },
  { id: 'ends', name: 'Ends', isEnd: true, cell: (row) => (row.ends_at ? <Moment at={row.ends_at} /> : 'Never') },
]

/** Renders the widgets of the shop, latest first. */
export function WidgetsPage() {
  const { call } = useConsole()
  const router = useRouter()
  const mayWrite = allowsScope(useMe().scopes, 'marketing:write')
  const page = useListPage<StaffWidget>({
    path: widgetsLink,
    first: usePageData<typeof loadWidgets>(widgetsLink),
    keyOf: ({ id }) => String(id),
    read: async (input) => (await call(listStaffWidgets, input)).data,
  })
  const create = () => router.navigate({ href: newWidgetLink })
  usePageCommands(mayWrite ? [{ name: 'New widget', hint: 'C', icon: Plus, run: create }] : [], 'Widgets')
  return (
    <ListPage
      page={page}
      title="Widgets"
      actions={mayWrite && <CreateLink href={newWidgetLink}>New widget</CreateLink>}
      empty={
        <EmptyView
          title="No widgets yet"
          text="A widget shows coupons on a page of the shop. Shoppers claim them with a tap."
        >
          {mayWrite && <ConsoleLink href={newWidgetLink}>New widget</ConsoleLink>}
        </EmptyView>
      }
      table={{
        columns,
        nameHeading: 'Widget',
        nameOf: formatWidgetName,
        hrefOf: ({ id }) => staffWidgetLink(id),
        card: (row) => <Card row={row} />,
      }}
      foot={formatRowCount(page.list, 'widgets')}
    />
  )
}

function Card({ row }: { row: StaffWidget }) {
  return (
    <span className={styles.card}>
      <b>{formatWidgetName(row)}</b>
      <Codes coupons={row.coupons} />
      <Status badge={stateBadges[row.status]} />
    </span>
  )
}

function Codes({ coupons }: { coupons: string[] }) {
  return <bdi dir="ltr">{coupons.join(', ') || 'None yet'}</bdi>
}
