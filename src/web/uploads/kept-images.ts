import { hourMs } from '#contract/times/times.ts'
import { isNumber, isRecord, isText } from '../data/drafts.ts'

/** A picture a draft remembers, and since when the shop has it. */
export type KeptImage = { id: string; url: string; at: number }

// The shop forgets unused pictures after a day; an hour less, so that none goes while the shopper still types.
const keptForMs = 23 * hourMs

export function isKeptImage(value: unknown): value is KeptImage {
  return isRecord(value) && isText(value.id) && isText(value.url) && isNumber(value.at)
}

/** Without the pictures that are gone by now. */
export function withoutGoneImages(images: KeptImage[], now: number): KeptImage[] {
  return images.filter(({ at }) => now - at < keptForMs)
}
