import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { formatProblem, useCommand } from '#console/data/use-command.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { EmptyView } from '#console/ui/content/empty-view.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { Tag } from '#console/ui/content/tag.tsx'
import { Check } from '#console/ui/fields/check.tsx'
import { endCell, Table } from '#console/ui/layout/table.tsx'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import { canLeaveOut, leftOutAtOnce, type RowOutcome } from '../imports.rules.ts'
import { type ImportView, leaveOutRows, listImportRows } from '../imports.staff.contract.ts'
import { findHint, formatField, formatValue, outcomeNames, stateNames } from './import-badges.ts'
import styles from './imports-page.module.css'

type Page = StaffOutput<typeof listImportRows>
type Row = Page['data'][number]
type Props = { file: ImportView; outcome: RowOutcome | undefined; first: Page }

const shownChanges = 12
const canBeWritten = ({ outcome, state }: Row) =>
  (outcome === 'new' || outcome === 'changed') && (state === 'waiting' || state === 'left_out')

/** Renders the changes of each record. Records can be left out until they are written. */
export function Records({ file: { id, status }, outcome, first }: Props) {
  const { rows, updateRows, hasMore, loadMore, problem } = useRecords({ id, outcome, first })
  const { isIncluded, selectRows, ...selection } = useRowSelection(id, updateRows)
  if (rows.length === 0) return <EmptyView title="No records" text="No record in the file has this status." />
  const open = rows.filter(canBeWritten)
  const mayTick = canLeaveOut(status) && open.length > 0
  const ticked = open.filter(isIncluded).length
  return (
    <>
      {mayTick && (
        <div className={styles.all}>
          <Check
            label={`${ticked} of the ${open.length} records shown are selected for import`}
            isChecked={ticked === open.length}
            isMixed={ticked > 0 && ticked < open.length}
            onChange={(isWanted) => selectRows(open, isWanted)}
          />
        </div>
      )}
      <Refusal problem={selection.problem} />
      <Table label="Records" isCompact columns={[...(mayTick ? [tickColumn] : []), ...columns]}>
        {rows.map((row) => (
          <Record
            key={row.line}
            row={row}
            isIncluded={isIncluded(row)}
            mayTick={mayTick}
            onTick={(isWanted) => selectRows([row], isWanted)}
          />
        ))}
      </Table>
      <Refusal problem={problem} />
      {hasMore && <Button onClick={loadMore}>Show more</Button>}
    </>
  )
}

const tickColumn = { name: 'Import', isNameHidden: true }
const columns = [
  { name: 'Row', isEnd: true },
  { name: 'Record' },
  { name: 'Changes' },
  { name: 'Warning', isNameHidden: true },
  { name: 'State' },
]

/** Returns the records that the page was loaded with, followed by the records loaded since. */
function useRecords({ id, outcome, first }: { id: string } & Pick<Props, 'outcome' | 'first'>) {
  const { call } = useConsole()
  const [more, setMore] = useState<Row[]>([])
  const [next, setNext] = useState(first.next)
  const [problem, setProblem] = useState<string | null>(null)
  async function loadMore() {
    const from = { ...(next && { after: next }), ...(outcome && { outcome }) }
    try {
      const { data } = await call(listImportRows, { id, limit: 200, ...from })
      setMore((now) => [...now, ...data.data])
      setNext(data.next)
      setProblem(null)
    } catch (error) {
      setProblem(formatProblem(error))
    }
  }
  /** Updates only records loaded after the page. The records that came with the page are reloaded. */
  const updateRows = (lines: number[], state: Row['state']) =>
    setMore((now) => now.map((row) => (lines.includes(row.line) ? { ...row, state } : row)))
  return { rows: [...first.data, ...more], updateRows, hasMore: Boolean(next), loadMore, problem }
}

/** Leaves records out or includes them again. Checkboxes change before the server responds. */
function useRowSelection(id: string, updateRows: (lines: number[], state: Row['state']) => void) {
  const { call } = useConsole()
  const { run, problem } = useCommand()
  const [pending, setPending] = useState<ReadonlyMap<number, boolean>>(new Map())
  const isIncluded = ({ line, state }: Row) => pending.get(line) ?? state !== 'left_out'
  async function selectRows(which: Row[], isWanted: boolean) {
    const lines = which.filter((row) => isIncluded(row) !== isWanted).map(({ line }) => line)
    setPending(new Map(lines.map((line) => [line, isWanted])))
    const isDone = await run('tick', async () => {
      for (let at = 0; at < lines.length; at += leftOutAtOnce) {
        const some = lines.slice(at, at + leftOutAtOnce)
        await call(leaveOutRows, { id, lines: some, is_left_out: !isWanted })
      }
    })
    if (isDone) updateRows(lines, isWanted ? 'waiting' : 'left_out')
    setPending(new Map())
  }
  return { isIncluded, selectRows, problem }
}

type RecordProps = { row: Row; isIncluded: boolean; mayTick: boolean; onTick: (isWanted: boolean) => void }

function Record({ row, isIncluded, mayTick, onTick }: RecordProps) {
  return (
    <tr>
      {mayTick && (
        <td>
          {canBeWritten(row) && (
            <Check
              label={`Import row ${row.line}, ${row.key ?? ''}`}
              isLabelHidden
              isChecked={isIncluded}
              onChange={onTick}
            />
          )}
        </td>
      )}
      <td className={endCell}>{row.line}</td>
      <td>
        <bdi dir="ltr">{row.key ?? '–'}</bdi>
      </td>
      <td>{row.problem ?? <Changes row={row} />}</td>
      <td>
        <Hint changes={row.outcome === 'changed' ? row.changes : []} />
      </td>
      <td>
        <State row={row} isIncluded={isIncluded} />
      </td>
    </tr>
  )
}

function State({ row: { outcome, state }, isIncluded }: { row: Row; isIncluded: boolean }) {
  if (!isIncluded) return <Tag>{stateNames.left_out}</Tag>
  const tone = outcome === 'wrong' ? 'danger' : outcome === 'new' ? 'success' : 'plain'
  return (
    <Tag tone={tone}>{state === 'waiting' || state === 'left_out' ? outcomeNames[outcome] : stateNames[state]}</Tag>
  )
}

function Changes({ row: { outcome, changes } }: { row: Row }) {
  return (
    <span className={styles.changes}>
      {changes.length === 0 && <span className={styles.none}>{outcome === 'new' ? 'Will be added' : 'Nothing'}</span>}
      {changes.slice(0, shownChanges).map(({ field, before, after }) => (
        <span key={field} className={styles.change}>
          <small>{formatField(field)}</small>
          {outcome === 'changed' && (
            <>
              <s>{formatValue(before)}</s>
              <ArrowRight size={14} strokeWidth={1.75} aria-label="becomes" />
            </>
          )}
          <b>{formatValue(after)}</b>
        </span>
      ))}
      {changes.length > shownChanges && <span className={styles.none}>and {changes.length - shownChanges} more</span>}
    </span>
  )
}

function Hint({ changes }: Pick<Row, 'changes'>) {
  const hint = findHint(changes)
  return hint && <Tag tone={hint.tone}>{hint.text}</Tag>
}
