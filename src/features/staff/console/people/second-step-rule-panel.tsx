import { useCommand } from '#console/data/use-command.ts'
import styles from '#console/settings/settings.module.css'
import { useConsole } from '#console/shell/console-context.ts'
import { Note, Refusal } from '#console/ui/content/note.tsx'
import { Switch } from '#console/ui/fields/switch.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import { changeSecondStepRule, type getSecondStepRule } from '#features/staff/members.staff.contract.ts'

/** 7 days: enough to reach members who work once a week. */
const graceDays = 7

type Props = { rule: StaffOutput<typeof getSecondStepRule>; mayWrite: boolean }

/** Renders the switch that requires a second step from all staff. Only owners can use it, and the server says so. */
export function SecondStepRulePanel({ rule, mayWrite }: Props) {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const { is_required, required_from: from, members_without: without } = rule
  async function set(isRequired: boolean) {
    const input = { is_required: isRequired, grace_days: graceDays }
    if (await run('rule', () => call(changeSecondStepRule, input, { ifMatch: '*' }))) {
      showToast(isRequired ? 'Second step required' : 'Second step no longer required')
    }
  }
  return (
    <Panel title="Sign-in">
      <div className={styles.column}>
        <Refusal problem={problem} />
        <Switch
          label="Require a second step from all staff"
          isOn={is_required}
          isBusy={busy !== null}
          disabled={!mayWrite}
          onChange={set}
        />
        <p className={styles.hint}>
          {is_required
            ? 'After the password, staff enter a code of an authenticator app or use a passkey.'
            : `When you turn this on, staff without a second step get an email and have ${graceDays} days to set it up.`}
        </p>
        {is_required && without > 0 && (
          <Note tone="warning">
            {without === 1 ? '1 member has' : `${without} members have`} no second step
            {from ? (
              <>
                {' '}
                and can work until <Moment at={from} />.
              </>
            ) : (
              ' and can open only their own account.'
            )}
          </Note>
        )}
      </div>
    </Panel>
  )
}
