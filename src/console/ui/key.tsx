import { useHint } from '../shell/use-keys.ts'
import styles from './key.module.css'

/** The cap of a key, where somebody may have moved it. Not read out: what carries it says the same by `aria-keyshortcuts` or in the list of keys. */
export function Key({ children }: { children: string }) {
  return <Keys of={children} />
}

/** Several caps: `Ctrl S` are held together, `G O` come one after the other. */
export function Keys({ of }: { of: string }) {
  return useHint(of).caps.map((cap) => (
    <kbd key={cap} className={styles.key} aria-hidden>
      {cap}
    </kbd>
  ))
}
