import type { ReactNode } from 'react'
import { joinClasses } from '#ui/content/join-classes.ts'
import styles from './table.module.css'

export type Column = {
  name: string
  isEnd?: boolean
  isCentred?: boolean
  isNameHidden?: boolean
  /** In the place of its name: a tick for all rows. */
  shown?: ReactNode
  /** The last words of its name, where they stand at the end of the column by themselves. */
  ends?: string
}

type Props = {
  label: string
  columns: readonly Column[]
  isCompact?: boolean
  /** Rows of `<tr>`; cells of numbers take `endCell`. */
  children: ReactNode
}

export const endCell = styles.end
/** The row that is chosen, or that keys act on. */
export const currentRow = styles.current
export const centredCell = styles.centred

/** A short list that is read through; long ones are `list/`. Too wide for a phone it scrolls by itself. */
export function Table({ label, columns, isCompact, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
    <div className={styles.scroll} tabIndex={0}>
      <table aria-label={label} className={joinClasses(styles.table, isCompact && styles.compact)}>
        <thead>
          <tr>
            {columns.map(({ name, isEnd, isCentred, isNameHidden, shown, ends }) => (
              <th key={name} scope="col" className={joinClasses(isEnd && styles.end, isCentred && styles.centred)}>
                {shown ??
                  (isNameHidden ? <span className="visually-hidden">{name}</span> : <Name name={name} ends={ends} />)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

function Name({ name, ends }: { name: string; ends: string | undefined }) {
  if (!ends || !name.endsWith(ends)) return name
  return (
    <span className={styles.apart}>
      <span>{name.slice(0, -ends.length)}</span>
      <span>{ends}</span>
    </span>
  )
}
