import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { Icon } from '../content/icon.tsx'
import { Literal } from '../content/literal.tsx'
import { useT } from '../i18n/use-t.ts'
import styles from './quantity.module.css'

type QuantityProps = {
  /** The name of the counted item, for screen readers. */
  label: string
  value: number
  max: number
  onChange: (value: number) => void
  /** Called when a number above the maximum is requested. */
  onBeyond?: () => void
}

/** Renders buttons around a quantity. At a limit a button stays enabled in place, so that it keeps the focus. */
export function Quantity({ label, value, max, onChange, onBeyond }: QuantityProps) {
  const t = useT()
  const canLess = value > 1
  const canMore = value < max
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add its own frame and legend.
    <div role="group" aria-label={label} className={styles.quantity}>
      <button
        type="button"
        className={styles.step}
        aria-label={t('One less')}
        aria-disabled={!canLess}
        onClick={() => canLess && onChange(value - 1)}
      >
        <Icon of={Minus} size="s" />
      </button>
      <output className={styles.number}>
        <Literal>{value}</Literal>
      </output>
      <button
        type="button"
        className={styles.step}
        aria-label={t('One more')}
        aria-disabled={!canMore}
        onClick={() => (canMore ? onChange(value + 1) : onBeyond?.())}
      >
        <Icon of={Plus} size="s" />
      </button>
    </div>
  )
}
