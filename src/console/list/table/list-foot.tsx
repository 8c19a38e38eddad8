import type { ReactNode } from 'react'
import { Key } from '#console/ui/content/key.tsx'
import styles from './list-foot.module.css'

type Hint = { keys: string[]; does: string }
const always: Hint[] = [
  { keys: ['J', 'K'], does: 'move' },
  { keys: ['↵'], does: 'open' },
  { keys: ['/'], does: 'search' },
  { keys: ['?'], does: 'all shortcuts' },
]

type Props = {
  children: ReactNode
  hints?: Hint[]
  /** Whether the list has rows that open and a search. */
  isTable?: boolean
}

/** Renders the number of rows and the key hints of the list. */
export function ListFoot({ children, hints = [], isTable = true }: Props) {
  const rest = isTable ? always.slice(1) : always.slice(-1)
  return (
    <footer className={styles.foot}>
      <span role="status">{children}</span>
      <span className={styles.keys} aria-hidden>
        {[...always.slice(0, 1), ...hints, ...rest].map(({ keys, does }) => (
          <span key={does}>
            {keys.map((key) => (
              <Key key={key}>{key}</Key>
            ))}
            {does}
          </span>
        ))}
      </span>
    </footer>
  )
}
