import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { CallFailed, CallRefused } from '#contract/calls/call.ts'
import { msg } from '#contract/text/translate.ts'
import { accountLink } from '#links/account.links.ts'
import { Button, TextButton } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/content/notice.tsx'
import { focusFirstInvalid } from '#ui/fields/focus-first-invalid.ts'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { Page, PageStrip, Section } from '#ui/layout/page.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { SignInNeeded } from '#web/data/load.ts'
import { useGoUp } from '#web/navigation/use-go-back.ts'
import { RowsSkeleton } from '#web/parts/rows-skeleton.tsx'
import type { WebContext } from '#web/root.tsx'
import { openLoginDialog } from '#web/session/login-dialog.ts'
import { removeSession } from '#web/session/session.ts'
import { changePassword, getEmail } from '../sign-in.contract.ts'
import { findNewPasswordProblem, findSymbolNote, passwordMaxLength } from '../sign-in.rules.ts'
import styles from './change-password-page.module.css'
import { NewPasswordField } from './new-password-field.tsx'
import { RemovedCharactersNote } from './removed-characters-note.tsx'

const route = getRouteApi('/account/changepassword')

export async function loadEmail({ context }: { context: WebContext }) {
  const { email } = await context.load(getEmail, {})
  if (email === null) throw new SignInNeeded()
  return { email }
}

export function ChangePasswordPage() {
  const t = useT()
  const goUp = useGoUp(accountLink)
  const { email } = route.useLoaderData()
  const { form, oldPassword, oldProblem, isReady, isBusy, send, ...change } = usePasswordChange(email)
  return (
    <Page header={<AppBar title={t('Change Password')} onBack={goUp} />}>
      <Section first>
        <form ref={form} className={styles.form} onSubmit={send} noValidate method="post">
          {/* Password managers need to know the account that the password belongs to. */}
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <PasswordField
            label={t('Old password')}
            name="old_password"
            autoComplete="current-password"
            maxLength={passwordMaxLength}
            value={oldPassword}
            error={oldProblem && t(oldProblem)}
            hint={<RemovedCharactersNote text={findSymbolNote(oldPassword)} />}
            onBlur={change.onBlurOldPassword}
            onChange={(event) => change.changeOldPassword(event.target.value)}
          />
          <NewPasswordField
            label={t('New password')}
            name="password"
            value={change.password}
            focusFirstInvalid={change.isNewTouched}
            onBlur={change.onBlurNewPassword}
            onChange={change.setPassword}
          />
          <Button type="submit" block disabled={!isReady} busy={isBusy}>
            {t('Submit')}
          </Button>
          <div className={styles.forgot}>
            <TextButton onClick={() => openLoginDialog({ view: 'forgot', email })}>{t('Forget password')}</TextButton>
          </div>
        </form>
      </Section>
      <PageStrip>
        <Notice>{t('After the change you’ll be asked to sign in again.')}</Notice>
      </PageStrip>
    </Page>
  )
}

function usePasswordChange(email: string) {
  const t = useT()
  const router = useRouter()
  const [oldPassword, setOldPassword] = useState('')
  const [password, setPassword] = useState('')
  const [isOldTouched, setOldTouched] = useState(false)
  const [isNewTouched, setNewTouched] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const oldProblem = isOldTouched && oldPassword === '' ? msg('The old password cannot be empty') : refused
  const newProblem = findNewPasswordProblem(password)
  const isReady = oldPassword !== '' && newProblem === null

  async function send(event: FormEvent) {
    event.preventDefault()
    if (!isReady || isBusy) return
    setBusy(true)
    let serverMessage: string
    try {
      serverMessage = (await router.options.context.call(changePassword, { old_password: oldPassword, password }))
        .message
    } catch (error) {
      setBusy(false)
      if (error instanceof CallRefused) {
        setRefused(error.refusal.errors?.old_password?.[0] ?? null)
        focusFirstInvalid(form.current)
      }
      return showToast(t(readServerMessage(error) || msg('We couldn’t send your request. Please try again.')), {
        icon: 'alert',
      })
    }
    // The change ended all sessions with the old password, including this one.
    removeSession()
    await router.navigate({ href: accountLink, replace: true })
    showToast(t(serverMessage), { icon: 'ok' })
    openLoginDialog({ email })
  }

  function changeOldPassword(text: string) {
    setOldPassword(text)
    setRefused(null)
  }

  return {
    ...{ form, oldPassword, changeOldPassword, oldProblem, password, setPassword, isReady, isBusy, send },
    isNewTouched,
    onBlurOldPassword: () => setOldTouched(true),
    onBlurNewPassword: () => setNewTouched(true),
  }
}

/** Returns the message of the server, from a refusal or a failed call. */
function readServerMessage(error: unknown): string | null {
  if (error instanceof CallRefused) return error.refusal.message
  return error instanceof CallFailed ? error.serverMessage : null
}

export function ChangePasswordSkeleton() {
  return <RowsSkeleton title={msg('Change Password')} isTop />
}
