import { type FormEvent, useRef, useState } from 'react'
import { findEmailProblem } from '#contract/calls/fields.ts'
import { msg } from '#contract/text/translate.ts'
import { Button, TextButton } from '#ui/buttons/button.tsx'
import { EmailField } from '#ui/fields/email-field.tsx'
import { focusFirstInvalid } from '#ui/fields/focus-first-invalid.ts'
import { FormProblem } from '#ui/fields/form-problem.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { signIn } from '../sign-in.contract.ts'
import { findSymbolNote } from '../sign-in.rules.ts'
import { Agreement } from './agreement.tsx'
import { RemovedCharactersNote } from './removed-characters-note.tsx'
import styles from './sign-in.module.css'

type Props = { email: string; onEmail: (email: string) => void; onDone: () => void; onForgot: () => void }

export function LoginForm({ email, onEmail, onDone, onForgot }: Props) {
  const t = useT()
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { submit, isBusy, refusal, hasFailed, reset } = useSubmit(signIn)
  const emailProblem = isTried ? findEmailProblem(email) : null
  const passwordProblem = isTried && password === '' ? msg('Please fill in this field') : null

  async function send(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (findEmailProblem(email) || password === '') return focusFirstInvalid(form.current)
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
      <PasswordField
        label={t('Password')}
        name="password"
        autoComplete="current-password"
        value={password}
        error={passwordProblem && t(passwordProblem)}
        hint={<RemovedCharactersNote text={findSymbolNote(password)} />}
        onChange={(event) => {
          setPassword(event.target.value)
          reset()
        }}
      />
      <div className={styles.forgot}>
        <TextButton onClick={onForgot}>{t('Forget password')}</TextButton>
      </div>
      <FormProblem refusal={refusal} hasFailed={hasFailed} />
      <Button type="submit" block busy={isBusy}>
        {t('Log in')}
      </Button>
      <Agreement />
    </form>
  )
}
