import { useEffect, useRef, useState } from 'react'
import { useT } from '#ui/i18n/use-t.ts'
import { TabPanel, Tabs } from '#ui/layout/tabs.tsx'
import { beginGoing } from '#ui/overlays/going.ts'
import { leaveDocument } from '#ui/overlays/modal-history.ts'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { Wordmark } from '#web/parts/page/mark.tsx'
import { closeLoginDialog, type LoginRequest } from '#web/session/login-dialog.ts'
import { useSite } from '#web/session/site.ts'
import { ForgotForm } from './forgot-form.tsx'
import { LoginForm } from './login-form.tsx'
import { RegisterForm } from './register-form.tsx'

/** Shows the sign-in area: the tabs login and register, and a link to the form for a forgotten password. */
export function SignInDialog({ request }: { request: LoginRequest }) {
  const t = useT()
  const site = useSite()
  const [view, setView] = useState(request.view)
  const [email, setEmail] = useState(request.email ?? '')
  const isForgot = view === 'forgot'
  const wasForgot = useRef(isForgot)
  useEffect(() => {
    if (wasForgot.current === isForgot) return
    wasForgot.current = isForgot
    // The button that led here is gone, so the focus moves into the new form.
    document.querySelector<HTMLElement>('dialog[open] form input')?.focus()
  }, [isForgot])

  function cancel() {
    closeLoginDialog()
    request.onCancel?.()
  }

  function finish() {
    closeLoginDialog()
    if (request.onSuccess) return request.onSuccess()
    beginGoing()
    leaveDocument(() => window.location.reload())
  }

  const shared = { email, onEmail: setEmail, onDone: finish }
  if (isForgot) {
    return (
      <Sheet open onClose={cancel} title={t('Forget password')} onBack={() => setView('login')}>
        <ForgotForm email={email} onEmail={setEmail} onBack={() => setView('login')} />
      </Sheet>
    )
  }
  const tabs = (
    <Tabs
      id="sign-in"
      label={t('Sign In / Register')}
      items={[
        { value: 'login', label: t('Login') },
        { value: 'register', label: t('Register') },
      ]}
      value={view}
      onChange={(value) => setView(value === 'register' ? 'register' : 'login')}
    />
  )
  return (
    <Sheet open onClose={cancel} title={<Wordmark name={site.name} />} head={tabs}>
      <TabPanel tabs="sign-in" value={view}>
        {view === 'login' ? <LoginForm {...shared} onForgot={() => setView('forgot')} /> : <RegisterForm {...shared} />}
      </TabPanel>
    </Sheet>
  )
}
