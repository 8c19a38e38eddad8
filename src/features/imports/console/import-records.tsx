import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { tellProblem, useCommand } from '#console/data/use-command.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/button.tsx'
import { Check } from '#console/ui/check.tsx'
import { EmptyView } from '#console/ui/empty-view.tsx'
import { Refusal } from '#console/ui/note.tsx'
import { endCell, Table } from '#console/ui/table.tsx'
import { Tag } from '#console/ui/tag.tsx'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import { canLeaveOut, leftOutAtOnce, type RowOutcome } from '../imports.rules.ts'
import { type ImportView, leaveOutRows, listImportRows } from '../imports.staff.contract.ts'
import { findHint, outcomeNames, showField, showValue, stateNames } from './import-looks.ts'
import styles from './imports-page.module.css'

type Page = StaffOutput<typeof listImportRows>
type Row = Page['data'][number]
type Props = { file: ImportView; outcome: RowOutcome | undefined; first: Page }

const shownChanges = 12
const canBeWritten = ({ outcome, state }: Row) =>
  (outcome === 'new' || outcome === 'changed') && (state === 'waiting' || state === 'left_out')

/** What each record would do. Until it is written, each can be left out. */
export function Records({ file: { id, status }, outcome, first }: Props) {
  const { call } = useConsole()
  const [more, setMore] = useState<Row[]>([])
  const [next, setNext] = useState(first.next)
  const [problem, setProblem] = useState<string | null>(null)
  const leaving = useCommand()
  /** Ticks move before the shop has answered. */
  const [moving, setMoving] = useState<ReadonlyMap<number, boolean>>(new Map())
  const rows = [...first.data, ...more]
  const isIn = ({ line, state }: Row) => moving.get(line) ?? state !== 'left_out'
  async function readOn() {
    try {
      const { data } = await call(listImportRows, {
        id,
        limit: 200,
        ...(next && { after: next }),
        ...(outcome && { outcome }),
      })
      setMore((now) => [...now, ...data.data])
      setNext(data.next)
      setProblem(null)
    } catch (error) {
      setProblem(tellProblem(error))
    }
  }
  async function tick(which: Row[], isWanted: boolean) {
    const lines = which.filter((row) => isIn(row) !== isWanted).map(({ line }) => line)
    setMoving(new Map(lines.map((line) => [line, isWanted])))
    const isDone = await leaving.run('tick', async () => {
      for (let at = 0; at < lines.length; at += leftOutAtOnce) {
        const some = lines.slice(at, at + leftOutAtOnce)
        await call(leaveOutRows, { id, lines: some, is_left_out: !isWanted })
      }
    })
    if (isDone) {
      const state = isWanted ? ('waiting' as const) : ('left_out' as const)
      setMore((now) => now.map((row) => (lines.includes(row.line) ? { ...row, state } : row)))
    }
    setMoving(new Map())
  }
  if (rows.length === 0) return <EmptyView title="None of these" text="No record of the file is of this kind." />
  const open = rows.filter(canBeWritten)
  const mayTick = canLeaveOut(status) && open.length > 0
  const ticked = open.filter(isIn).length
  return (
    <>
      {mayTick && (
        <div className={styles.all}>
          <Check
            label={`${ticked} of ${open.length} shown here are written`}
            isChecked={ticked === open.length}
            isMixed={ticked > 0 && ticked < open.length}
            onChange={(isWanted) => tick(open, isWanted)}
          />
        </div>
      )}
      <Refusal problem={leaving.problem} />
      <Table
        label="Records"
        isCompact
        columns={[
          ...(mayTick ? [{ name: 'Write it', isNameHidden: true }] : []),
          { name: 'Row', isEnd: true },
          { name: 'Which' },
          { name: 'What changes' },
          { name: 'Look at', isNameHidden: true },
          { name: 'State' },
        ]}
      >
        {rows.map((row) => (
          <tr key={row.line}>
            {mayTick && (
              <td>
                {canBeWritten(row) && (
                  <Check
                    label={`Write row ${row.line}, ${row.key ?? ''}`}
                    isLabelHidden
                    isChecked={isIn(row)}
                    onChange={(isWanted) => tick([row], isWanted)}
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
              <State row={row} isIn={isIn(row)} />
            </td>
          </tr>
        ))}
      </Table>
      <Refusal problem={problem} />
      {next && <Button onClick={readOn}>Show more</Button>}
    </>
  )
}

function State({ row: { outcome, state }, isIn }: { row: Row; isIn: boolean }) {
  if (!isIn) return <Tag>{stateNames.left_out}</Tag>
  const tone = outcome === 'wrong' ? 'danger' : outcome === 'new' ? 'success' : 'plain'
  return (
    <Tag tone={tone}>{state === 'waiting' || state === 'left_out' ? outcomeNames[outcome] : stateNames[state]}</Tag>
  )
}

function Changes({ row: { outcome, changes } }: { row: Row }) {
  return (
    <span className={styles.changes}>
      {changes.length === 0 && <span className={styles.none}>{outcome === 'new' ? 'Is added' : 'Nothing'}</span>}
      {changes.slice(0, shownChanges).map(({ field, before, after }) => (
        <span key={field} className={styles.change}>
          <small>{showField(field)}</small>
          {outcome === 'changed' && (
            <>
              <s>{showValue(before)}</s>
              <ArrowRight size={14} strokeWidth={1.75} aria-label="becomes" />
            </>
          )}
          <b>{showValue(after)}</b>
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
