import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { accountLink } from '#links/account.links.ts'
import { Button, TextButton } from '#ui/buttons/button.tsx'
import { focusFirstInvalid } from '#ui/fields/focus-first-invalid.ts'
import { FormProblem } from '#ui/fields/form-problem.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { Page, Section } from '#ui/layout/page.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { useSubmit } from '#web/data/use-submit.ts'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { openLoginDialog } from '#web/session/login-dialog.ts'
import { removeSession } from '#web/session/session.ts'
import { resetPassword } from '../sign-in.contract.ts'
import { findNewPasswordProblem } from '../sign-in.rules.ts'
import { NewPasswordField } from './new-password-field.tsx'
import styles from './sign-in.module.css'

const route = getRouteApi('/account/resetpassword')

/** Shows the page that the mailed link opens. */
export function ResetPasswordPage() {
  const t = useT()
  const router = useRouter()
  const goBack = useGoBack(accountLink)
  const { token = '' } = route.useSearch()
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { submit, isBusy, refusal, hasFailed, reset } = useSubmit(resetPassword)

  async function send(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (findNewPasswordProblem(password)) return focusFirstInvalid(form.current)
    if (isBusy) return
    const done = await submit({ token, password })
    if (!done) return
    removeSession()
    await router.navigate({ href: accountLink, replace: true })
    showToast(t('Your new password is set. Please log in.'), { icon: 'ok' })
    openLoginDialog({ email: done.answer.email })
  }

  return (
    <Page header={<AppBar title={t('Set a new password')} onBack={goBack} />}>
      <Section first>
        <form ref={form} className={styles.form} onSubmit={send} noValidate method="post">
          <NewPasswordField
            label={t('New password')}
            value={password}
            focusFirstInvalid={isTried}
            onChange={(value) => {
              setPassword(value)
              reset()
            }}
          />
          <FormProblem refusal={refusal} hasFailed={hasFailed} />
          {refusal?.code === 'reset_expired' && (
            <TextButton onClick={() => openLoginDialog({ view: 'forgot' })}>{t('Send the link')}</TextButton>
          )}
          <Button type="submit" block busy={isBusy}>
            {t('Save password')}
          </Button>
        </form>
      </Section>
    </Page>
  )
}
