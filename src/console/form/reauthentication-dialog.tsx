import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { confirmMe, getMe, startConfirming } from '#features/staff/me.staff.contract.ts'
import { sendCode, signInStaff } from '#features/staff/sign-in.staff.contract.ts'
import { staffSignInLink } from '#features/staff/staff-links.ts'
import { leaveDocument } from '#ui/overlays/modal-history.ts'
import { useModalEntry } from '#ui/overlays/use-modal.ts'
import { useStore } from '#ui/state/use-store.ts'
import { formatProblem } from '../data/use-command.ts'
import { useConsole } from '../shell/console-context.ts'
import { Button } from '../ui/buttons/button.tsx'
import { askForPasskey } from './passkeys.ts'
import { reauthenticationStore } from './reauthentication.ts'
import styles from './reauthentication-dialog.module.css'

/** Renders the sign-in above the current screen, which keeps its typed values. */
export function ReauthenticationDialog() {
  const request = useStore(reauthenticationStore)
  const { me } = useConsole()
  if (!request || !me) return null
  return request.reason === 'session' ? (
    <SignInAgainDialog answer={request.answer} />
  ) : (
    <SecondFactorDialog answer={request.answer} />
  )
}

type Props = { answer: (isDone: boolean) => void }

function useRequestState() {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function run(work: () => Promise<unknown>) {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(error instanceof DOMException ? 'The passkey was not used.' : formatProblem(error))
    } finally {
      setBusy(false)
    }
  }
  return { problem, isBusy, run }
}

function SignInAgainDialog({ answer }: Props) {
  const { call, me } = useConsole()
  const { problem, isBusy, run } = useRequestState()
  const [needsCode, setNeedsCode] = useState(false)
  async function finishSignIn() {
    const { data } = await call(getMe, {})
    // A form must not be sent under the name of another member.
    if (data.id === me?.id) answer(true)
    else leaveDocument(() => window.location.reload())
  }
  // A member who signs in elsewhere, with a passkey or single sign-on, comes back to this tab.
  useEffect(() => {
    const checkSession = async () => {
      if (document.hidden) return
      const response = await fetch('/staff-api/v1/me').catch(() => null)
      if (response?.ok) await finishSignIn()
    }
    document.addEventListener('visibilitychange', checkSession)
    return () => document.removeEventListener('visibilitychange', checkSession)
  })
  function send(formData: FormData) {
    return run(async () => {
      if (needsCode) await call(sendCode, { code: String(formData.get('code')) })
      else {
        const sent = { email: me?.email ?? '', password: String(formData.get('password')) }
        const { data } = await call(signInStaff, sent)
        if (data.step !== 'done') {
          setNeedsCode(true)
          return
        }
      }
      await finishSignIn()
    })
  }
  return (
    <QuestionDialog
      title="Your session is over"
      text="Sign in again to continue. Your entries on this page are kept."
      answer={answer}
      onSend={send}
      problem={problem}
      isBusy={isBusy}
      button="Sign in"
      other={
        <a href={staffSignInLink} target="_blank" rel="noopener">
          Sign in another way (new tab)
        </a>
      }
    >
      {needsCode ? (
        <CredentialField key="code" label="Code from your authenticator app" name="code" autoComplete="one-time-code" />
      ) : (
        <CredentialField
          key="password"
          label={`Password of ${me?.email}`}
          name="password"
          autoComplete="current-password"
        />
      )}
    </QuestionDialog>
  )
}

/**
 * Asks for the second factor again. Refunds, roles, API keys and erasures need a second factor that is at most 15
 * minutes old.
 */
function SecondFactorDialog({ answer }: Props) {
  const { call, me } = useConsole()
  const { problem, isBusy, run } = useRequestState()
  const ways = me?.second_step.ways ?? []
  const usePasskey = () =>
    run(async () => {
      const { data } = await call(startConfirming, {})
      await call(confirmMe, { passkey: await askForPasskey(data.options) })
      answer(true)
    })
  const send = (formData: FormData) =>
    run(async () => {
      const [[name, value] = ['code', '']] = [...formData]
      await call(confirmMe, { [name]: String(value) })
      answer(true)
    })
  const hasCode = ways.includes('code')
  return (
    <QuestionDialog
      title="Confirm that it is you"
      text="This action needs a recent confirmation. Your last one is more than 15 minutes old."
      answer={answer}
      onSend={send}
      problem={problem}
      isBusy={isBusy}
      button="Confirm"
      other={
        ways.includes('passkey') && (
          <Button onClick={usePasskey} isBusy={isBusy}>
            Use a passkey
          </Button>
        )
      }
    >
      {hasCode && <CredentialField label="Code from your authenticator app" name="code" autoComplete="one-time-code" />}
      {ways.length === 0 && <CredentialField label="Your password" name="password" autoComplete="current-password" />}
      {ways.length > 0 && !hasCode && (
        <CredentialField label="Or a recovery code" name="recovery_code" autoComplete="off" />
      )}
    </QuestionDialog>
  )
}

function CredentialField({ label, name, autoComplete }: { label: string; name: string; autoComplete: string }) {
  const id = useId()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <p className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        ref={first}
        id={id}
        name={name}
        className={styles.input}
        type={name === 'password' ? 'password' : 'text'}
        inputMode={name === 'code' ? 'numeric' : undefined}
        autoComplete={autoComplete}
        maxLength={200}
        required
      />
    </p>
  )
}

type QuestionDialogProps = Props & {
  title: string
  text: string
  onSend: (formData: FormData) => unknown
  problem: string | null
  isBusy: boolean
  button: string
  other: ReactNode
  children: ReactNode
}

function QuestionDialog({
  title,
  text,
  answer,
  onSend,
  problem,
  isBusy,
  button,
  other,
  children,
}: QuestionDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const close = () => dialog.current?.close()
  useEffect(() => dialog.current?.showModal(), [])
  useModalEntry(true, close)
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isBusy) onSend(new FormData(event.currentTarget))
  }
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onClose={() => answer(false)}>
      <form onSubmit={send} className={styles.form}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <p>{text}</p>
        {children}
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
        <div className={styles.ways}>
          {other}
          <span className={styles.space} />
          <Button onClick={close}>Not now</Button>
          <Button type="submit" tone="primary" isBusy={isBusy}>
            {button}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
