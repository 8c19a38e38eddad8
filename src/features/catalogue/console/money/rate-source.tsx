import { useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import styles from '#console/settings/settings.module.css'
import { useConsole } from '#console/shell/console-context.ts'
import { Note, Refusal } from '#console/ui/content/note.tsx'
import { Check } from '#console/ui/fields/check.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import type { rateSourceNames } from '#features/settings/exchange-rates.rules.ts'
import { editSettings, type ShopSettings } from '#features/settings/settings.staff.contract.ts'

type Source = (typeof rateSourceNames)[number]
const ways: { value: Source; name: string; hint: string }[] = [
  { value: 'manual', name: 'By hand', hint: 'Staff enter each rate.' },
  { value: 'ecb', name: 'From the European Central Bank', hint: 'Fetched once a day, on working days.' },
]

/** Renders the choice of the rate source. The change can be undone, so it is saved immediately. */
export function RateSource({ settings, etag, mayWrite }: { settings: ShopSettings; etag: string; mayWrite: boolean }) {
  const { call } = useConsole()
  const { run, problem } = useCommand()
  const { source, fetched_at, problem: fetchProblem, by_hand } = settings.exchange_rates
  const [chosen, setChosen] = useState<Source | null>(null)
  async function choose(next: Source, version: string) {
    setChosen(next)
    const isDone = await run('source', () =>
      call(editSettings, { exchange_rates: { source: next } }, { ifMatch: version }),
    )
    setChosen(null)
    if (!isDone) return
    const name = next === 'manual' ? 'Rates are entered by hand' : 'Rates come from the European Central Bank'
    showToast(name, { action: { label: 'Undo', run: () => choose(source, '*') } })
  }
  return (
    <Panel title="Exchange rate source">
      <div className={styles.column}>
        <Refusal problem={problem} />
        <fieldset className={styles.halves} aria-label="Exchange rate source" disabled={!mayWrite}>
          {ways.map(({ value, name, hint }) => (
            <Check
              key={value}
              type="radio"
              name="rate-source"
              label={name}
              hint={hint}
              isChecked={(chosen ?? source) === value}
              onChange={() => choose(value, etag)}
            />
          ))}
        </fieldset>
        {fetchProblem && <Note tone="warning">{fetchProblem}</Note>}
        {source !== 'manual' && (
          <p className={styles.hint}>
            {fetched_at ? (
              <>
                Last fetched <Moment at={fetched_at} />.
              </>
            ) : (
              'The rates have not been fetched yet. The next attempt is within an hour.'
            )}
            {by_hand.length > 0 && ` Not included: ${by_hand.join(', ')}. Enter these rates by hand.`}
          </p>
        )}
      </div>
    </Panel>
  )
}
