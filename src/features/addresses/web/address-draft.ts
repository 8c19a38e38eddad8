import { isRecord } from '#web/data/drafts.ts'
import { defineDraft } from '#web/data/use-draft.ts'
import { startAddress, type TypedAddress } from '../addresses.rules.ts'

/** A new address that was not saved yet: a tap beside the sheet must not cost ten fields. */
export const addressDraft = defineDraft<TypedAddress>('address', {
  parse: (kept) => (isRecord(kept) ? startAddress(kept) : null),
  isEmpty: (typed) => Object.values(typed).every((text) => text === ''),
})
