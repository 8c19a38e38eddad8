import { Columns3 } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Check } from '../ui/check.tsx'
import styles from './column-choice.module.css'
import { Pop } from './pop.tsx'

type Choosable = { id: string; name: string; isFixed?: boolean }
type Props = {
  columns: Choosable[]
  hidden: string[]
  change: (change: Record<string, string | undefined>) => void
}

/** The columns that are not shown, as the address has them: `columns=-method,-to`. */
export function readHidden({ columns }: Record<string, string | undefined>): string[] {
  return (columns ?? '').split(',').flatMap((word) => (word.startsWith('-') ? word.slice(1) : []))
}

/** Which columns a list shows; it is a word of the address, so a saved view keeps it. */
export function ColumnChoice({ columns, hidden, change }: Props) {
  const set = (id: string, isShown: boolean) => {
    const next = columns.filter((column) => (column.id === id ? !isShown : hidden.includes(column.id)))
    change({ columns: next.map((column) => `-${column.id}`).join() || undefined })
  }
  return (
    <Pop
      label="Columns"
      button={(opens) => <Button tone="quiet" icon={Columns3} aria-label="Columns" title="Columns" {...opens} />}
    >
      {() => (
        <div className={styles.columns}>
          {columns
            .filter(({ isFixed }) => !isFixed)
            .map(({ id, name }) => (
              <Check key={id} label={name} isChecked={!hidden.includes(id)} onChange={(isShown) => set(id, isShown)} />
            ))}
        </div>
      )}
    </Pop>
  )
}
