import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { accountLink } from '#links/account.links.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/content/notice.tsx'
import { focusFirstInvalid } from '#ui/fields/focus-first-invalid.ts'
import { FormProblem } from '#ui/fields/form-problem.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { ButtonLink } from '#ui/layout/link.tsx'
import { Page, Section } from '#ui/layout/page.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { useSubmit } from '#web/data/use-submit.ts'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { openLoginDialog } from '#web/session/login-dialog.ts'
import { clearSession } from '#web/session/session.ts'
import { confirmEmail } from '../sign-in.contract.ts'
import { findNewPasswordProblem } from '../sign-in.rules.ts'
import { NewPasswordField } from './new-password-field.tsx'
import styles from './sign-in.module.css'

const route = getRouteApi('/account/confirmemail')

/**
 * Renders the page of a confirmation link. Only the button confirms the address, since mail scanners open every link.
 */
export function ConfirmEmailPage() {
  const t = useT()
  const goBack = useGoBack(accountLink)
  const { token = '' } = route.useSearch()
  const { form, isDone, isOtherBrowser, refusal, send, ...state } = useConfirmation(token)
  return (
    <Page header={<AppBar title={t('Confirm your address')} onBack={goBack} />}>
      <Section first>
        {isDone ? (
          <ConfirmedNotice />
        ) : (
          <form ref={form} className={styles.form} onSubmit={send} noValidate method="post">
            <p className={styles.lead}>
              {t(
                'We then show you the guest orders and coupons of this address. You decide whether to add them to your account.',
              )}
            </p>
            <p className={styles.lead}>
              {t(
                'Addresses and wishlist items saved before that are removed, in case someone else created the account.',
              )}
            </p>
            {isOtherBrowser && (
              <NewPasswordField
                label={t('New password')}
                value={state.password}
                focusFirstInvalid={state.isTried}
                onChange={state.type}
              />
            )}
            <FormProblem refusal={refusal} hasFailed={state.hasFailed} />
            <Button type="submit" block busy={state.isBusy}>
              {isOtherBrowser ? t('Save password') : t('Confirm my address')}
            </Button>
            {/* The account page offers a new link. */}
            {refusal?.code === 'reset_expired' && (
              <ButtonLink href={accountLink} tone="secondary" block>
                {t('Go to your account')}
              </ButtonLink>
            )}
          </form>
        )}
      </Section>
    </Page>
  )
}

/** Confirms the address of the link. A browser other than the requesting browser must also set a new password. */
function useConfirmation(token: string) {
  const t = useT()
  const router = useRouter()
  const [isDone, setDone] = useState(false)
  // A stranger may have requested the mail. In any other browser, a new password proves the ownership.
  const [isOtherBrowser, setOtherBrowser] = useState(false)
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const { submit, isBusy, refusal, hasFailed, reset } = useSubmit(confirmEmail)
  if (refusal?.code === 'other_browser' && !isOtherBrowser) setOtherBrowser(true)
  const form = useRef<HTMLFormElement>(null)

  async function send(event: FormEvent) {
    event.preventDefault()
    setTried(isOtherBrowser)
    if (isOtherBrowser && findNewPasswordProblem(password)) return focusFirstInvalid(form.current)
    if (isBusy) return
    const done = await submit(isOtherBrowser ? { token, password } : { token })
    if (!done) return
    if (!isOtherBrowser) return setDone(true)
    clearSession()
    await router.navigate({ href: accountLink, replace: true })
    showToast(t('Your new password is set. Please log in.'), { icon: 'ok' })
    openLoginDialog({ email: done.answer.email })
  }

  function type(text: string) {
    setPassword(text)
    // The message that asks for the password stays while the password is typed.
    if (refusal?.code !== 'other_browser') reset()
  }

  return { form, isDone, isOtherBrowser, password, type, isTried, isBusy, refusal, hasFailed, send }
}

function ConfirmedNotice() {
  const t = useT()
  const noticeRef = useRef<HTMLDivElement>(null)
  useEffect(() => noticeRef.current?.focus(), [])
  return (
    <div ref={noticeRef} tabIndex={-1} className={styles.form} role="status">
      <Notice>{t('Thank you, your address is confirmed.')}</Notice>
      <ButtonLink href={accountLink} block>
        {t('Go to your account')}
      </ButtonLink>
    </div>
  )
}
