import {
  ArrowRight,
  ChevronDown,
  ChevronUp,
  Clock,
  KeyRound,
  SearchX,
  ShieldAlert,
  Terminal,
  Undo2,
} from 'lucide-react'
import { useId, useState } from 'react'
import { loadAll } from '#console/data/load-all.ts'
import { useCommand } from '#console/data/use-command.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { FilterRow } from '#console/list/filters/filter-row.tsx'
import { useList, useListAddress } from '#console/list/use-list.ts'
import settings from '#console/settings/settings.module.css'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { settingsLinks } from '#console/settings/settings-places.ts'
import { type ConsoleContext, useConsole } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import {
  importLink,
  staffAdvertLink,
  staffChatLink,
  staffCouponLink,
  staffCustomerLink,
  staffOrderLink,
  staffProductLink,
  staffReturnLink,
  staffTicketLink,
  staffWidgetLink,
} from '#console/shell/console-links.ts'
import { useNow, useZone } from '#console/shell/use-now.ts'
import { Avatar } from '#console/ui/avatar.tsx'
import { Button } from '#console/ui/button.tsx'
import { readClock, writeTime } from '#console/ui/clock.rules.ts'
import { EmptyView } from '#console/ui/empty-view.tsx'
import { showWholeDay, showWholeMoment } from '#console/ui/moment.rules.ts'
import { Refusal } from '#console/ui/note.tsx'
import { Switch } from '#console/ui/switch.tsx'
import { Tag } from '#console/ui/tag.tsx'
import { showToast } from '#console/ui/toast-store.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { ExportLink } from '#features/imports/console/parts/export-link.tsx'
import { type AuditArea, auditAreas, canUndo } from '#features/staff/audit.rules.ts'
import { type AuditRow, listAudit, undoChange } from '#features/staff/audit.staff.contract.ts'
import { listMembers } from '#features/staff/members.staff.contract.ts'
import { isOdd, toMoment } from './audit.rules.ts'
import styles from './audit-page.module.css'
import type { Change, SentencePart } from './audit-parts.rules.ts'
import { nameAbout, nameActor, tellAudit, writeSentence } from './audit-sentence.rules.ts'
import { explainNoUndo } from './audit-undo.rules.ts'

type Search = Record<string, string | undefined>

const toInput = ({ q, actor, area, can_undo: canUndoOnly, from, to, after }: Search) => {
  const since = toMoment(from, 'start')
  const until = toMoment(to, 'end')
  const who = actor && { actor }
  return {
    limit: 50,
    ...(q && { q }),
    ...who,
    ...(area && area in auditAreas && { area: area as AuditArea }),
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
      about="Every change by staff, API keys and the system. Entries cannot be edited or deleted."
      actions={<ExportLink list="audit" search={filtered} />}
    >
      <div className={styles.panel}>
        <FilterRow
          searchLabel="Number or person"
          search={search}
          change={change}
          filters={[
            ...(people.length > 0 ? [{ name: 'actor', label: 'Who', kind: 'one' as const, choices: people }] : []),
            {
              name: 'area',
              label: 'Area',
              kind: 'one',
              choices: Object.entries(auditAreas).map(([value, { name }]) => ({ value, name })),
            },
            { name: 'from', label: 'From', kind: 'day' },
            { name: 'to', label: 'To', kind: 'day' },
          ]}
        >
          <Switch
            label="Can be undone"
            isOn={!!search.can_undo}
            onChange={(isOn) => change({ can_undo: isOn ? 'true' : undefined })}
          />
        </FilterRow>
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
          <ol className={styles.days} aria-label="Audit log">
            {[...Map.groupBy(list.rows, (row) => showDay(row.at, now, zone))].map(([day, rows]) => (
              <li key={day}>
                <h2 className={styles.day}>{day}</h2>
                <ol>
                  {rows.map((row) => (
                    <Row key={row.id} row={row} zone={zone} undo={undo} />
                  ))}
                </ol>
              </li>
            ))}
          </ol>
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
    run: async ({ id }: AuditRow, sentence: string) => {
      if (await run(id, () => call(undoChange, { id }))) showToast(`Undone: ${sentence}`)
    },
  }
}

const drawings = { key: KeyRound, timer: Clock, 'command line': Terminal, nobody: ShieldAlert }

type RowProps = { row: AuditRow; zone: string; undo: ReturnType<typeof useUndo> }

