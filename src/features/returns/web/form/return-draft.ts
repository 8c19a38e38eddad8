import { isListOf, isRecord, isText } from '#web/data/drafts.ts'
import { defineDraft } from '#web/data/use-draft.ts'
import { type DraftImage, isDraftImage, withoutDeletedImages } from '#web/uploads/draft-images.ts'

/** Draft of the comment and the pictures. Lines and reasons are in the `refund` slice. */
export type ReturnDraft = { comment: string; images: DraftImage[] }

/** Drafts by the line of the form. */
export const returnDrafts = defineDraft<ReturnDraft>('return', {
  parse: (kept) => {
    if (!isRecord(kept) || !isText(kept.comment) || !isListOf(kept.images, isDraftImage)) return null
    return { comment: kept.comment, images: withoutDeletedImages(kept.images, Date.now()) }
  },
  isEmpty: ({ comment, images }) => comment === '' && images.length === 0,
})
