import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { type ChangeEvent, type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Icon } from '../content/icon.tsx'
import { joinClasses } from '../content/join-classes.ts'
import styles from './field.module.css'

export type FieldTexts = {
  label: ReactNode
  hint?: ReactNode
  /** The error message, which also turns the outline red. */
  error?: ReactNode
}

type FieldFrameProps = FieldTexts & {
  id: string
  required?: boolean
  /** The value `span` is for controls that are not form elements, which a label cannot name. */
  labelAs?: 'label' | 'span'
  className?: string
  children: ReactNode
}

/** Returns the ids that connect a control with its label, hint and error. */
export function useFieldIds(id: string | undefined, { hint, error }: Pick<FieldTexts, 'hint' | 'error'>) {
  const made = useId()
  const control = id ?? made
  const describedBy = joinClasses(Boolean(hint) && `${control}-hint`, Boolean(error) && `${control}-error`)
  return { control, label: `${control}-label`, describedBy: describedBy || undefined }
}

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Typing<C> = { value?: unknown; onChange?: ((event: ChangeEvent<C, never>) => void) | undefined }

/**
 * Reports text typed before hydration to the form as an ordinary change, because React alone would restore the initial
 * value. Fields report one after the other, so that the form sees all earlier changes.
 */
export function useEarlyTyping<C extends TextControl>(id: string, { value, onChange }: Typing<C>): void {
  const latestOnChange = useRef(onChange)
  useLayoutEffect(() => {
    latestOnChange.current = onChange
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first render can reveal text typed before hydration.
  useLayoutEffect(() => {
    const control = document.getElementById(id) as C | null
    if (!control || value === undefined || control.value === value) return
    const typed = control.value
    queueMicrotask(() => {
      control.value = typed
      flushSync(() => latestOnChange.current?.({ target: control, currentTarget: control } as never))
    })
  }, [])
}

/** Renders the frame shared by all fields: the label above and the message below. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  required,
  labelAs = 'label',
  className,
  children,
}: FieldFrameProps) {
  const star = required && (
    <span className={styles.required} aria-hidden="true">
      *
    </span>
  )
  return (
    <div className={joinClasses(styles.field, className)}>
      {labelAs === 'label' ? (
        <label className={styles.label} htmlFor={id} id={`${id}-label`}>
          <span>{label}</span>
          {star}
        </label>
      ) : (
        <span className={styles.label} id={`${id}-label`}>
          <span>{label}</span>
          {star}
        </span>
      )}
      {children}
      {hint && (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      <div aria-live="polite">
        {error && (
          <p id={`${id}-error`} className={styles.error}>
            <Icon of={CircleAlert} size="s" />
            <span>{error}</span>
          </p>
        )}
      </div>
    </div>
  )
}

type FieldProps = FieldTexts & ComponentProps<'input'> & { end?: ReactNode }

export function Field({ label, hint, error, end, id, className, ...input }: FieldProps) {
  const ids = useFieldIds(id, { hint, error })
  useEarlyTyping<HTMLInputElement>(ids.control, input)
  return (
    <FieldFrame
      id={ids.control}
      label={label}
      hint={hint}
      error={error}
      required={input.required}
      className={className}
    >
      <div className={joinClasses(styles.box, Boolean(error) && styles.wrong)}>
        <input
          type="text"
          {...input}
          id={ids.control}
          aria-describedby={ids.describedBy}
          aria-invalid={error ? true : undefined}
          className={styles.input}
        />
        {end}
      </div>
    </FieldFrame>
  )
}
