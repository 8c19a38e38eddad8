import { Clock, KeyRound, SearchX, Terminal } from 'lucide-react'
import { Fragment } from 'react'
import { type ConsoleContext, useConsole } from '#console/console-context.ts'
import { ConsoleLink } from '#console/console-link.tsx'
import { staffOrderLink, staffReturnLink } from '#console/console-links.ts'
import { ExportLink } from '#console/list/export-link.tsx'
import { FilterRow } from '#console/list/filter-row.tsx'
import { useList, useListAddress } from '#console/list/use-list.ts'
import { loadAll } from '#console/load-all.ts'
import settings from '#console/settings/settings.module.css'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { settingsLinks } from '#console/settings/settings-places.ts'
import { Avatar } from '#console/ui/avatar.tsx'
import { Button } from '#console/ui/button.tsx'
import { readClock, writeTime } from '#console/ui/clock.rules.ts'
import { EmptyView } from '#console/ui/empty-view.tsx'
import { showWholeDay } from '#console/ui/moment.rules.ts'
import { Refusal } from '#console/ui/note.tsx'
import { endCell, Table } from '#console/ui/table.tsx'
import { Tag } from '#console/ui/tag.tsx'
import { showToast } from '#console/ui/toast-store.ts'
import { useCommand } from '#console/use-command.ts'
import { useNow, useZone } from '#console/use-now.ts'
import { usePageData } from '#console/use-page-data.ts'
import { allowsScope } from '#contract/scopes.ts'
import { failedSignIn } from '../audit.rules.ts'
import { type AuditRow, listAudit, undoChange } from '../audit.staff.contract.ts'
import { listMembers } from '../members.staff.contract.ts'
import { canUndo, listChanges, readSearch, tellRow, toMoment } from './audit.rules.ts'
import styles from './audit-page.module.css'

type Search = Record<string, string | undefined>

const toInput = ({ q, actor, from, to, after }: Search) => {
  const found = { ...readSearch(q), ...(actor && { actor }) }
  const since = toMoment(from, 'start')
  const until = toMoment(to, 'end')
  return { limit: 50, ...found, ...(since && { from: since }), ...(until && { to: until }), ...(after && { after }) }
}

export async function loadAudit({ context: { load, me }, deps }: { context: ConsoleContext; deps: Search }) {
  const maySee = allowsScope(new Set(me?.scopes ?? []), 'staff:read')
  const [{ data: first }, members] = await Promise.all([
    load(listAudit, toInput(deps)),
    maySee ? loadAll(load, listMembers, {}) : [],
  ])
  return { first, people: members.map(({ id, name }) => ({ value: id, name })) }
}

