import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react'
import { Button } from '#console/ui/buttons/button.tsx'
import { Check } from '#console/ui/fields/check.tsx'
import { Popover } from '../filters/popover.tsx'
import styles from './column-choice.module.css'
import { moveColumn, readColumns, writeColumns } from './column-choice.rules.ts'

type Props = {
  columns: { id: string; name: string; isFixed?: boolean }[]
  /** The parameter of the address. */
  word: string | undefined
  change: (change: Record<string, string | undefined>) => void
}

/** Renders the choice of columns and their order. The choice is part of the address, so that saved views store it. */
export function ColumnChoice({ columns, word, change }: Props) {
  const now = readColumns(columns, word)
  const set = (next: typeof now) => change({ columns: writeColumns(columns, next) })
  const show = (id: string, isShown: boolean) =>
    set({ ...now, hidden: isShown ? now.hidden.filter((one) => one !== id) : [...now.hidden, id] })
  const shown = now.order.flatMap((id) => columns.find((one) => one.id === id && !one.isFixed) ?? [])
  return (
    <Popover
      label="Columns"
      button={(opens) => <Button tone="quiet" icon={Columns3} aria-label="Columns" title="Columns" {...opens} />}
    >
      {() => (
        <ul className={styles.columns}>
          {shown.map(({ id, name }, at) => (
            <li key={id} className={styles.column}>
              <Check label={name} isChecked={!now.hidden.includes(id)} onChange={(isShown) => show(id, isShown)} />
              <Button
                tone="quiet"
                size="small"
                icon={ArrowUp}
                aria-label={`Move ${name} towards the start`}
                disabled={at === 0}
                onClick={() => set(moveColumn(columns, now, id, -1))}
              />
              <Button
                tone="quiet"
                size="small"
                icon={ArrowDown}
                aria-label={`Move ${name} towards the end`}
                disabled={at === shown.length - 1}
                onClick={() => set(moveColumn(columns, now, id, 1))}
              />
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}
