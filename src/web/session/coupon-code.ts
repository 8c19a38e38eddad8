import { isRecord, isText } from '../data/drafts.ts'
import { defineDraft } from '../data/use-draft.ts'

/** The coupon code typed in the cart or at checkout, stored until an order is placed with it. */
export const couponCodeDraft = defineDraft<{ code: string }>('coupon_code', {
  parse: (kept) => (isRecord(kept) && isText(kept.code) ? { code: kept.code } : null),
  isEmpty: ({ code }) => code === '',
})
