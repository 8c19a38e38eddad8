import {
  ArrowRight,
  ChevronDown,
  ChevronUp,
  Clock,
  KeyRound,
  type LucideIcon,
  ShieldAlert,
  Terminal,
  Undo2,
} from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import settings from '#console/settings/settings.module.css'
import { useConsole } from '#console/shell/console-context.ts'
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
import { Button } from '#console/ui/buttons/button.tsx'
import { Avatar } from '#console/ui/content/avatar.tsx'
import { Tag } from '#console/ui/content/tag.tsx'
import { formatTime, toZonedTime } from '#console/ui/format/clock.rules.ts'
import { formatFullMoment } from '#console/ui/format/moment.rules.ts'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { canUndo } from '#features/staff/audit.rules.ts'
import { type AuditRow, undoChange } from '#features/staff/audit.staff.contract.ts'
import { isSuspicious } from './audit.rules.ts'
import styles from './audit-page.module.css'
import type { Change, SentencePart } from './audit-parts.rules.ts'
import { formatActor, formatAuditSentence, formatSentence, formatSubject } from './audit-sentence.rules.ts'
import { formatUndoProblem } from './audit-undo.rules.ts'

/** Undoes a change, and reports the result in a toast. */
export function useUndo() {
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

const drawings: Partial<Record<AuditRow['actor']['kind'], LucideIcon>> = {
  key: KeyRound,
  timer: Clock,
  'command line': Terminal,
  nobody: ShieldAlert,
}

type RowProps = { row: AuditRow; zone: string; undo: ReturnType<typeof useUndo> }

/** Shows one sentence, with buttons for the changed values and the raw row. */
export function AuditEntry({ row, zone, undo }: RowProps) {
  const { at, actor } = row
  const [isOpen, setOpen] = useState(false)
  const detailsId = useId()
  const { currency } = useConsole().shop
  const formats = { time: (moment: string) => formatFullMoment(moment, zone), currency }
  const { parts, changes } = formatAuditSentence(row, formats)
  const Drawing = drawings[actor.kind]
  const sentence = `${formatActor(actor)} ${formatSentence(row, formats)}`
  return (
    <li className={styles.row} data-open={isOpen || undefined}>
      <time dateTime={at} className={styles.time} suppressHydrationWarning>
        {formatTime(toZonedTime(new Date(at), zone))}
      </time>
      {Drawing ? (
        <Drawing size={16} strokeWidth={1.75} aria-hidden className={styles.drawing} />
      ) : (
        <Avatar name={actor.name} id={actor.id} />
      )}
      <p className={styles.sentence}>
        <b>{formatActor(actor)}</b>{' '}
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence are never reordered.
          <Words key={index} part={part} row={row} />
        ))}
      </p>
      <Tools row={row} sentence={sentence} undo={undo}>
        <Button
          tone="quiet"
          size="small"
          icon={isOpen ? ChevronUp : ChevronDown}
          aria-label={`Details: ${sentence}`}
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={() => setOpen(!isOpen)}
        />
      </Tools>
      <div id={detailsId} hidden={!isOpen} className={styles.details}>
        {isOpen && <Details row={row} changes={changes} zone={zone} />}
      </div>
    </li>
  )
}

type ToolsProps = { row: AuditRow; sentence: string; undo: ReturnType<typeof useUndo>; children: ReactNode }

/** Shows whether the change can be undone, and the button that shows its details. */
function Tools({ row, sentence, undo, children }: ToolsProps) {
  const reason = formatUndoProblem(row)
  return (
    <span className={styles.tools}>
      {isSuspicious(row) && <Tag tone="warning">Review</Tag>}
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
      {children}
    </span>
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
  const name = <bdi>{formatSubject(row)}</bdi>
  // A refund has the name of its order.
  const link = area === 'refunds' && row.about_name ? staffOrderLink(row.about_name) : id && links[area]?.(id)
  // A removed resource has no page.
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
        {formatFullMoment(at, zone)}
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
