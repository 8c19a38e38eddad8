import { X } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { Status, type StatusBadge } from '#console/ui/content/status.tsx'
import { SelectField } from '#console/ui/fields/field.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { type AdPosition, adPositions } from '#features/adverts/adverts.contract.ts'
import { createAdvert, deleteAdvert, type StaffAdvert } from '#features/adverts/adverts.staff.contract.ts'
import { placeNames } from './widget-badges.ts'
import styles from './widget-builder.module.css'
import { Section } from './widget-section.tsx'

const badges: Record<StaffAdvert['status'], StatusBadge> = {
  off: { name: 'Off', tone: 'ink', gauge: 'dash' },
  scheduled: { name: 'Planned', tone: 'info', gauge: 0 },
  running: { name: 'Running', tone: 'success', gauge: 1 },
  ended: { name: 'Ended', tone: 'ink', gauge: 'dash' },
}

type Props = { widgetId: number; places: StaffAdvert[]; mayWrite: boolean }

/**
 * Renders the adverts that show the widget. Changes here are saved immediately, because adverts are not part of the
 * draft.
 */
export function WidgetPlacements({ widgetId, places, mayWrite }: Props) {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const shown = places.filter(({ status }) => status === 'running' || status === 'scheduled')
  const free = adPositions.filter((position) => !shown.some((place) => place.position === position))
  const [chosen, setChosen] = useState<AdPosition | null>(null)
  const position = chosen && free.includes(chosen) ? chosen : free[0]
  async function add(where: AdPosition) {
    const isDone = await run('add', () => call(createAdvert, { position: where, kind: 'widget', widget_id: widgetId }))
    if (isDone) showToast(`Added to ${placeNames[where]}`)
  }
  async function remove(place: StaffAdvert) {
    const isDone = await run(`remove ${place.id}`, () => call(deleteAdvert, { id: String(place.id) }, { ifMatch: '*' }))
    if (isDone) showToast(`Removed from ${placeNames[place.position]}`)
  }
  return (
    <Section title="Placements" beside={shown.length === 0 ? 'None yet' : undefined}>
      <Refusal problem={problem} />
      {shown.length > 0 && (
        <ul className={styles.places}>
          {shown.map((place) => (
            <li key={place.id} className={styles.place}>
              <span>{placeNames[place.position]}</span>
              <Status badge={badges[place.status]} />
              {mayWrite && (
                <Button
                  tone="quiet"
                  size="small"
                  icon={X}
                  aria-label={`Remove from ${placeNames[place.position]}`}
                  isBusy={busy === `remove ${place.id}`}
                  onClick={() => remove(place)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayWrite && position && (
        <div className={styles.add}>
          <SelectField
            label="New placement"
            value={position}
            onChange={setChosen}
            options={free.map((value) => ({ value, name: placeNames[value] }))}
          />
          <Button isBusy={busy === 'add'} onClick={() => add(position)}>
            Add placement
          </Button>
        </div>
      )}
    </Section>
  )
}
