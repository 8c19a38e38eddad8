import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { confirmMe, getMe, startConfirming } from '#features/staff/me.staff.contract.ts'
import { sendCode, signInStaff } from '#features/staff/sign-in.staff.contract.ts'
import { staffSignInLink } from '#features/staff/staff-links.ts'
import { leaveDocument } from '#ui/overlays/modal-history.ts'
import { useModalEntry } from '#ui/overlays/use-modal.ts'
import { useStore } from '#ui/state/use-store.ts'
import { tellProblem } from '../data/use-command.ts'
import { useConsole } from '../shell/console-context.ts'
import { Button } from '../ui/button.tsx'
import { askAgainStore } from './ask-again.ts'
import styles from './ask-again-dialog.module.css'
import { askForPasskey } from './passkeys.ts'

/** Renders the sign-in above the current screen, which keeps its typed values. */
export function AskAgain() {
  const asked = useStore(askAgainStore)
  const { me } = useConsole()
  if (!asked || !me) return null
  return asked.reason === 'session' ? <SignInAgain answer={asked.answer} /> : <ConfirmAgain answer={asked.answer} />
}

type Props = { answer: (isDone: boolean) => void }

function useSteps() {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function run(work: () => Promise<unknown>) {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(error instanceof DOMException ? 'The passkey was not used.' : tellProblem(error))
    } finally {
      setBusy(false)
    }
  }
  return { problem, isBusy, run }
}

function SignInAgain({ answer }: Props) {
  const { call, me } = useConsole()
  const { problem, isBusy, run } = useSteps()
  const [needsCode, setNeedsCode] = useState(false)
  async function goOn() {
    const { data } = await call(getMe, {})
    // A form must not be sent under the name of another member.
    if (data.id === me?.id) answer(true)
    else leaveDocument(() => window.location.reload())
  }
  // A member who signs in elsewhere, with a passkey or single sign-on, comes back to this tab.
  useEffect(() => {
    const look = async () => {
      if (document.hidden) return
      const response = await fetch('/staff-api/v1/me').catch(() => null)
      if (response?.ok) await goOn()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  })
  function send(typed: FormData) {
    return run(async () => {
      if (needsCode) await call(sendCode, { code: String(typed.get('code')) })
      else {
        const sent = { email: me?.email ?? '', password: String(typed.get('password')) }
        const { data } = await call(signInStaff, sent)
        if (data.step !== 'done') {
          setNeedsCode(true)
          return
        }
      }
      await goOn()
    })
  }
  return (
    <Question
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
        <Typed key="code" label="Code from your authenticator app" name="code" autoComplete="one-time-code" />
      ) : (
        <Typed key="password" label={`Password of ${me?.email}`} name="password" autoComplete="current-password" />
      )}
    </Question>
  )
}

/** Asks for the second factor again. Refunds, roles, API keys and erasures need one that is at most 15 minutes old. */
function ConfirmAgain({ answer }: Props) {
  const { call, me } = useConsole()
  const { problem, isBusy, run } = useSteps()
  const ways = me?.second_step.ways ?? []
  const usePasskey = () =>
    run(async () => {
      const { data } = await call(startConfirming, {})
      await call(confirmMe, { passkey: await askForPasskey(data.options) })
      answer(true)
    })
  const send = (typed: FormData) =>
    run(async () => {
      const [[name, value] = ['code', '']] = [...typed]
      await call(confirmMe, { [name]: String(value) })
      answer(true)
    })
  const hasCode = ways.includes('code')
  return (
    <Question
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
      {hasCode && <Typed label="Code from your authenticator app" name="code" autoComplete="one-time-code" />}
      {ways.length === 0 && <Typed label="Your password" name="password" autoComplete="current-password" />}
      {ways.length > 0 && !hasCode && <Typed label="Or a recovery code" name="recovery_code" autoComplete="off" />}
    </Question>
  )
}

function Typed({ label, name, autoComplete }: { label: string; name: string; autoComplete: string }) {
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

type QuestionProps = Props & {
  title: string
  text: string
  onSend: (typed: FormData) => unknown
  problem: string | null
  isBusy: boolean
  button: string
  other: ReactNode
  children: ReactNode
}

function Question({ title, text, answer, onSend, problem, isBusy, button, other, children }: QuestionProps) {
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
