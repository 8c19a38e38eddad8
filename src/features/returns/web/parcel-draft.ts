import { isRecord, isText, keepDraft, readDraft } from '#web/drafts.ts'

export type ParcelDraft = { delivery_company: string; tracking_number: string }

export function keepParcelDraft(returnId: string, draft: ParcelDraft | null): void {
  const isEmpty = draft === null || (!draft.delivery_company && !draft.tracking_number)
  keepDraft(`parcel:${returnId}`, isEmpty ? null : draft)
}

export function readParcelDraft(returnId: string): ParcelDraft | null {
  const kept = readDraft(`parcel:${returnId}`)
  if (!isRecord(kept) || !isText(kept.delivery_company) || !isText(kept.tracking_number)) return null
  return { delivery_company: kept.delivery_company, tracking_number: kept.tracking_number }
}
