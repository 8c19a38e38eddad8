import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StaffAnswer, StaffCall, StaffInput } from '#contract/calls/staff-call.ts'
import { EditButton, type RowDialogProps, useRowDialog } from '../form/row-dialog.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { EmptyView } from '../ui/content/empty-view.tsx'
import { Refusal } from '../ui/content/note.tsx'
import { Tag } from '../ui/content/tag.tsx'
import { Switch } from '../ui/fields/switch.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { useSwitches } from './use-switches.ts'
import styles from './word-list.module.css'

type Word = { id: number; is_active: boolean }

type WordRow<T> = {
  one: T
  name: string
  /** The depth in the tree. */
  level?: number
  /** The technical name, or the parent. */
  detail?: string
  tag?: string | undefined
  /** A number at the end of the row. */
  end?: string | undefined
}

type Props<T extends Word, C extends StaffCall> = {
  title: string
  addName: string
  rows: WordRow<T>[]
  mayWrite: boolean
  /** Activates or deactivates the word. */
  offer: (one: T, isOn: boolean) => Promise<unknown>
  tell: (one: T, isOn: boolean) => string
  /** The call that loads the item to edit. */
  call: C
  dialog: (props: RowDialogProps<StaffAnswer<C>['data']>) => ReactNode
}

/** Renders a list of words that shoppers choose from, such as reasons, labels and question types. */
export function WordList<T extends Word, C extends StaffCall>(props: Props<T, C>) {
  const { title, addName, rows, mayWrite, offer, tell, call, dialog } = props
  const rowDialog = useRowDialog(call, dialog)
  const switches = useSwitches(offer, tell)
  return (
    <Panel
      title={title}
      isFlush
      actions={
        mayWrite && (
          <Button tone="quiet" size="small" icon={Plus} onClick={rowDialog.add}>
            {addName}
          </Button>
        )
      }
    >
      <Refusal problem={rowDialog.problem ?? switches.problem} />
      {rows.length === 0 && (
        <EmptyView icon={Plus} title="Nothing here yet" text={`Select ‘${addName}’ to create the first entry.`} />
      )}
      <ul>
        {rows.map(({ one, name, level = 0, detail, tag, end }) => (
          <li key={one.id} className={styles.row} style={{ '--level': level }}>
            <span className={styles.words}>
              <span className={level > 0 ? undefined : styles.name}>{name}</span>
              {detail && <span className={styles.detail}>{detail}</span>}
              {tag && <Tag>{tag}</Tag>}
            </span>
            <span className={styles.end}>
              {end && (
                <bdi dir="ltr" className={styles.figure}>
                  {end}
                </bdi>
              )}
              <Switch
                label={`Offer ${name}`}
                isLabelHidden
                isOn={switches.isOn(one)}
                disabled={!mayWrite}
                onChange={(isOn) => switches.set(one, isOn)}
              />
              {mayWrite && <EditButton rowDialog={rowDialog} which={{ id: one.id } as StaffInput<C>} name={name} />}
            </span>
          </li>
        ))}
      </ul>
      {rowDialog.dialog}
    </Panel>
  )
}

type Node = { id: number; parent_id: number | null; sort: number }

/** Sorts items so that each follows its parent, in the order that shoppers see. */
export function sortTree<T extends Node>(all: readonly T[]): { one: T; level: number }[] {
  const ids = new Set(all.map(({ id }) => id))
  const below = new Map<number | null, T[]>()
  for (const one of all) {
    // An item without its parent is kept at the top level.
    const parent = one.parent_id !== null && ids.has(one.parent_id) ? one.parent_id : null
    below.set(parent, [...(below.get(parent) ?? []), one])
  }
  const listBelow = (parent: number | null, level: number): { one: T; level: number }[] =>
    (below.get(parent) ?? [])
      .sort((a, b) => a.sort - b.sort || a.id - b.id)
      .flatMap((one) => [{ one, level }, ...listBelow(one.id, level + 1)])
  return listBelow(null, 0)
}
