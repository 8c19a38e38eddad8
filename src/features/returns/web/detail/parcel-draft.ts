import { isRecord, isText } from '#web/data/drafts.ts'
import { defineDraft } from '#web/data/use-draft.ts'

/** Drafts of parcel data, by return. */
export const parcelDrafts = defineDraft<{ delivery_company: string; tracking_number: string }>('parcel', {
  parse: (kept) => {
    if (!isRecord(kept) || !isText(kept.delivery_company) || !isText(kept.tracking_number)) return null
    return { delivery_company: kept.delivery_company, tracking_number: kept.tracking_number }
  },
  isEmpty: ({ delivery_company, tracking_number }) => !delivery_company && !tracking_number,
})
