import type { ReactNode } from 'react'
import { joinClasses } from '#ui/content/join-classes.ts'
import styles from './table.module.css'

export type Column = {
  name: string
  isEnd?: boolean
  isCentred?: boolean
  isNameHidden?: boolean
  /** Content in place of the name, such as a checkbox for all rows. */
  shown?: ReactNode
  /** The last words of the name, placed at the end of the column. */
  ends?: string
}

type Props = {
  label: string
  columns: readonly Column[]
  isCompact?: boolean
  /** The rows as `<tr>` elements. Cells with numbers use `endCell`. */
  children: ReactNode
}

export const endCell = styles.end
/** The class of the selected row, or of the row under the cursor. */
export const currentRow = styles.current
export const centredCell = styles.centred

/** Renders a short table. Long tables are in `list/`. A table too wide for a phone scrolls by itself. */
export function Table({ label, columns, isCompact, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
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
