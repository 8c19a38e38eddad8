import { Fingerprint, LifeBuoy, Smartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatProblem, useCommand } from '#console/data/use-command.ts'
import { makePasskey } from '#console/form/passkeys.ts'
import styles from '#console/settings/settings.module.css'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Note, Refusal } from '#console/ui/content/note.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import {
  addMyPasskey,
  type Me,
  type Passkey,
  removeMyCode,
  removeMyPasskey,
  renewMyRecoveryCodes,
  startMyCode,
  startMyPasskey,
} from '#features/staff/me.staff.contract.ts'
import { useBrowserValue } from '#ui/state/use-store.ts'
import { CodeDialog, RecoveryCodesDialog } from '../keys/code-dialogs.tsx'
import { formatBrowser, hasPasskeys } from './profile.rules.ts'
import own from './profile-page.module.css'

type Props = { secondStep: Me['second_step']; passkeys: Passkey[] }

/** Shows the second step after the password: codes of an app, or a passkey. */
export function SecondStepPanel({ secondStep, passkeys }: Props) {
  const { ways, is_required, required_from: requiredFrom, recovery_codes_left: left } = secondStep
  const step = useSecondStep()
  // The last second step cannot be removed if the shop requires one. The API has the same rule.
  const isLast = is_required && ways.length + Math.max(0, passkeys.length - 1) <= 1
  return (
    <Panel title="Second step" isFlush>
      <Refusal problem={step.problem} />
      {ways.length === 0 && (
        <div className={own.note}>
          <Note tone="warning">
            You have no second step. Anyone who knows your password can sign in.
            {requiredFrom && (
              <>
                {' '}
                This store requires one from <Moment at={requiredFrom} />. After that you can open only your own
                account.
              </>
            )}
          </Note>
        </div>
      )}
      <ul>
        <CodeItem step={step} hasCode={ways.includes('code')} isLast={isLast} />
        {passkeys.map((passkey) => (
          <PasskeyItem key={passkey.id} step={step} passkey={passkey} isLast={isLast} />
        ))}
        <NewPasskeyItem step={step} />
        {ways.length > 0 && (
          <Item icon={<LifeBuoy size={16} strokeWidth={1.75} aria-hidden />} name="Recovery codes">
            <span className={left < 3 ? styles.warning : styles.third}>{left} left, in case you lose your phone</span>
            <Button size="small" isBusy={step.busy === 'recovery'} onClick={step.renewRecovery}>
              Create new codes
            </Button>
          </Item>
        )}
      </ul>
      {step.code && <CodeDialog {...step.code} onClose={step.closeCode} onDone={step.showRecovery} />}
      {step.recovery && <RecoveryCodesDialog codes={step.recovery} onClose={step.closeRecovery} />}
    </Panel>
  )
}

/** Manages the actions on the second step, and the codes that these actions return. */
function useSecondStep() {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const [trouble, setTrouble] = useState<string | null>(null)
  const [code, setCode] = useState<StaffOutput<typeof startMyCode> | null>(null)
  const [recovery, setRecovery] = useState<string[] | null>(null)
  const showRecovery = (codes: string[]) => setRecovery(codes.length > 0 ? codes : null)
  async function addPasskey() {
    setTrouble(null)
    try {
      const { data } = await call(startMyPasskey, {})
      const response = await makePasskey(data.options)
      await run('passkey', async () => {
        const { data: kept } = await call(addMyPasskey, { name: formatBrowser(navigator.userAgent), response })
        showRecovery(kept.recovery_codes)
      })
    } catch (error) {
      setTrouble(error instanceof DOMException ? 'No passkey was created.' : formatProblem(error))
    }
  }
  async function end(name: string, work: () => Promise<unknown>, successText: string) {
    if (await run(name, work)) showToast(successText)
  }
  return {
    ...{ busy, code, recovery, showRecovery, addPasskey },
    problem: problem ?? trouble,
    beginCode: () => run('code', async () => setCode((await call(startMyCode, {})).data)),
    endCode: () => end('end-code', () => call(removeMyCode, {}), 'Authenticator app removed'),
    endPasskey: (id: string) => end(id, () => call(removeMyPasskey, { id }), 'Passkey removed'),
    renewRecovery: () =>
      run('recovery', async () => showRecovery((await call(renewMyRecoveryCodes, {})).data.recovery_codes)),
    closeCode: () => setCode(null),
    closeRecovery: () => setRecovery(null),
  }
}

type ItemProps = { step: ReturnType<typeof useSecondStep> }

const lastStepText = 'The shop requires a second step, and this is your only one'

function CodeItem({ step, hasCode, isLast }: ItemProps & { hasCode: boolean; isLast: boolean }) {
  return (
    <Item icon={<Smartphone size={16} strokeWidth={1.75} aria-hidden />} name="Authenticator app">
      <span className={styles.third}>
        {hasCode ? 'Set up. Enter a six-digit code from the app at each sign-in.' : 'Not set up'}
      </span>
      {hasCode ? (
        <Button
          tone="quiet"
          size="small"
          isBusy={step.busy === 'end-code'}
          disabled={isLast}
          title={isLast ? lastStepText : undefined}
          onClick={step.endCode}
        >
          Remove app
        </Button>
      ) : (
        <Button size="small" isBusy={step.busy === 'code'} onClick={step.beginCode}>
          Set up app
        </Button>
      )}
    </Item>
  )
}

function PasskeyItem({ step, passkey, isLast }: ItemProps & { passkey: Passkey; isLast: boolean }) {
  const { id, name, created_at, used_at } = passkey
  return (
    <Item icon={<Fingerprint size={16} strokeWidth={1.75} aria-hidden />} name={name}>
      <span className={styles.third}>
        Passkey, since <Moment at={created_at} />
        {used_at && (
          <>
            , last used <Moment at={used_at} />
          </>
        )}
      </span>
      <Button
        tone="quiet"
        size="small"
        aria-label={`Remove the passkey ${name}`}
        isBusy={step.busy === id}
        disabled={isLast}
        title={isLast ? lastStepText : undefined}
        onClick={() => step.endPasskey(id)}
      >
        Remove
      </Button>
    </Item>
  )
}

function NewPasskeyItem({ step }: ItemProps) {
  const canAdd = useBrowserValue(
    () => hasPasskeys(window.location.hostname),
    () => true,
  )
  return (
    <Item icon={<Fingerprint size={16} strokeWidth={1.75} aria-hidden />} name="New passkey">
      <span className={styles.third}>
        {canAdd
          ? 'Sign in with a fingerprint, your face or a security key instead of a password'
          : 'Passkeys do not work at an IP address. Open the console at your domain or at localhost.'}
      </span>
      <Button size="small" isBusy={step.busy === 'passkey'} disabled={!canAdd} onClick={step.addPasskey}>
        Add passkey
      </Button>
    </Item>
  )
}

function Item({ icon, name, children }: { icon: ReactNode; name: string; children: [ReactNode, ReactNode] }) {
  const [says, action] = children
  return (
    <li className={own.item}>
      {icon}
      <span className={own.words}>
        <span className={styles.strong}>{name}</span>
        <br />
        {says}
      </span>
      {action}
    </li>
  )
}
