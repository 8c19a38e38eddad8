import * as z from 'zod/mini'

const Draft = z.object({ delivery_company: z.string(), tracking_number: z.string() })
export type ParcelDraft = z.output<typeof Draft>

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
    const parsed = Draft.safeParse(JSON.parse(localStorage.getItem(keyOf(returnId)) ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
