import { useT } from '#ui/i18n/use-t.ts'
import styles from './sign-in.module.css'

/** Says below a password field that characters are not taken. It is always there, so that it is read out when it fills. */
export function LeftOut({ says }: { says: string | null }) {
  const t = useT()
  return (
    <span aria-live="polite" className={styles.leftOut}>
      {says && t(says)}
    </span>
  )
}
