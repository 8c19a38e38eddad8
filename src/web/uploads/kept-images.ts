import { hourMs } from '#contract/times/times.ts'
import { isNumber, isRecord, isText } from '../data/drafts.ts'

/** A picture of a draft, and the time since which the shop has it. */
export type KeptImage = { id: string; url: string; at: number }

// 23 hours: the shop deletes unused pictures after a day. One hour less keeps pictures valid while the shopper types.
const keptForMs = 23 * hourMs

export function isKeptImage(value: unknown): value is KeptImage {
  return isRecord(value) && isText(value.id) && isText(value.url) && isNumber(value.at)
}

/** Returns the pictures without those deleted meanwhile. */
export function withoutGoneImages(images: KeptImage[], now: number): KeptImage[] {
  return images.filter(({ at }) => now - at < keptForMs)
}
