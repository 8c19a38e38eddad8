import { type FormEvent, useEffect, useRef, useState } from 'react'
import { findEmailProblem } from '#contract/calls/fields.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/content/notice.tsx'
import { EmailField } from '#ui/fields/email-field.tsx'
import { focusFirstInvalid } from '#ui/fields/focus-first-invalid.ts'
import { FormProblem } from '#ui/fields/form-problem.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { forgotPassword } from '../sign-in.contract.ts'
import { resetSent } from '../sign-in.rules.ts'
import styles from './sign-in.module.css'

type Props = { email: string; onEmail: (email: string) => void; onBack: () => void }

export function ForgotForm({ email, onEmail, onBack }: Props) {
  const t = useT()
  const [isTried, setTried] = useState(false)
  const [isSent, setSent] = useState(false)
  const { submit, isBusy, refusal, hasFailed, reset } = useSubmit(forgotPassword)
  const problem = isTried ? findEmailProblem(email) : null
  const form = useRef<HTMLFormElement>(null)
  const sent = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isSent) sent.current?.focus()
  }, [isSent])

  async function send(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (findEmailProblem(email)) return focusFirstInvalid(form.current)
    if (isBusy) return
    if (await submit({ email })) setSent(true)
  }

  if (isSent) {
    return (
      <div ref={sent} tabIndex={-1} className={styles.form} role="status">
        <Notice>{t(resetSent)}</Notice>
        <Button block tone="secondary" onClick={onBack}>
          {t('Back to login')}
        </Button>
      </div>
    )
  }
  return (
    <form ref={form} className={styles.form} onSubmit={send} noValidate method="post">
      <p className={styles.lead}>{t('Tell us your email and we send you a link to set a new password.')}</p>
      <EmailField
        label={t('Email')}
        autoComplete="username"
        value={email}
        error={problem && t(problem)}
        onChange={(event) => {
          onEmail(event.target.value)
          reset()
        }}
      />
      <FormProblem refusal={refusal} hasFailed={hasFailed} />
      <Button type="submit" block busy={isBusy}>
        {t('Send the link')}
      </Button>
    </form>
  )
}
