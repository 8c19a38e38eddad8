import { isRecord } from '#web/data/drafts.ts'
import { defineDraft } from '#web/data/use-draft.ts'
import { prefillAddress, type TypedAddress } from '../addresses.rules.ts'

/** Draft of a new address, so that a tap beside the sheet does not lose the typed fields. */
export const addressDraft = defineDraft<TypedAddress>('address', {
  parse: (kept) => (isRecord(kept) ? prefillAddress(kept) : null),
  isEmpty: (typed) => Object.values(typed).every((text) => text === ''),
})
