import { isListOf, isRecord, isText } from '#web/data/drafts.ts'
import { defineDraft } from '#web/data/use-draft.ts'
import { isKeptImage, type KeptImage, withoutGoneImages } from '#web/uploads/kept-images.ts'

/** What a shopper typed and sent along so far; lines and reasons live in the `refund` slice. */
export type ReturnDraft = { comment: string; images: KeptImage[] }

/** By the line that the form was opened for. */
export const returnDrafts = defineDraft<ReturnDraft>('return', {
  parse: (kept) => {
    if (!isRecord(kept) || !isText(kept.comment) || !isListOf(kept.images, isKeptImage)) return null
    return { comment: kept.comment, images: withoutGoneImages(kept.images, Date.now()) }
  },
  isEmpty: ({ comment, images }) => comment === '' && images.length === 0,
})
