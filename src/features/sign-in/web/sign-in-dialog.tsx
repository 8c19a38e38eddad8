import { useEffect, useRef, useState } from 'react'
import { useT } from '#ui/i18n/use-t.ts'
import { TabPanel, Tabs } from '#ui/layout/tabs.tsx'
import { leaveDocument } from '#ui/overlays/modal-history.ts'
import { beginPending } from '#ui/overlays/pending-requests.ts'
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
  const isForgotView = view === 'forgot'
  const wasForgotView = useRef(isForgotView)
  useEffect(() => {
    if (wasForgotView.current === isForgotView) return
    wasForgotView.current = isForgotView
    // The button that led here is gone, so the focus moves into the new form.
    document.querySelector<HTMLElement>('dialog[open] form input')?.focus()
  }, [isForgotView])

  function cancel() {
    closeLoginDialog()
    request.onCancel?.()
  }

  function finish() {
    closeLoginDialog()
    if (request.onSuccess) return request.onSuccess()
    beginPending()
    leaveDocument(() => window.location.reload())
  }

  const shared = { email, onEmail: setEmail, onDone: finish }
  if (isForgotView) {
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
