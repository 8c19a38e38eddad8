import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { CallRefused } from '#contract/calls/call.ts'
import { msg } from '#contract/text/translate.ts'
import { type CodeCheck, checkCouponCode } from '#features/coupons/coupons.contract.ts'
import { codeMaxLength, explainCode } from '#features/coupons/coupons.rules.ts'
import { useT } from '#ui/i18n/use-t.ts'
import { useDraft } from '#web/data/use-draft.ts'
import { AppliedCoupon, CouponCodeField } from '#web/parts/coupon-code.tsx'
import { couponCodeDraft } from '#web/session/coupon-code.ts'
import { useSite } from '#web/session/site.ts'
import type { Cart } from '../cart.contract.ts'
import styles from './cart-page.module.css'

/**
 * Checks a coupon code in the cart. The checkout applies a usable code, and the coupon is claimed only with the order.
 */
export function CartCoupon({ cart }: { cart: Cart }) {
  const t = useT()
  const { checked, failure, isBusy, check, forget } = useCodeCheck(cart)
  if (cart.buyable_count === 0) return null
  const problem = failure ? t(failure) : checked && explainCode(checked, t)
  return (
    <div className={styles.coupon}>
      {checked?.off ? (
        <AppliedCoupon
          code={checked.code}
          saved={Number(checked.off.price_value) > 0 ? checked.off.price : null}
          onRemove={forget}
        />
      ) : (
        <CouponCodeField
          maxLength={codeMaxLength}
          problem={problem}
          busy={isBusy}
          onApply={(typed) => void check(typed)}
          onChange={forget}
        />
      )}
    </div>
  )
}

/** Manages the typed code and the result of its check. A stored code is checked again when the cart changes. */
function useCodeCheck(cart: Cart) {
  const { call } = useRouter().options.context
  const { currency } = useSite()
  const [code, setCode] = useState('')
  const [checked, setChecked] = useState<CodeCheck | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const kept = useDraft(couponCodeDraft)?.code

  async function check(typed: string) {
    setCode(typed)
    setBusy(true)
    setFailure(null)
    try {
      const answer = await call(checkCouponCode, { code: typed, currency })
      setChecked(answer)
      // A valid code is stored even if the cart does not meet its condition yet.
      if (answer.problem === null) couponCodeDraft.keep({ code: answer.code })
      else couponCodeDraft.forget()
    } catch (error) {
      setFailure(
        error instanceof CallRefused ? error.refusal.message : msg('That did not go through. Please try again.'),
      )
    }
    setBusy(false)
  }
  function forget() {
    setCode('')
    setChecked(null)
    setFailure(null)
    couponCodeDraft.forget()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: checks the stored code once it is found, and again when the cart changes.
  useEffect(() => {
    const codeToApply = code || kept
    if (codeToApply && cart.buyable_count > 0) void check(codeToApply)
  }, [kept, cart.subtotal.price_value])

  return { checked, failure, isBusy, check, forget }
}
