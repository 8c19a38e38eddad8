import { useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import styles from '#console/settings/settings.module.css'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { SelectField, TextField } from '#console/ui/fields/field.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { editSettings, type ShopSettings, type StaffCurrency } from '#features/settings/settings.staff.contract.ts'

type Props = { settings: ShopSettings; etag: string; currencies: StaffCurrency[]; mayWrite: boolean }

/** Renders the choice of the shop's own currency, which is fixed once there is an order. */
export function HomeCurrency({ settings, etag, currencies, mayWrite }: Props) {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const { currency, is_currency_fixed: isFixed } = settings.shop
  const [chosen, setChosen] = useState(currency)
  async function save() {
    const isSaved = await run('currency', () => call(editSettings, { shop: { currency: chosen } }, { ifMatch: etag }))
    // The console shows amounts in the shop's currency on every screen, so all of them load again.
    if (isSaved) window.location.reload()
  }
  const nameOf = (code: string) => currencies.find((one) => one.code === code)?.name ?? code
  if (isFixed) {
    return (
      <Panel title="Currency of the shop">
        <TextField
          label="Currency"
          hint="Stays, because there are orders or store credit in it"
          readOnly
          value={`${nameOf(currency)} (${currency})`}
          onChange={() => undefined}
        />
      </Panel>
    )
  }
  return (
    <Panel title="Currency of the shop">
      <div className={styles.column}>
        <Refusal problem={problem} />
        <SelectField
          label="Currency"
          hint="Limits, store credit and exchange rates are in it. It cannot be changed after the first order."
          disabled={!mayWrite}
          value={chosen}
          onChange={setChosen}
          options={currencies.map(({ code, name }) => ({ value: code, name: `${name} (${code})` }))}
        />
        {chosen !== currency && (
          <p className={styles.hint}>
            Exchange rates and refund limits are converted to {chosen}. Prices, coupons and shipping methods keep the
            currency that they were entered in.
          </p>
        )}
        {mayWrite && (
          <div>
            <Button isBusy={busy !== null} onClick={save}>
              {chosen === currency ? `Keep ${currency}` : `Change to ${chosen}`}
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}