/** Who changed what, and when. Nobody edits it. */
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
  const now = useNow()
  const zone = useZone()
  const undo = useUndo()
  const { limit: _, ...filtered } = toInput(search)
  const isFiltered = Object.values(search).some(Boolean)
  return (
    <SettingsPage
      title="Audit log"
      about="Everything that staff, keys and timers changed. It cannot be edited."
      actions={<ExportLink list="audit" search={filtered} />}
    >
      <div className={styles.panel}>
        <FilterRow
          searchLabel="Number or person"
          search={search}
          change={change}
          filters={[
            ...(people.length > 0 ? [{ name: 'actor', label: 'Who', kind: 'one' as const, choices: people }] : []),
            { name: 'from', label: 'From', kind: 'day' },
            { name: 'to', label: 'To', kind: 'day' },
          ]}
        />
        {list.held > 0 && (
          <Button tone="quiet" isBlock onClick={list.showHeld}>
            {list.held} new
          </Button>
        )}
        {list.rows.length === 0 ? (
          <EmptyView
            icon={SearchX}
            title="Nothing like that"
            text={isFiltered ? 'Nobody changed anything like this.' : 'Nobody has changed anything yet.'}
          >
            {isFiltered && (
              <ConsoleLink href={settingsLinks.audit} replace>
                Clear the filters
              </ConsoleLink>
            )}
          </EmptyView>
        ) : (
          <Table
            label="Audit log"
            isCompact
            columns={[
              { name: 'When' },
              { name: 'Who' },
              { name: 'Did' },
              { name: 'To' },
              { name: 'From' },
              { name: 'Undo', isNameHidden: true },
            ]}
          >
            {list.rows.map((row, at) => {
              const day = showDay(row.at, now, zone)
              const before = list.rows[at - 1]
              return (
                <Fragment key={row.id}>
                  {(!before || showDay(before.at, now, zone) !== day) && (
                    <tr className={styles.day}>
                      <th scope="rowgroup" colSpan={6}>
                        {day}
                      </th>
                    </tr>
                  )}
                  <Row row={row} zone={zone} undo={undo} />
                </Fragment>
              )
            })}
          </Table>
        )}
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

function useUndo() {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  return {
    busy,
    problem,
    run: async ({ id, about }: AuditRow) => {
      if (await run(id, () => call(undoChange, { id }))) showToast(`Undone: ${about}`)
    },
  }
}

const drawings = { key: KeyRound, timer: Clock, 'command line': Terminal }
const shownChanges = 2

function Row({ row, zone, undo }: { row: AuditRow; zone: string; undo: ReturnType<typeof useUndo> }) {
  const { at, actor, call, about, ip } = row
  const Drawing = drawings[actor.kind as keyof typeof drawings]
  const changes = listChanges(row)
  const { deed, isOdd } = tellRow(row)
  return (
    <tr>
      <td className={settings.second}>
        <time dateTime={at} suppressHydrationWarning>
          {writeTime(readClock(new Date(at), zone))}
        </time>
      </td>
      <td>
        <span className={settings.person}>
          {Drawing ? (
            <Drawing size={16} strokeWidth={1.75} aria-hidden className={styles.drawing} />
          ) : (
            <Avatar name={actor.name} id={actor.id} />
          )}
          <span className={settings.strong}>{actor.name || actor.kind}</span>
        </span>
      </td>
      <td className={styles.deed}>
        {deed}
        <Changes changes={changes.slice(0, shownChanges)} />
        {changes.length > shownChanges && (
          <details>
            <summary className={styles.more}>{changes.length - shownChanges} more</summary>
            <Changes changes={changes.slice(shownChanges)} />
          </details>
        )}
      </td>
      <td className={styles.about}>{call !== failedSignIn && <About about={about} />}</td>
      <td className={settings.third}>
        <bdi dir="ltr">{ip}</bdi>
      </td>
      <td className={endCell}>
        {isOdd && <Tag tone="warning">Look</Tag>}
        {canUndo(row) && (
          <Button
            tone="quiet"
            size="small"
            aria-label={`Undo: ${deed}, ${about}`}
            isBusy={undo.busy === row.id}
            onClick={() => undo.run(row)}
          >
            Undo
          </Button>
        )}
      </td>
    </tr>
  )
}

function Changes({ changes }: { changes: ReturnType<typeof listChanges> }) {
  if (changes.length === 0) return null
  return (
    <dl className={styles.changes}>
      {changes.map(({ name, before, after }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {before !== null && (
              <del className={styles.before}>
                <bdi>{before}</bdi>
              </del>
            )}{' '}
            {before !== null && <span aria-hidden>→</span>} <bdi>{after ?? '–'}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function About({ about }: { about: string }) {
  const [area, id] = about.split('/')
  const link = id && (area === 'orders' ? staffOrderLink(id) : area === 'returns' ? staffReturnLink(id) : null)
  const shown = <bdi dir="ltr">{link ? id : about}</bdi>
  if (!link) return shown
  return (
    <ConsoleLink href={link} className={settings.link}>
      {shown}
    </ConsoleLink>
  )
}

/** The reader's own day. */
function showDay(at: string, now: number, timeZone: string): string {
  const day = showWholeDay(at, timeZone)
  return day === showWholeDay(now, timeZone) ? 'Today' : day
}
