import { isRecord } from '#web/data/drafts.ts'
import { defineDraft } from '#web/data/use-draft.ts'
import { type AddressField, addressFormFields, looksLikeCode } from '../addresses.rules.ts'

export type TypedAddress = Record<AddressField, string>

/** Returns a known address as the form shows it. A country that is no ISO code, as older drafts have, must be chosen again. */
export function startAddress(known: Partial<Record<AddressField, unknown>>): TypedAddress {
  const fields = addressFormFields.map(([name]) => [name, String(known[name] ?? '')] as const)
  const typed = Object.fromEntries(fields) as TypedAddress
  return { ...typed, country: looksLikeCode(typed.country) ? typed.country : '' }
}

/** A new address that was not saved yet: a tap beside the sheet must not cost ten fields. */
export const addressDraft = defineDraft<TypedAddress>('address', {
  parse: (kept) => (isRecord(kept) ? startAddress(kept) : null),
  isEmpty: (typed) => Object.values(typed).every((text) => text === ''),
})
