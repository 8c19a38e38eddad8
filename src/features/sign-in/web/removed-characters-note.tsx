import { useT } from '#ui/i18n/use-t.ts'
import styles from './sign-in.module.css'

/**
 * Shows below a password field which characters are not accepted. The element always exists, so that screen readers announce its
 * text.
 */
export function RemovedCharactersNote({ text }: { text: string | null }) {
  const t = useT()
  return (
    <span aria-live="polite" className={styles.leftOut}>
      {text && t(text)}
    </span>
  )
}
