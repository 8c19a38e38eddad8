import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps, ReactNode } from 'react'
import { Chevron } from '../content/icon.tsx'
import { joinClasses } from '../content/join-classes.ts'
import styles from './field.module.css'
import { FieldFrame, type FieldTexts, useFieldIds } from './field.tsx'

type PickerFieldProps = FieldTexts &
  Omit<ComponentProps<'button'>, 'value'> & { value?: ReactNode; placeholder: string; required?: boolean }

/** Renders a button that looks like an input and opens a sheet. */
export function PickerField({
  label,
  hint,
  error,
  value,
  placeholder,
  required,
  id,
  className,
  ...button
}: PickerFieldProps) {
  const ids = useFieldIds(id, { hint, error })
  return (
    <FieldFrame
      id={ids.control}
      label={label}
      hint={hint}
      error={error}
      required={required}
      labelAs="span"
      className={className}
    >
      <button
        type="button"
        aria-haspopup="dialog"
        {...button}
        id={ids.control}
        aria-labelledby={`${ids.label} ${ids.control}-value`}
        aria-describedby={ids.describedBy}
        className={joinClasses(styles.box, styles.picker, Boolean(error) && styles.wrong)}
      >
        <span id={`${ids.control}-value`} className={joinClasses(styles.pickerText, !value && styles.placeholder)}>
          {value || placeholder}
        </span>
        <Chevron of={ChevronDown} />
      </button>
    </FieldFrame>
  )
}
