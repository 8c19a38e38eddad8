import { type ComponentProps, useState } from 'react'
import { joinClasses } from '../content/join-classes.ts'
import { Literal } from '../content/literal.tsx'
import styles from './field.module.css'
import { FieldFrame, type FieldTexts, useEarlyTyping, useFieldIds } from './field.tsx'

/** 20: the number of characters left from which the counter is highlighted. */
const NEARLY_FULL = 20

type TextAreaProps = FieldTexts &
  ComponentProps<'textarea'> & {
    /** Whether the counter is shown. Fields with a generous limit hide it. */
    counter?: boolean
  }

export function TextArea({ label, hint, error, counter = true, id, className, onChange, ...area }: TextAreaProps) {
  const ids = useFieldIds(id, { hint, error })
  useEarlyTyping<HTMLTextAreaElement>(ids.control, { value: area.value, onChange })
  const [typed, setTyped] = useState(String(area.defaultValue ?? ''))
  const length = String(area.value ?? typed).length
  const limit = area.maxLength
  const counts = counter && limit !== undefined
  return (
    <FieldFrame id={ids.control} label={label} hint={hint} error={error} required={area.required} className={className}>
      <div
        className={joinClasses(styles.box, styles.area, !counts && styles.plainArea, Boolean(error) && styles.wrong)}
      >
        <textarea
          {...area}
          id={ids.control}
          aria-describedby={ids.describedBy}
          aria-invalid={error ? true : undefined}
          className={styles.areaInput}
          onChange={(event) => {
            setTyped(event.target.value)
            onChange?.(event)
          }}
        />
        {counts && (
          <span className={joinClasses(styles.counter, length >= limit - NEARLY_FULL && styles.counterHot)}>
            <Literal>
              {length}/{limit}
            </Literal>
          </span>
        )}
      </div>
    </FieldFrame>
  )
}
