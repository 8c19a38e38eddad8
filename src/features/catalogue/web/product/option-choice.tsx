import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { type ReactNode, useEffect, useRef } from 'react'
import type { OptionGroup } from '#features/catalogue/product-options.rules.ts'
import { Icon } from '#ui/content/icon.tsx'
import { joinClasses } from '#ui/content/join-classes.ts'
import { useT } from '#ui/i18n/use-t.ts'
import styles from './option-choice.module.css'

type OptionChoiceProps = {
  group: OptionGroup
  value: string | undefined
  error: string | null
  onChoose: (value: string) => void
  /** The content after the option's name, such as the size guide. */
  end?: ReactNode
}

/** Renders an option of a product as radio buttons that look like chips. */
export function OptionChoice({ group, value, error, onChoose, end }: OptionChoiceProps) {
  const t = useT()
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const chosen = group.values.find((one) => one.value === value)

  useEffect(() => {
    // Browsers restore the checked state of a form on back navigation without an event.
    for (const radio of fieldset.current?.querySelectorAll('input') ?? []) radio.checked = radio.value === value
  }, [value])

  return (
    <fieldset ref={fieldset} className={styles.group}>
      <legend className={styles.legend}>
        <span>{t(group.name)}</span>
        {chosen && <span className={styles.chosen}>{chosen.label}</span>}
      </legend>
      {end}
      <div className={styles.values}>
        {group.values.map((one) => (
          <label key={one.value} className={joinClasses(styles.value, one.isSoldOut && styles.soldOut)}>
            <input
              type="radio"
              className="visually-hidden"
              name={group.name}
              value={one.value}
              checked={one.value === value}
              onChange={() => onChoose(one.value)}
            />
            <span>{one.label}</span>
            {one.isSoldOut && <span className="visually-hidden">{t('Sold out')}</span>}
          </label>
        ))}
      </div>
      <div aria-live="polite">
        {error && (
          <p className={styles.error}>
            <Icon of={CircleAlert} size="s" />
            <span>{error}</span>
          </p>
        )}
      </div>
    </fieldset>
  )
}
