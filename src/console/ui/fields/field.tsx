import { ChevronDown, CircleAlert, type LucideIcon } from 'lucide-react'
import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { useId } from 'react'
import { joinClasses } from '#ui/content/join-classes.ts'
import styles from './field.module.css'

export type FieldParts = {
  label: ReactNode
  /** Whether the label is hidden because the column head contains it. */
  isLabelHidden?: boolean
  hint?: ReactNode
  error?: string | null | undefined
}
/** The attributes that connect a control with its label, hint and error. */
type Control = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

/** Renders a label above a control and a message below it. */
export function Field({
  label,
  isLabelHidden,
  hint,
  error,
  children,
}: FieldParts & { children: (control: Control) => ReactNode }) {
  const id = useId()
  const below = error || hint ? `${id}-below` : undefined
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': below })}
      {error ? (
        <span id={below} className={styles.error}>
          <CircleAlert size={14} strokeWidth={1.9} aria-hidden /> {error}
        </span>
      ) : (
        hint && (
          <span id={below} className={styles.hint}>
            {hint}
          </span>
        )
      )}
    </div>
  )
}

/** Renders the border around an input, with the content before and after it. */
export function InputBox(props: {
  icon?: LucideIcon | undefined
  unit?: ReactNode
  isFixed?: boolean | undefined
  isError?: boolean
  children: ReactNode
}) {
  const { icon: Drawing, unit, isFixed, isError, children } = props
  return (
    <span className={joinClasses(styles.box, isFixed && styles.fixed, isError && styles.wrong)}>
      {Drawing && <Drawing size={16} strokeWidth={1.75} aria-hidden className={styles.icon} />}
      {children}
      {unit && <span className={styles.unit}>{unit}</span>}
    </span>
  )
}

type TextProps = FieldParts & {
  value: string
  onChange: (value: string) => void
  icon?: LucideIcon
  unit?: ReactNode
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'children'>

export function TextField({
  label,
  isLabelHidden,
  hint,
  error,
  value,
  onChange,
  icon,
  unit,
  className,
  ...rest
}: TextProps) {
  return (
    <Field label={label} isLabelHidden={isLabelHidden ?? false} hint={hint} error={error}>
      {(control) => (
        <InputBox icon={icon} unit={unit} isFixed={rest.readOnly} isError={Boolean(error)}>
          <input
            type="text"
            {...rest}
            {...control}
            className={joinClasses(styles.input, className)}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </InputBox>
      )}
    </Field>
  )
}

type NumberProps = Omit<TextProps, 'value' | 'onChange' | 'type'> & {
  value: number | null
  onChange: (value: number | null) => void
}

/** Renders a number field. An empty field is null. */
export function NumberField({ value, onChange, ...rest }: NumberProps) {
  return (
    <TextField
      inputMode="numeric"
      {...rest}
      type="number"
      value={value === null || Number.isNaN(value) ? '' : String(value)}
      onChange={(text) => onChange(text.trim() === '' ? null : Number(text))}
    />
  )
}

/** Renders the field for the position in a list. Smaller numbers come first, and an empty field means 0. */
export function PlaceField({ value, onChange, error }: Pick<FieldParts, 'error'> & PlaceProps) {
  return <NumberField label="Position in the list" {...{ value, error }} onChange={(place) => onChange(place ?? 0)} />
}
type PlaceProps = { value: number; onChange: (value: number) => void }

type AreaProps = FieldParts & { value: string; onChange: (value: string) => void } & Omit<
    TextareaHTMLAttributes<HTMLTextAreaElement>,
    'value' | 'onChange' | 'children'
  >

/** Renders a text area. The counter appears from four fifths of the limit. */
export function AreaField({ label, isLabelHidden, hint, error, value, onChange, className, ...rest }: AreaProps) {
  const max = rest.maxLength
  const counted = max && value.length > max * 0.8 ? `${value.length} of ${max}` : null
  return (
    <Field label={label} isLabelHidden={isLabelHidden ?? false} hint={counted ?? hint} error={error}>
      {(control) => (
        <textarea
          rows={3}
          dir="auto"
          {...rest}
          {...control}
          className={joinClasses(styles.box, styles.area, Boolean(error) && styles.wrong, className)}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

type SelectProps<V extends string> = FieldParts & {
  value: V
  onChange: (value: V) => void
  options: readonly { value: V; name: string; disabled?: boolean }[]
} & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange' | 'children'>

export function SelectField<V extends string>(props: SelectProps<V>) {
  const { label, isLabelHidden, hint, error, value, onChange, options, className, ...rest } = props
  function choose(chosen: string) {
    const option = options.find((one) => one.value === chosen)
    if (option) onChange(option.value)
  }
  return (
    <Field label={label} isLabelHidden={isLabelHidden ?? false} hint={hint} error={error}>
      {(control) => (
        <span className={joinClasses(styles.box, styles.chosen, Boolean(error) && styles.wrong)}>
          <select
            {...rest}
            {...control}
            className={joinClasses(styles.select, className)}
            value={value}
            onChange={(event) => choose(event.target.value)}
          >
            {options.map(({ value: one, name, disabled }) => (
              <option key={one} value={one} disabled={disabled}>
                {name}
              </option>
            ))}
          </select>
          <ChevronDown size={14} strokeWidth={1.9} aria-hidden className={styles.arrow} />
        </span>
      )}
    </Field>
  )
}
