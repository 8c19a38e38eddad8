import { hourMs } from '#contract/times/times.ts'
import { isNumber, isRecord, isText } from '../data/drafts.ts'

/** A picture of a draft. `at` is the time of its upload. */
export type DraftImage = { id: string; url: string; at: number }

// 23 hours: the shop deletes unused pictures after a day. One hour less keeps pictures valid while the shopper types.
const storedForMs = 23 * hourMs

export function isDraftImage(value: unknown): value is DraftImage {
  return isRecord(value) && isText(value.id) && isText(value.url) && isNumber(value.at)
}

/** Returns the pictures that the shop has not deleted meanwhile. */
export function withoutDeletedImages(images: DraftImage[], now: number): DraftImage[] {
  return images.filter(({ at }) => now - at < storedForMs)
}
