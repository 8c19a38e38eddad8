import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { Chevron } from '../content/icon.tsx'
import { joinClasses } from '../content/join-classes.ts'
import styles from './field.module.css'
import { FieldFrame, type FieldTexts, useEarlyTyping, useFieldIds } from './field.tsx'

type SelectFieldProps = FieldTexts &
  ComponentProps<'select'> & {
    options: readonly { value: string; name: string }[]
    /** The text of the field before a choice. */
    placeholder: string
  }

/** Renders a native select, so that phones show their own list and browsers can fill the field. */
export function SelectField({
  label,
  hint,
  error,
  options,
  placeholder,
  id,
  className,
  value,
  ...select
}: SelectFieldProps) {
  const ids = useFieldIds(id, { hint, error })
  useEarlyTyping<HTMLSelectElement>(ids.control, { value, onChange: select.onChange })
  return (
    <FieldFrame
      id={ids.control}
      label={label}
      hint={hint}
      error={error}
      required={select.required}
      className={className}
    >
      <div className={joinClasses(styles.box, styles.selectBox, Boolean(error) && styles.wrong)}>
        <select
          {...select}
          id={ids.control}
          value={value}
          aria-describedby={ids.describedBy}
          aria-invalid={error ? true : undefined}
          className={joinClasses(styles.select, !value && styles.placeholder)}
        >
          <option value="">{placeholder}</option>
          {options.map((one) => (
            <option key={one.value} value={one.value}>
              {one.name}
            </option>
          ))}
        </select>
        <Chevron of={ChevronDown} className={styles.selectChevron} />
      </div>
    </FieldFrame>
  )
}
