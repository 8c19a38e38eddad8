import type { ReactNode } from 'react'
import styles from './key.module.css'

/** The cap of a key. Not read out: what carries it says the same by `aria-keyshortcuts` or in the list of keys. */
export function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className={styles.key} aria-hidden>
      {children}
    </kbd>
  )
}
