import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { msg } from '#contract/text/translate.ts'
import { Icon } from '../content/icon.tsx'
import { useT } from '../i18n/use-t.ts'
import styles from './form-problem.module.css'

type Props = { refusal: { message: string } | null; hasFailed: boolean }

/**
 * Renders the reason for a failed form above its button. The element always exists, so that screen readers announce new
 * text.
 */
export function FormProblem({ refusal, hasFailed }: Props) {
  const t = useT()
  const text = refusal?.message || (hasFailed ? msg('We couldn’t send your request. Please try again.') : '')
  return (
    <div aria-live="assertive" className={styles.region}>
      {text && (
        <p className={styles.problem}>
          <Icon of={CircleAlert} size="s" />
          <span>{t(text)}</span>
        </p>
      )}
    </div>
  )
}
