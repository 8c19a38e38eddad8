import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { CallRefused } from '#contract/calls/call.ts'
import type { Refusal } from '#contract/calls/envelopes.ts'
import { msg } from '#contract/text/translate.ts'
import { useT } from '#ui/i18n/use-t.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { useSite } from '#web/session/site.ts'
import { type Quote, quoteCheckout } from '../checkout.contract.ts'

/** Place of delivery and VAT number, on which tax and shipping depend. */
export type QuotePlace = { country?: string; state?: string; postcode?: string; vat_number?: string }
type Choice = { shipping_method?: string; claim_id?: string; coupon_code?: string | undefined; place?: QuotePlace }

/** Refusals whose message helps the shopper more than a general one. */
const toldCodes: Refusal['code'][] = ['too_many', 'not_shipped_to', 'postcode_not_shipped_to', 'no_shipping_method']

/**
 * Manages the quote, which the server computes again with every choice. Only the response to the last request is used.
 */
export function useQuote(first: Quote) {
  const t = useT()
  const { call } = useRouter().options.context
  const { currency } = useSite()
  const [quote, setQuote] = useState(first)
  // The last choice is shown at once, and the amounts follow.
  const [pending, setPending] = useState<Choice | null>(null)
  const choice = useRef<Choice>({})
  // A second change includes the first change, whose response may still be pending.
  const latest = useRef<Choice>({})
  const asked = useRef(0)

  async function ask(changes: Choice = {}): Promise<Quote | null> {
    const { coupon_code: code, place, ...rest } = { ...latest.current, ...changes }
    const kept: Choice = { ...rest, ...(place && { place }) }
    const wanted: Choice = { ...kept, ...(code && { coupon_code: code }) }
    const number = ++asked.current
    latest.current = wanted
    setPending(wanted)
    try {
      const answer = await call(quoteCheckout, { currency, ...rest, ...(code && { coupon_code: code }), ...place })
      if (number !== asked.current) return null
      // An unknown code is not sent again with every tap, since each request counts as a wrong try.
      choice.current = answer.typed?.problem === 'unknown' ? kept : wanted
      latest.current = choice.current
      setQuote(answer)
      return answer
    } catch (error) {
      const refused = error instanceof CallRefused && toldCodes.includes(error.refusal.code) && error.refusal.message
      const text = refused || msg('That did not go through. Please try again.')
      if (number === asked.current) {
        latest.current = choice.current
        showToast(t(text), { icon: 'alert' })
      }
      return null
    } finally {
      if (number === asked.current) setPending(null)
    }
  }

  // If the page was loaded again, for example after a late change of the cart, the choices made here stay.
  const known = useRef(first)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other data ask anew.
  useEffect(() => {
    if (known.current === first) return
    known.current = first
    void ask()
  }, [first])

  const shippingMethod = pending?.shipping_method ?? quote.shipping_method
  const claimId = pending?.claim_id ?? quote.claim_id
  return { quote, shippingMethod, claimId, isBusy: pending !== null, ask }
}
