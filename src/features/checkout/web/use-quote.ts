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
  // The new choice is shown immediately, and the amounts change when the response arrives.
  const [pending, setPending] = useState<Choice | null>(null)
  const choice = useRef<Choice>({})
  // A second change also contains the first change, because the response to the first change may still be pending.
  const latest = useRef<Choice>({})
  const lastRequest = useRef(0)

  async function ask(changes: Choice = {}): Promise<Quote | null> {
    const { coupon_code: code, place, ...rest } = { ...latest.current, ...changes }
    const kept: Choice = { ...rest, ...(place && { place }) }
    const input: Choice = { ...kept, ...(code && { coupon_code: code }) }
    const number = ++lastRequest.current
    latest.current = input
    setPending(input)
    try {
      const answer = await call(quoteCheckout, { currency, ...rest, ...(code && { coupon_code: code }), ...place })
      if (number !== lastRequest.current) return null
      // An unknown code is not sent again with every tap, because each request would count as a wrong attempt.
      choice.current = answer.typed?.problem === 'unknown' ? kept : input
      latest.current = choice.current
      setQuote(answer)
      return answer
    } catch (error) {
      const refused = error instanceof CallRefused && toldCodes.includes(error.refusal.code) && error.refusal.message
      const text = refused || msg('That did not go through. Please try again.')
      if (number === lastRequest.current) {
        latest.current = choice.current
        showToast(t(text), { icon: 'alert' })
      }
      return null
    } finally {
      if (number === lastRequest.current) setPending(null)
    }
  }

  // If the page data was reloaded, for example after a late change of the cart, the choices made on this page stay.
  const known = useRef(first)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new loader data requests a new quote.
  useEffect(() => {
    if (known.current === first) return
    known.current = first
    void ask()
  }, [first])

  const shippingMethod = pending?.shipping_method ?? quote.shipping_method
  const claimId = pending?.claim_id ?? quote.claim_id
  return { quote, shippingMethod, claimId, isBusy: pending !== null, ask }
}
