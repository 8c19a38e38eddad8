import { isRecord, isText } from '#web/kept-images.ts'

export type ParcelDraft = { delivery_company: string; tracking_number: string }

// Signing out clears what begins with `draft:`.
function keyOf(returnId: string): string {
  return `draft:parcel:${returnId}`
}

export function keepParcelDraft(returnId: string, draft: ParcelDraft | null): void {
  try {
    if (draft === null || (!draft.delivery_company && !draft.tracking_number)) localStorage.removeItem(keyOf(returnId))
    else localStorage.setItem(keyOf(returnId), JSON.stringify(draft))
  } catch {
    // Private windows and full disks refuse; the form works all the same.
  }
}

export function readParcelDraft(returnId: string): ParcelDraft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(returnId)) ?? 'null')
    if (!isRecord(kept) || !isText(kept.delivery_company) || !isText(kept.tracking_number)) return null
    return { delivery_company: kept.delivery_company, tracking_number: kept.tracking_number }
  } catch {
    return null
  }
}
