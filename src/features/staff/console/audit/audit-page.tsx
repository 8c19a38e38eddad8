import { SearchX } from 'lucide-react'
import { loadAll } from '#console/data/load-all.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { type Filter, FilterRow } from '#console/list/filters/filter-row.tsx'
import { useList, useListAddress } from '#console/list/use-list.ts'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { type ConsoleContext, useConsole } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { useNow, useZone } from '#console/shell/use-now.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { EmptyView } from '#console/ui/content/empty-view.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { Switch } from '#console/ui/fields/switch.tsx'
import { formatFullDay } from '#console/ui/format/moment.rules.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { keysOf } from '#contract/values.ts'
import { ExportLink } from '#features/imports/console/parts/export-link.tsx'
import { auditAreas } from '#features/staff/audit.rules.ts'
import { type AuditRow, listAudit } from '#features/staff/audit.staff.contract.ts'
import { listMembers } from '#features/staff/members.staff.contract.ts'
import { toMoment } from './audit.rules.ts'
import { AuditEntry, useUndo } from './audit-entry.tsx'
import styles from './audit-page.module.css'

type Search = Record<string, string | undefined>

const toInput = ({ q, actor, area, can_undo: canUndoOnly, from, to, after }: Search) => {
  const since = toMoment(from, 'start')
  const until = toMoment(to, 'end')
  const who = actor && { actor }
  const known = keysOf(auditAreas).find((one) => one === area)
  return {
    limit: 50,
    ...(q && { q }),
    ...who,
    ...(known && { area: known }),
    ...(canUndoOnly && { can_undo: 'true' as const }),
    ...(since && { from: since }),
    ...(until && { to: until }),
    ...(after && { after }),
  }
}

export async function loadAudit({ context: { load, me }, deps }: { context: ConsoleContext; deps: Search }) {
  const maySee = allowsScope(me?.scopes, 'staff:read')
  const [{ data: first }, members] = await Promise.all([
    load(listAudit, toInput(deps)),
    maySee ? loadAll(load, listMembers, {}) : [],
  ])
  return { first, people: members.map(({ id, name }) => ({ value: id, name })) }
}

const listFilters = (people: { value: string; name: string }[]): Filter[] => [
  ...(people.length > 0 ? [{ name: 'actor', label: 'Who', kind: 'one' as const, choices: people }] : []),
  {
    name: 'area',
    label: 'Area',
    kind: 'one',
    choices: Object.entries(auditAreas).map(([value, { name }]) => ({ value, name })),
  },
  { name: 'from', label: 'From', kind: 'day' },
  { name: 'to', label: 'To', kind: 'day' },
]

/** Shows who changed what and when. The log cannot be edited. */
export function AuditPage() {
  const { first, people } = usePageData<typeof loadAudit>(settingsLinks.audit)
  const { call } = useConsole()
  const { search, change } = useListAddress(settingsLinks.audit)
  const list = useList<AuditRow>({
    first,
    search,
    keyOf: ({ id }) => id,
    read: async (input) => (await call(listAudit, toInput(input))).data,
  })
  const undo = useUndo()
  const { limit: _, ...filtered } = toInput(search)
  const isFiltered = Object.values(search).some(Boolean)
  return (
    <SettingsPage
      title="Audit log"
      about="Every change by staff, API keys and the system. Entries cannot be edited or deleted."
      actions={<ExportLink list="audit" search={filtered} />}
    >
      <div className={styles.panel}>
        <FilterRow searchLabel="Number or person" search={search} change={change} filters={listFilters(people)}>
          <Switch
            label="Can be undone"
            isOn={!!search.can_undo}
            onChange={(isOn) => change({ can_undo: isOn ? 'true' : undefined })}
          />
        </FilterRow>
        {list.held > 0 && (
          <Button tone="quiet" isBlock onClick={list.showNewRows}>
            {list.held} new
          </Button>
        )}
        {list.rows.length === 0 ? <NoEntries isFiltered={isFiltered} /> : <Days rows={list.rows} undo={undo} />}
      </div>
      <Refusal problem={list.problem ?? undo.problem} />
      {list.next && (
        <Button isBusy={list.isBusy} onClick={list.more}>
          Show older
        </Button>
      )}
    </SettingsPage>
  )
}

function NoEntries({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyView
      icon={SearchX}
      title="No matches"
      text={isFiltered ? 'No changes match the filters.' : 'No changes yet.'}
    >
      {isFiltered && (
        <ConsoleLink href={settingsLinks.audit} replace>
          Clear the filters
        </ConsoleLink>
      )}
    </EmptyView>
  )
}

/** Lists the entries by the days of the reader's time zone. */
function Days({ rows, undo }: { rows: AuditRow[]; undo: ReturnType<typeof useUndo> }) {
  const now = useNow()
  const zone = useZone()
  return (
    <ol className={styles.days} aria-label="Audit log">
      {[...Map.groupBy(rows, (row) => formatDay(row.at, now, zone))].map(([day, entries]) => (
        <li key={day}>
          <h2 className={styles.day}>{day}</h2>
          <ol>
            {entries.map((row) => (
              <AuditEntry key={row.id} row={row} zone={zone} undo={undo} />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  )
}

/** Formats a day in the reader's time zone. */
function formatDay(at: string, now: number, timeZone: string): string {
  const day = formatFullDay(at, timeZone)
  return day === formatFullDay(now, timeZone) ? 'Today' : day
}
