import { isRecord } from '#web/drafts.ts'
import { defineDraft } from '#web/use-draft.ts'
import { type AddressField, addressFormFields } from '../addresses.rules.ts'

export type TypedAddress = Record<AddressField, string>

/** What is known of an address, as the form shows it. */
export function startAddress(known: Partial<Record<AddressField, unknown>>): TypedAddress {
  const fields = addressFormFields.map(([name]) => [name, String(known[name] ?? '')] as const)
  return Object.fromEntries(fields) as TypedAddress
}

/** A new address that was not saved yet: a tap beside the sheet must not cost ten fields. */
export const addressDraft = defineDraft<TypedAddress>('address', {
  parse: (kept) => (isRecord(kept) ? startAddress(kept) : null),
  isEmpty: (typed) => Object.values(typed).every((text) => text === ''),
})
