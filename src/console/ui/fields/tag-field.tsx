import { X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import styles from '../content/chips.module.css'
import { Field, type FieldParts, InputBox } from './field.tsx'

type Props = FieldParts & {
  value: readonly string[]
  onChange: (value: string[]) => void
  /** Suggested tags. Members can also type other tags. */
  known: readonly string[]
  max: number
  maxLength: number
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/**
 * Renders a field for a few short tags. Enter or a comma ends a tag, and leaving the field also adds an unfinished tag.
 */
export function TagField({ value, onChange, known, max, maxLength, ...parts }: Props) {
  const [typed, setTyped] = useState('')
  const words = useId()
  const isFull = value.length >= max
  const drop = (tag: string) => onChange(value.filter((one) => one !== tag))
  function take() {
    const text = typed.trim()
    setTyped('')
    if (text === '' || isFull || value.some((one) => isSame(one, text))) return
    onChange([...value, known.find((one) => isSame(one, text)) ?? text])
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const last = value.at(-1)
    if (event.key === 'Backspace' && typed === '' && last !== undefined) return drop(last)
    if ((event.key !== ',' && event.key !== 'Enter') || typed.trim() === '') return
    event.preventDefault()
    take()
  }
  return (
    <Field {...parts}>
      {(control) => (
        <InputBox isError={Boolean(parts.error)}>
          <span className={styles.chips}>
            {value.map((tag) => (
              <span key={tag} className={styles.chip}>
                {tag}
                <button type="button" className={styles.remove} aria-label={`Remove ${tag}`} onClick={() => drop(tag)}>
                  <X size={12} strokeWidth={2} aria-hidden />
                </button>
              </span>
            ))}
            <input
              {...control}
              type="text"
              className={styles.input}
              list={words}
              autoComplete="off"
              maxLength={maxLength}
              readOnly={isFull}
              placeholder={isFull ? `At most ${max}` : undefined}
              value={typed}
              onChange={(event) => setTyped(event.target.value.replaceAll(',', ''))}
              onKeyDown={press}
              onBlur={take}
            />
            <datalist id={words}>
              {known
                .filter((word) => !value.includes(word))
                .map((word) => (
                  <option key={word} value={word} />
                ))}
            </datalist>
          </span>
        </InputBox>
      )}
    </Field>
  )
}
