import { Plus } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import type { StaffAnswer, StaffCall, StaffInput } from '#contract/calls/staff-call.ts'
import { EditButton, type RowDialogProps, useRowDialog } from '../form/row-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyView } from '../ui/empty-view.tsx'
import { Refusal } from '../ui/note.tsx'
import { Panel } from '../ui/panel.tsx'
import { Switch } from '../ui/switch.tsx'
import { Tag } from '../ui/tag.tsx'
import { useSwitches } from './use-switches.ts'
import styles from './word-list.module.css'

type Word = { id: number; is_active: boolean }

type WordRow<T> = {
  one: T
  name: string
  /** How deep below others it stands. */
  level?: number
  /** What programs know it by, or where it belongs. */
  detail?: string
  tag?: string | undefined
  /** A figure about it, at the end of its row. */
  end?: string | undefined
}

type Props<T extends Word, C extends StaffCall> = {
  title: string
  addName: string
  rows: WordRow<T>[]
  mayWrite: boolean
  /** Offers it, or no longer. */
  offer: (one: T, isOn: boolean) => Promise<unknown>
  tell: (one: T, isOn: boolean) => string
  /** Reads the one that is to be changed. */
  call: C
  dialog: (props: RowDialogProps<StaffAnswer<C>['data']>) => ReactNode
}

/** Words that shoppers choose from: reasons, labels, types of questions. */
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
      {rows.length === 0 && <EmptyView icon={Plus} title="Nothing here yet" text={`Begin with '${addName}'.`} />}
      <ul>
        {rows.map(({ one, name, level = 0, detail, tag, end }) => (
          <li key={one.id} className={styles.row} style={{ '--level': level } as CSSProperties}>
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

/** Each one after the one that it stands below, in the order that shoppers see. */
export function sortTree<T extends Node>(all: readonly T[]): { one: T; level: number }[] {
  const ids = new Set(all.map(({ id }) => id))
  const below = new Map<number | null, T[]>()
  for (const one of all) {
    // One whose parent is gone is not lost.
    const parent = one.parent_id !== null && ids.has(one.parent_id) ? one.parent_id : null
    below.set(parent, [...(below.get(parent) ?? []), one])
  }
  const walk = (parent: number | null, level: number): { one: T; level: number }[] =>
    (below.get(parent) ?? [])
      .sort((a, b) => a.sort - b.sort || a.id - b.id)
      .flatMap((one) => [{ one, level }, ...walk(one.id, level + 1)])
  return walk(null, 0)
}