/** One sentence; what was what before, and the raw row, are one press away. */
function Row({ row, zone, undo }: RowProps) {
  const { at, actor } = row
  const [isOpen, setOpen] = useState(false)
  const detailsId = useId()
  const writeMoment = (moment: string) => showWholeMoment(moment, zone)
  const { parts, changes } = tellAudit(row, writeMoment)
  const reason = explainNoUndo(row)
  const Drawing = drawings[actor.kind as keyof typeof drawings]
  const sentence = `${nameActor(actor)} ${writeSentence(row, writeMoment)}`
  return (
    <li className={styles.row} data-open={isOpen || undefined}>
      <time dateTime={at} className={styles.time} suppressHydrationWarning>
        {writeTime(readClock(new Date(at), zone))}
      </time>
      {Drawing ? (
        <Drawing size={16} strokeWidth={1.75} aria-hidden className={styles.drawing} />
      ) : (
        <Avatar name={actor.name} id={actor.id} />
      )}
      <p className={styles.sentence}>
        <b>{nameActor(actor)}</b>{' '}
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change places.
          <Words key={index} part={part} row={row} />
        ))}
      </p>
      <span className={styles.tools}>
        {isOdd(row) && <Tag tone="warning">Review</Tag>}
        {reason && <span className={styles.reason}>Can’t undo: {reason}</span>}
        {canUndo(row) && (
          <Button
            size="small"
            icon={Undo2}
            aria-label={`Undo: ${sentence}`}
            isBusy={undo.busy === row.id}
            onClick={() => undo.run(row, sentence)}
          >
            Undo
          </Button>
        )}
        <Button
          tone="quiet"
          size="small"
          icon={isOpen ? ChevronUp : ChevronDown}
          aria-label={`Details: ${sentence}`}
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={() => setOpen(!isOpen)}
        />
      </span>
      <div id={detailsId} hidden={!isOpen} className={styles.details}>
        {isOpen && <Details row={row} changes={changes} zone={zone} />}
      </div>
    </li>
  )
}

function Words({ part, row }: { part: SentencePart; row: AuditRow }) {
  if (typeof part === 'string') return part
  if ('value' in part) return <b dir="auto">{part.value}</b>
  return <About row={row} />
}

const links: Record<string, (id: string) => string> = {
  orders: staffOrderLink,
  returns: staffReturnLink,
  tickets: staffTicketLink,
  chats: staffChatLink,
  customers: staffCustomerLink,
  products: staffProductLink,
  coupons: staffCouponLink,
  imports: importLink,
  widgets: (id) => staffWidgetLink(Number(id)),
  adverts: (id) => staffAdvertLink(Number(id)),
}

function About({ row }: { row: AuditRow }) {
  const { about } = row
  const [area = '', id] = about.split('/')
  const name = <bdi>{nameAbout(row)}</bdi>
  // Refunds are named by their order.
  const link = area === 'refunds' && row.about_name ? staffOrderLink(row.about_name) : id && links[area]?.(id)
  // What was removed has no page any more.
  if (!link || row.call.startsWith('DELETE')) return <b>{name}</b>
  return (
    <ConsoleLink href={link} className={settings.link}>
      {name}
    </ConsoleLink>
  )
}

function Details({ row, changes, zone }: { row: AuditRow; changes: Change[]; zone: string }) {
  const { call, about, before, after, at, ip } = row
  return (
    <>
      {changes.length > 0 && (
        <dl className={styles.changes}>
          {changes.map(({ name, before: was, after: is }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {was === null ? <span className={styles.none}>None</span> : <del dir="auto">{was}</del>}
                <ArrowRight size={14} strokeWidth={1.75} aria-hidden className={styles.arrow} />
                {is === null ? <span className={styles.none}>None</span> : <ins dir="auto">{is}</ins>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className={styles.where}>
        {showWholeMoment(at, zone)}
        {ip && (
          <>
            {' '}
            from <bdi dir="ltr">{ip}</bdi>
          </>
        )}
      </p>
      <pre className={styles.raw} dir="ltr">
        {JSON.stringify({ call, about, before, after }, null, 2)}
      </pre>
    </>
  )
}

/** The reader's own day. */
function showDay(at: string, now: number, timeZone: string): string {
  const day = showWholeDay(at, timeZone)
  return day === showWholeDay(now, timeZone) ? 'Today' : day
}
