import { type FormEvent, useRef, useState } from 'react'
import { findEmailProblem } from '#contract/calls/fields.ts'
import { Button } from '#ui/buttons/button.tsx'
import { EmailField } from '#ui/fields/email-field.tsx'
import { focusFirstInvalid } from '#ui/fields/focus-first-invalid.ts'
import { FormProblem } from '#ui/fields/form-problem.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { register } from '../sign-in.contract.ts'
import { findNewPasswordProblem } from '../sign-in.rules.ts'
import { Agreement } from './agreement.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import styles from './sign-in.module.css'

type Props = { email: string; onEmail: (email: string) => void; onDone: () => void }

export function RegisterForm({ email, onEmail, onDone }: Props) {
  const t = useT()
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { submit, isBusy, refusal, hasFailed, reset } = useSubmit(register)
  const emailProblem = isTried ? findEmailProblem(email) : null

  async function send(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (findEmailProblem(email) || findNewPasswordProblem(password)) return focusFirstInvalid(form.current)
    if (isBusy) return
    if (await submit({ email, password })) onDone()
  }

  return (
    <form ref={form} className={styles.form} onSubmit={send} noValidate method="post">
      <EmailField
        label={t('Email')}
        autoComplete="username"
        value={email}
        error={emailProblem && t(emailProblem)}
        onChange={(event) => {
          onEmail(event.target.value)
          reset()
        }}
      />
      <NewPasswordField
        label={t('Password')}
        value={password}
        focusFirstInvalid={isTried}
        onChange={(value) => {
          setPassword(value)
          reset()
        }}
      />
      <FormProblem refusal={refusal} hasFailed={hasFailed} />
      <Button type="submit" block busy={isBusy}>
        {t('Register')}
      </Button>
      <Agreement />
    </form>
  )
}
