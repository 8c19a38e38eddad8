import { isListOf, isRecord, isText } from '#web/data/drafts.ts'
import { defineDraft } from '#web/data/use-draft.ts'
import { isKeptImage, type KeptImage, withoutGoneImages } from '#web/uploads/kept-images.ts'

/** Draft of the comment and the pictures. Lines and reasons are in the `refund` slice. */
export type ReturnDraft = { comment: string; images: KeptImage[] }

/** Drafts by the line of the form. */
export const returnDrafts = defineDraft<ReturnDraft>('return', {
  parse: (kept) => {
    if (!isRecord(kept) || !isText(kept.comment) || !isListOf(kept.images, isKeptImage)) return null
    return { comment: kept.comment, images: withoutGoneImages(kept.images, Date.now()) }
  },
  isEmpty: ({ comment, images }) => comment === '' && images.length === 0,
})
