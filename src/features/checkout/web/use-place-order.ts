import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { CallFailed, CallRefused, type Input } from '#contract/calls/call.ts'
import type { Refusal } from '#contract/calls/envelopes.ts'
import { explainCartRefusal } from '#features/cart/cart.rules.ts'
import { paymentLink } from '#links/payments.links.ts'
import { type Translate, useT } from '#ui/i18n/use-t.ts'
import { newKey } from '#web/data/new-key.ts'
import { setCartCount } from '#web/session/cart-count.ts'
import { couponCodeDraft } from '#web/session/coupon-code.ts'
import { checkOut } from '../checkout.contract.ts'
import { checkoutDraft } from './checkout-draft.ts'

type OrderInput = Input<typeof checkOut>

/** Problem after a failed try to order, shown beside the button. */
export type OrderProblem = { refusal: Refusal | null; hasFailed: boolean }

const noProblem: OrderProblem = { refusal: null, hasFailed: false }

/** Places an order once. The same request, repeated after a lost connection or a second tap, returns the same order. */
export function usePlaceOrder() {
  const t = useT()
  const router = useRouter()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState(noProblem)
  const last = useRef({ text: '', key: '' })

  async function place(input: OrderInput, leftInCart: number): Promise<Refusal | null> {
    setBusy(true)
    setProblem(noProblem)
    const text = JSON.stringify(input)
    if (text !== last.current.text) last.current = { text, key: newKey() }
    try {
      const headers = { 'idempotency-key': last.current.key }
      const { order_id, email } = await router.options.context.call(checkOut, input, { headers })
      checkoutDraft.forget()
      couponCodeDraft.forget()
      setCartCount(leftInCart)
      await router.navigate({ href: paymentLink(order_id, email), replace: true })
      return null
    } catch (error) {
      if (!(error instanceof CallRefused) && !(error instanceof CallFailed)) throw error
      const refusal = error instanceof CallRefused ? error.refusal : null
      setProblem({ refusal: refusal && { ...refusal, message: formatOrderProblem(refusal, t) }, hasFailed: true })
      return refusal
    } finally {
      setBusy(false)
    }
  }

  return { place, isBusy, problem }
}

/** Formats a refusal. The text contains the name of the refused line, if the refusal has a line. */
function formatOrderProblem(refusal: Refusal, t: Translate): string {
  const text = explainCartRefusal(refusal, t)
  const line = refusal.errors?.lines?.[0]
  return line ? `${line}: ${text}` : text
}
