import { type KeyboardEvent, useRef } from 'react'
import { carrierNames } from '#features/orders/carriers.rules.ts'

/** Moves the cursor to the next field of `selector` on Enter, which a scanner types after each number. */
export function useScanRows(selector: string) {
  const rows = useRef<HTMLDivElement>(null)
  const goOn = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const fields = [...(rows.current?.querySelectorAll<HTMLInputElement>(selector) ?? [])]
    fields[fields.indexOf(event.currentTarget) + 1]?.focus()
  }
  return { rows, goOn }
}

/** Renders the known carriers as the suggestions of a field whose `list` attribute has this id. */
export function CarrierNames({ id }: { id: string }) {
  return (
    <datalist id={id}>
      {carrierNames.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  )
}
