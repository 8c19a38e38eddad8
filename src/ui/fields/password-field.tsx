import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ComponentProps, useId, useState } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { useT } from '../i18n/use-t.ts'
import styles from './field.module.css'
import { Field } from './field.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'end' | 'autoComplete'> & {
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordField({ id, ...field }: PasswordFieldProps) {
  const t = useT()
  const made = useId()
  const [isShown, setShown] = useState(false)
  const control = id ?? made
  const toggle = (
    <IconButton
      icon={isShown ? EyeOff : Eye}
      label={t('Show password')}
      aria-pressed={isShown}
      aria-controls={control}
      onClick={() => setShown(!isShown)}
      className={styles.toggle}
    />
  )
  return (
    <Field
      dir="ltr"
      autoCapitalize="none"
      // Hidden text gets no spelling correction.
      autoCorrect={isShown ? 'off' : undefined}
      spellCheck={false}
      {...field}
      id={control}
      type={isShown ? 'text' : 'password'}
      end={toggle}
    />
  )
}
