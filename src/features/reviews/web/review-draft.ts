import { isListOf, isNumber, isRecord, isText } from '#web/data/drafts.ts'
import { defineDraft } from '#web/data/use-draft.ts'
import { isKeptImage, type KeptImage, withoutGoneImages } from '#web/uploads/kept-images.ts'
import { defaultStars } from '../reviews.rules.ts'

export type ReviewDraft = { stars: number; content: string; labelIds: number[]; images: KeptImage[] }

export const emptyDraft: ReviewDraft = { stars: defaultStars, content: '', labelIds: [], images: [] }

/** Parses a stored draft, without pictures deleted meanwhile. Returns null for anything else. */
export function parseDraft(kept: unknown, now: number): ReviewDraft | null {
  return isDraft(kept) ? { ...kept, images: withoutGoneImages(kept.images, now) } : null
}

function isDraft(value: unknown): value is ReviewDraft {
  if (!isRecord(value) || !isNumber(value.stars) || value.stars < 0.5 || value.stars > 5) return false
  return isText(value.content) && isListOf(value.labelIds, isNumber) && isListOf(value.images, isKeptImage)
}

export function isEmptyDraft({ stars, content, labelIds, images }: ReviewDraft): boolean {
  return stars === defaultStars && content === '' && labelIds.length === 0 && images.length === 0
}

/** Drafts by order and SKU. */
export const reviewDrafts = defineDraft<ReviewDraft>('review', {
  parse: (kept) => parseDraft(kept, Date.now()),
  isEmpty: isEmptyDraft,
})
