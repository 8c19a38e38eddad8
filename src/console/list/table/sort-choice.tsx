import { ArrowDownUp } from 'lucide-react'
import { Button } from '#console/ui/buttons/button.tsx'
import { Check } from '#console/ui/fields/check.tsx'
import { Popover } from '../filters/popover.tsx'

type Props = { choices: { value: string; name: string }[]; value: string; change: (value: string) => void }

/** Renders a choice of sort orders by name. The column heads offer the same orders. */
export function SortChoice({ choices, value, change }: Props) {
  return (
    <Popover
      label="Sort"
      button={(opens) => <Button tone="quiet" icon={ArrowDownUp} aria-label="Sort" title="Sort" {...opens} />}
    >
      {(close) => (
        <fieldset aria-label="Sort">
          {choices.map((one) => (
            <Check
              key={one.value}
              type="radio"
              name="sort"
              label={one.name}
              isChecked={one.value === value}
              onChange={() => {
                change(one.value)
                close()
              }}
            />
          ))}
        </fieldset>
      )}
    </Popover>
  )
}
