import { useMe } from '#console/shell/console-context.ts'
import { Check } from '#console/ui/fields/check.tsx'
import { CheckGrid, CheckGroup } from '#console/ui/fields/check-group.tsx'
import { listHiddenGroups, normalizeEvents, webhookGroups } from '../webhooks.rules.ts'
import styles from './webhooks.module.css'

type Props = { value: readonly string[]; onChange: (value: string[]) => void; error?: string | null }

/**
 * Chooses events by group. A whole group also includes events that will be added later. Events that the member may not
 * read cannot be added.
 */
export function EventChecks({ value, onChange, error }: Props) {
  const chosen = new Set(value)
  const hidden = new Set(listHiddenGroups(new Set(useMe().scopes)))
  return (
    <CheckGroup label="Events" error={error}>
      {webhookGroups.map(({ name, label, events }) => {
        const whole = `${name}.*`
        const isWhole = chosen.has(whole)
        const isHidden = hidden.has(name)
        const types = Object.entries(events).map(([event, says]) => ({ type: `${name}.${event}`, says }))
        const others = value.filter((one) => !one.startsWith(`${name}.`))
        const chosenInGroup = types.map(({ type }) => type).filter((type) => isWhole || chosen.has(type))
        return (
          <fieldset key={name} className={styles.group}>
            <legend className="visually-hidden">{label}</legend>
            <Check
              label={<b>{label}</b>}
              hint={<bdi dir="ltr">{whole}</bdi>}
              isChecked={isWhole}
              isMixed={!isWhole && chosenInGroup.length > 0}
              disabled={isHidden && chosenInGroup.length === 0}
              title={isHidden ? 'Your role does not allow these events' : undefined}
              onChange={(isOn) => onChange(normalizeEvents(isOn ? [...others, whole] : others))}
            />
            <div className={styles.single}>
              <CheckGrid>
                {types.map(({ type, says }) => (
                  <Check
                    key={type}
                    label={says}
                    hint={<bdi dir="ltr">{type}</bdi>}
                    isChecked={isWhole || chosen.has(type)}
                    disabled={isHidden && !chosenInGroup.includes(type)}
                    onChange={(isOn) => {
                      const next = isOn ? [...chosenInGroup, type] : chosenInGroup.filter((one) => one !== type)
                      onChange(normalizeEvents([...others, ...next]))
                    }}
                  />
                ))}
              </CheckGrid>
            </div>
          </fieldset>
        )
      })}
    </CheckGroup>
  )
}
