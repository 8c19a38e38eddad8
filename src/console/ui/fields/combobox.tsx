import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, X } from 'lucide-react'
import chips from '../content/chips.module.css'
import { useDialogPlace } from '../overlays/dialog.tsx'
import styles from './combobox.module.css'
import { Field, type FieldParts, InputBox } from './field.tsx'

export type Choice = { value: string; name: string; detail?: string }

type Parts = FieldParts & { choices: readonly Choice[]; placeholder?: string; disabled?: boolean }
type Shown = { choices: readonly Choice[]; empty?: string }

const isSame = (a: Choice, b: Choice) => a.value === b.value
const base = { itemToStringLabel: (one: Choice) => one.name, isItemEqualToValue: isSame } as const

/** Renders a choice of several values, shown as chips before the input. */
export function ManyCombobox({
  value,
  onChange,
  choices,
  placeholder,
  disabled,
  onSearch,
  ...parts
}: Parts & {
  value: readonly string[]
  onChange: (value: string[]) => void
  /** Called with the typed text. The caller provides matching choices, for lists too long to offer completely. */
  onSearch?: (typed: string) => void
}) {
  const byValue = new Map(choices.map((one) => [one.value, one]))
  // A value that is no longer offered stays until it is removed.
  const chosen = value.map((one) => byValue.get(one) ?? { value: one, name: one })
  return (
    <Base.Root
      {...base}
      multiple
      items={choices}
      value={chosen}
      disabled={disabled ?? false}
      // Enter adds the first match of the typed text.
      autoHighlight
      onValueChange={(all, { reason }) => {
        // Escape closes the list and empties the input. Base UI would also remove all chosen values.
        if (reason !== 'escape-key') onChange(all.map((one) => one.value))
      }}
      {...(onSearch && { filter: null, onInputValueChange: onSearch })}
    >
      <Field {...parts}>
        {(control) => (
          <InputBox isError={Boolean(parts.error)}>
            <Base.Chips className={chips.chips}>
              {chosen.map((one) => (
                <Base.Chip key={one.value} className={chips.chip} aria-label={one.name}>
                  {one.name}
                  <Base.ChipRemove className={chips.remove} aria-label={`Remove ${one.name}`}>
                    <X size={12} strokeWidth={2} aria-hidden />
                  </Base.ChipRemove>
                </Base.Chip>
              ))}
              <Base.Input
                {...control}
                className={chips.input}
                placeholder={chosen.length === 0 ? placeholder : undefined}
              />
            </Base.Chips>
          </InputBox>
        )}
      </Field>
      <List choices={choices} />
    </Base.Root>
  )
}

function List({ empty = 'No matches' }: Shown) {
  const place = useDialogPlace()
  return (
    <Base.Portal container={place}>
      <Base.Positioner className={styles.place} sideOffset={4}>
        <Base.Popup className={styles.popup}>
          <Base.Empty className={styles.empty}>{empty}</Base.Empty>
          <Base.List className={styles.list}>
            {(one: Choice) => (
              <Base.Item key={one.value} value={one} className={styles.item}>
                <Base.ItemIndicator className={styles.tick} keepMounted>
                  <Check size={14} strokeWidth={2} aria-hidden />
                </Base.ItemIndicator>
                <span className={styles.name}>{one.name}</span>
                {one.detail && <span className={styles.detail}>{one.detail}</span>}
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}
