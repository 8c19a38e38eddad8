import { Plus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { StaffAnswer, StaffCall, StaffInput } from '#contract/calls/staff-call.ts'
import { Button } from '../ui/buttons/button.tsx'
import { EmptyView } from '../ui/content/empty-view.tsx'
import { Refusal } from '../ui/content/note.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { type Column, endCell, Table } from '../ui/layout/table.tsx'
import styles from './edit-list.module.css'
import { EditButton, type RowDialogProps, useRowDialog } from './row-dialog.tsx'

type Props<T, C extends StaffCall> = {
  title: string
  addName: string
  /** The label of the add button, for pages with several lists. */
  addLabel?: string
  mayWrite: boolean
  /** Further commands on the list, before the add button. */
  actions?: ReactNode
  /** The refusal of the last command. */
  problem?: string | null
  rows: readonly T[]
  /** The columns without the last column, which contains the buttons. */
  columns: readonly Column[]
  isCompact?: boolean
  /** The number of rows above which the rest is collapsed. */
  maxShown?: number
  empty?: ComponentProps<typeof EmptyView>
  /** The call that loads the item to edit. */
  call: C
  toInput: (one: T) => StaffInput<C>
  nameOf: (one: T) => string
  cells: (one: T) => ReactNode
  dialog: (props: RowDialogProps<StaffAnswer<C>['data']>) => ReactNode
}

/** Renders a short list of items, each edited in a dialog, with an add button. */
export function EditList<T, C extends StaffCall>(props: Props<T, C>) {
  const { title, mayWrite, problem, rows, columns, isCompact = false, empty, call, toInput, nameOf, cells } = props
  const rowDialog = useRowDialog(call, props.dialog)
  const { shown, more } = useCollapsedRows(rows, props.maxShown)
  return (
    <Panel title={title} isFlush actions={mayWrite && <Actions {...props} onAdd={rowDialog.add} />}>
      <Refusal problem={rowDialog.problem ?? problem ?? null} />
      {empty && rows.length === 0 ? (
        <EmptyView {...empty} />
      ) : (
        <Table label={title} isCompact={isCompact} columns={[...columns, { name: 'Edit', isNameHidden: true }]}>
          {shown.map((one) => (
            <tr key={JSON.stringify(toInput(one))}>
              {cells(one)}
              <td className={endCell}>
                {mayWrite && <EditButton rowDialog={rowDialog} which={toInput(one)} name={nameOf(one)} />}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {more}
      {rowDialog.dialog}
    </Panel>
  )
}

type ActionProps = { addName: string; addLabel?: string; actions?: ReactNode; onAdd: () => void }

function Actions({ addName, addLabel, actions, onAdd }: ActionProps) {
  return (
    <>
      {actions}
      <Button tone="quiet" size="small" icon={Plus} aria-label={addLabel} onClick={onAdd}>
        {addName}
      </Button>
    </>
  )
}

/** Returns the visible rows, and the button that shows the rest. */
function useCollapsedRows<T>(rows: readonly T[], maxShown = Number.POSITIVE_INFINITY) {
  const [isExpanded, setExpanded] = useState(false)
  const shown = isExpanded ? rows : rows.slice(0, maxShown)
  const more = shown.length < rows.length && (
    <p className={styles.more}>
      <Button tone="quiet" size="small" onClick={() => setExpanded(true)}>
        {rows.length - shown.length} more
      </Button>
    </p>
  )
  return { shown, more }
}
