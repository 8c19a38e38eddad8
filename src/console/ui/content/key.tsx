import { useHint } from '../../shell/use-keys.ts'
import styles from './key.module.css'

/**
 * Renders a key cap, with the member's changes. The cap is hidden from screen readers, because its button has
 * `aria-keyshortcuts` or the list of keys contains the key.
 */
export function Key({ children }: { children: string }) {
  return <Keys of={children} />
}

/** Renders several caps: `Ctrl S` is a combination, and `G O` a sequence. */
export function Keys({ of }: { of: string }) {
  return useHint(of).caps.map((cap) => (
    <kbd key={cap} className={styles.key} aria-hidden>
      {cap}
    </kbd>
  ))
}
