import type { ReactNode } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Note, Refusal } from '#console/ui/content/note.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { refuseRequest, type StaffRequest } from '#features/staff/requests.staff.contract.ts'
import styles from './request-note.module.css'

type Props = {
  request: StaffRequest
  /** Text of the request that follows the name of the requesting member: `to refund $300.00`. */
  wants: ReactNode
  /** Button that approves the request, such as `Refund $300.00`. */
  agree: { name: string; run: () => Promise<unknown>; done: string }
}

/** Shows a request that needs a second person. Staff who may decide see buttons to approve and reject the request. */
export function RequestNote({ request, wants, agree }: Props) {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const { id, asked_by, asked_at, expires_at, is_own, may_decide } = request
  const end = async (said: string) => {
    if (await run('end', () => call(refuseRequest, { id }))) showToast(said)
  }
  const confirm = async () => {
    if (await run('agree', agree.run)) showToast(agree.done)
  }
  return (
    <Note tone="warning">
      <div className={styles.request}>
        <p>
          <b>{is_own ? 'You' : asked_by.name}</b> {is_own ? 'asked' : 'asks'} {wants}, <Moment at={asked_at} />.
          {is_own && (
            <>
              {' '}
              Another authorized person has to approve it by <Moment at={expires_at} />.
            </>
          )}
        </p>
        <Refusal problem={problem} />
        <div className={styles.ways}>
          {may_decide && (
            <Button tone="primary" isBusy={busy === 'agree'} onClick={confirm}>
              {agree.name}
            </Button>
          )}
          {may_decide && (
            <Button isBusy={busy === 'end'} onClick={() => end(`Request declined. ${asked_by.name} sees this.`)}>
              Decline
            </Button>
          )}
          {is_own && (
            <Button isBusy={busy === 'end'} onClick={() => end('Request withdrawn')}>
              Withdraw request
            </Button>
          )}
        </div>
      </div>
    </Note>
  )
}
