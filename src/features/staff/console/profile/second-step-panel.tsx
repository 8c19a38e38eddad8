import { Fingerprint, LifeBuoy, Smartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { tellProblem, useCommand } from '#console/data/use-command.ts'
import styles from '#console/settings/settings.module.css'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/button.tsx'
import { Moment } from '#console/ui/moment.tsx'
import { Note, Refusal } from '#console/ui/note.tsx'
import { Panel } from '#console/ui/panel.tsx'
import { showToast } from '#console/ui/toast-store.ts'
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
import { hasPasskeys, nameBrowser } from './profile.rules.ts'
import own from './profile-page.module.css'

type Props = { secondStep: Me['second_step']; passkeys: Passkey[] }

/** What is asked for beside the password: a code of an app, or a passkey. */
export function SecondStepPanel({ secondStep, passkeys }: Props) {
  const { ways, is_required, recovery_codes_left: left } = secondStep
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const [trouble, setTrouble] = useState<string | null>(null)
  const [code, setCode] = useState<StaffOutput<typeof startMyCode> | null>(null)
  const [recovery, setRecovery] = useState<string[] | null>(null)
  const hasCode = ways.includes('code')
  // The last one stays where the shop asks for one: the API says so too.
  const isLast = is_required && ways.length + Math.max(0, passkeys.length - 1) <= 1
  const why = 'The shop asks for a second step, and this is your only one'
  const canAdd = useBrowserValue(
    () => hasPasskeys(window.location.hostname),
    () => true,
  )
  const showCodes = (codes: string[]) => setRecovery(codes.length > 0 ? codes : null)

  const begin = () => run('code', async () => setCode((await call(startMyCode, {})).data))
  async function add() {
    setTrouble(null)
    try {
      const { data } = await call(startMyPasskey, {})
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(data.options as never)
      const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
      const response = made.toJSON() as never
      await run('passkey', async () => {
        const { data: kept } = await call(addMyPasskey, { name: nameBrowser(navigator.userAgent), response })
        showCodes(kept.recovery_codes)
      })
    } catch (error) {
      setTrouble(error instanceof DOMException ? 'No passkey was made.' : tellProblem(error))
    }
  }
  async function end(name: string, work: () => Promise<unknown>, told: string) {
    if (await run(name, work)) showToast(told)
  }
  const renew = () => run('recovery', async () => showCodes((await call(renewMyRecoveryCodes, {})).data.recovery_codes))
  return (
    <Panel title="Second step" isFlush>
      <Refusal problem={problem ?? trouble} />
      {ways.length === 0 && (
        <div className={own.note}>
          <Note tone="warning">You have none. Whoever knows your password comes in.</Note>
        </div>
      )}
      <ul>
        <Item icon={<Smartphone size={16} strokeWidth={1.75} aria-hidden />} name="Code of an app">
          <span className={styles.third}>{hasCode ? 'Six digits from the app on your phone' : 'Not set up'}</span>
          {hasCode ? (
            <Button
              tone="quiet"
              size="small"
              isBusy={busy === 'end-code'}
              disabled={isLast}
              title={isLast ? why : undefined}
              onClick={() => end('end-code', () => call(removeMyCode, {}), 'Codes of the app are ended')}
            >
              End codes
            </Button>
          ) : (
            <Button size="small" isBusy={busy === 'code'} onClick={begin}>
              Set up codes
            </Button>
          )}
        </Item>
        {passkeys.map(({ id, name, created_at, used_at }) => (
          <Item key={id} icon={<Fingerprint size={16} strokeWidth={1.75} aria-hidden />} name={name}>
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
              aria-label={`End the passkey ${name}`}
              isBusy={busy === id}
              disabled={isLast}
              title={isLast ? why : undefined}
              onClick={() => end(id, () => call(removeMyPasskey, { id }), 'The passkey is ended')}
            >
              End
            </Button>
          </Item>
        ))}
        <Item icon={<Fingerprint size={16} strokeWidth={1.75} aria-hidden />} name="Another passkey">
          <span className={styles.third}>
            {canAdd
              ? 'A fingerprint, a face or a key: enough without a password'
              : 'Browsers keep passkeys for names only: open the console at localhost or at your domain'}
          </span>
          <Button size="small" isBusy={busy === 'passkey'} disabled={!canAdd} onClick={add}>
            Add passkey
          </Button>
        </Item>
        {ways.length > 0 && (
          <Item icon={<LifeBuoy size={16} strokeWidth={1.75} aria-hidden />} name="Recovery codes">
            <span className={left < 3 ? styles.warning : styles.third}>{left} left, for when your phone is lost</span>
            <Button size="small" isBusy={busy === 'recovery'} onClick={renew}>
              New codes
            </Button>
          </Item>
        )}
      </ul>
      {code && <CodeDialog {...code} onClose={() => setCode(null)} onDone={showCodes} />}
      {recovery && <RecoveryCodesDialog codes={recovery} onClose={() => setRecovery(null)} />}
    </Panel>
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
