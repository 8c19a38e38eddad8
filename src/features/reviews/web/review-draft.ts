import { isListOf, isNumber, isRecord, isText } from '#web/data/drafts.ts'
import { defineDraft } from '#web/data/use-draft.ts'
import { type DraftImage, isDraftImage, withoutDeletedImages } from '#web/uploads/draft-images.ts'
import { defaultStars } from '../reviews.rules.ts'

export type ReviewDraft = { stars: number; content: string; labelIds: number[]; images: DraftImage[] }

export const emptyDraft: ReviewDraft = { stars: defaultStars, content: '', labelIds: [], images: [] }

/** Parses a stored draft and removes pictures that were deleted meanwhile. Returns null for any other value. */
export function parseDraft(kept: unknown, now: number): ReviewDraft | null {
  return isDraft(kept) ? { ...kept, images: withoutDeletedImages(kept.images, now) } : null
}

function isDraft(value: unknown): value is ReviewDraft {
  if (!isRecord(value) || !isNumber(value.stars) || value.stars < 0.5 || value.stars > 5) return false
  return isText(value.content) && isListOf(value.labelIds, isNumber) && isListOf(value.images, isDraftImage)
}

export function isEmptyDraft({ stars, content, labelIds, images }: ReviewDraft): boolean {
  return stars === defaultStars && content === '' && labelIds.length === 0 && images.length === 0
}

/** Drafts by order and SKU. */
export const reviewDrafts = defineDraft<ReviewDraft>('review', {
  parse: (kept) => parseDraft(kept, Date.now()),
  isEmpty: isEmptyDraft,
})
