import { useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { Refusal } from '#console/ui/content/note.tsx'
import { TextField } from '#console/ui/fields/field.tsx'
import { Switch } from '#console/ui/fields/switch.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { maxCreditBonus } from '#features/settings/settings.rules.ts'
import { editSettings, type ShopSettings } from '#features/settings/settings.staff.contract.ts'
import styles from './as-credit.module.css'

type Props = { returns: ShopSettings['returns']; mayWrite: boolean }

/**
 * Edits whether refunds can be store credit, and the bonus on such refunds. Both settings are saved immediately,
 * because they are easy to change back.
 */
export function AsCredit({ returns: { as_credit, credit_bonus }, mayWrite }: Props) {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const [typed, setTyped] = useState<string | null>(null)
  const bonus = typed ?? String(credit_bonus)
  const isWrong = !/^\d{1,2}$/.test(bonus.trim()) || Number(bonus) > maxCreditBonus
  const save = (returns: Partial<ShopSettings['returns']>) =>
    run('credit', () => call(editSettings, { returns }, { ifMatch: '*' }))
  async function turn(isOn: boolean) {
    if (await save({ as_credit: isOn }))
      showToast(isOn ? 'Store credit refunds are on' : 'Store credit refunds are off')
  }
  async function keep() {
    if (isWrong || Number(bonus) === credit_bonus) return
    if (!(await save({ credit_bonus: Number(bonus) }))) return
    setTyped(null)
    showToast(`${Number(bonus)}\u2009% bonus on store credit refunds`)
  }
  return (
    <div>
      <div className={styles.row}>
        <Switch
          label="Allow refunds as store credit"
          isOn={as_credit}
          isBusy={busy !== null}
          disabled={!mayWrite}
          onChange={(isOn) => void turn(isOn)}
        />
        <span className={styles.percent}>
          <TextField
            label="Bonus on store credit refunds"
            isLabelHidden
            unit="%"
            inputMode="numeric"
            value={bonus}
            readOnly={!mayWrite || !as_credit}
            onChange={setTyped}
            onBlur={() => void keep()}
            error={isWrong ? `Enter a whole number up to ${maxCreditBonus}` : null}
          />
        </span>
        <span>bonus</span>
      </div>
      <Refusal problem={problem} />
    </div>
  )
}
