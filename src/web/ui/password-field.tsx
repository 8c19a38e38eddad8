import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useT } from '#web/i18n/use-t.ts'
import styles from './field.module.css'
import { FieldFrame, type FieldTexts, useEarlyTyping, useFieldIds } from './field.tsx'
import { IconButton } from './icon-button.tsx'
import { joinClasses } from './join-classes.ts'

type PasswordFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'type' | 'autoComplete'> & { autoComplete: 'current-password' | 'new-password' }

export function PasswordField({ label, hint, error, id, className, ...input }: PasswordFieldProps) {
  const t = useT()
  const [shown, setShown] = useState(false)
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
          dir="ltr"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          type={shown ? 'text' : 'password'}
          id={ids.control}
          aria-describedby={ids.describedBy}
          aria-invalid={error ? true : undefined}
          className={styles.input}
        />
        <IconButton
          icon={shown ? EyeOff : Eye}
          label={t('Show password')}
          aria-pressed={shown}
          aria-controls={ids.control}
          onClick={() => setShown(!shown)}
          className={styles.toggle}
        />
      </div>
    </FieldFrame>
  )
}
