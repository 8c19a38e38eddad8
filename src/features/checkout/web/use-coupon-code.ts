import { useEffect } from 'react'
import { useDraft } from '#web/data/use-draft.ts'
import { couponCodeDraft } from '#web/session/coupon-code.ts'
import type { Quote } from '../checkout.contract.ts'
import { noCoupon, typedCoupon } from '../checkout.rules.ts'
import type { useQuote } from './use-quote.ts'

/** Applies and removes a typed coupon code. A code that can be used is stored, and applied again when the shopper comes back. */
export function useCouponCode(quote: Quote, ask: ReturnType<typeof useQuote>['ask']) {
  const apply = (code: string) => ask({ coupon_code: code, claim_id: typedCoupon })
  const usableCode = quote.typed?.off ? quote.typed.code : undefined
  useEffect(() => {
    if (usableCode) couponCodeDraft.keep({ code: usableCode })
  }, [usableCode])
  // Code that was typed in the cart, or before the page was left.
  const savedCode = useDraft(couponCodeDraft)?.code
  // biome-ignore lint/correctness/useExhaustiveDependencies: applies the stored code once, when it is found.
  useEffect(() => {
    if (savedCode) void apply(savedCode)
  }, [savedCode])

  function forget() {
    couponCodeDraft.forget()
    // Keeps the chosen coupon unless it belongs to the removed code. If the code gave no discount, the quote has
    // already chosen the best coupon instead.
    return ask({
      coupon_code: undefined,
      ...(quote.claim_id !== typedCoupon && { claim_id: quote.claim_id ?? noCoupon }),
    })
  }

  return { apply, forget }
}
