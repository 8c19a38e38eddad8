import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { EmptyView } from '../ui/empty-view.tsx'
import { Panel } from '../ui/panel.tsx'
import { Switch } from '../ui/switch.tsx'
import { Tag } from '../ui/tag.tsx'
import styles from './word-list.module.css'

export type WordRow = {
  id: number
  name: string
  /** How deep below others it stands. */
  level: number
  /** What programs know it by, or where it belongs. */
  detail?: string
  tag?: string
  isOn: boolean
}

type Props = {
  title: string
  addName: string
  rows: WordRow[]
  mayWrite: boolean
  isOpening: (id: number) => boolean
  onAdd: () => void
  onEdit: (id: number) => void
  onSwitch: (id: number, isOn: boolean) => void
  children?: ReactNode
}

/** Words that shoppers choose from: reasons, labels, types of questions. */
export function WordList({ title, addName, rows, mayWrite, isOpening, onAdd, onEdit, onSwitch, children }: Props) {
  return (
    <Panel
      title={title}
      isFlush
      actions={
        mayWrite && (
          <Button tone="quiet" size="small" icon={Plus} onClick={onAdd}>
            {addName}
          </Button>
        )
      }
    >
      {rows.length === 0 && <EmptyView icon={Plus} title="Nothing here yet" text={`Begin with '${addName}'.`} />}
      <ul>
        {rows.map(({ id, name, level, detail, tag, isOn }) => (
          <li key={id} className={styles.row} style={{ '--level': level } as React.CSSProperties}>
            <span className={styles.words}>
              <span className={level > 0 ? undefined : styles.name}>{name}</span>
              {detail && <span className={styles.detail}>{detail}</span>}
              {tag && <Tag>{tag}</Tag>}
            </span>
            <span className={styles.end}>
              <Switch
                label={`Offer ${name}`}
                isLabelHidden
                isOn={isOn}
                disabled={!mayWrite}
                onChange={(next) => onSwitch(id, next)}
              />
              {mayWrite && (
                <Button
                  tone="quiet"
                  size="small"
                  aria-label={`Edit ${name}`}
                  isBusy={isOpening(id)}
                  onClick={() => onEdit(id)}
                >
                  Edit
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {children}
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
