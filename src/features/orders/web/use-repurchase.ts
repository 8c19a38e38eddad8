import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { CallRefused } from '#contract/calls/call.ts'
import { addToCart, getCartCount, removeFromCart } from '#features/cart/cart.contract.ts'
import { explainCartRefusal } from '#features/cart/cart.rules.ts'
import { useT } from '#ui/i18n/use-t.ts'
import { showGoing } from '#ui/overlays/going.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { sendEvent } from '#web/data/events.ts'
import { useDebounced } from '#web/data/use-debounced.ts'
import { setCartCount } from '#web/session/cart-count.ts'
import { findStockLeft } from '../order-lines.rules.ts'
import type { OrderLine } from '../orders.contract.ts'

/** The cart's icon in the app bar, where things fly to. */
export const cartIconId = 'cart-icon'

const repurchaseDebounceMs = 299
const flightDelayMs = 1000

/** An ornament: without a line for its code nothing flies, and the cart has what was bought all the same. */
const fly = (from: HTMLElement) =>
  import('./cart-flight.ts').then(
    ({ flyToCart }) => flyToCart(from, cartIconId),
    () => undefined,
  )

export type Repurchase = {
  repurchase: (line: OrderLine, from: HTMLElement) => void
  /** The line whose answer is on its way. */
  busyId: string | null
}

/** Buys a line again: into the cart, with the way back in the toast. */
export function useRepurchase(): Repurchase {
  const t = useT()
  const { call } = useRouter().options.context
  const [busyId, setBusyId] = useState<string | null>(null)
  const isBusy = useRef(false)

  async function refreshCount() {
    const { count } = await call(getCartCount, {})
    setCartCount(count)
  }

  async function undo(skuId: number) {
    try {
      setCartCount((await showGoing(call(removeFromCart, { sku_id: skuId }))).count)
      showToast(t('Taken out of the cart again'), { icon: 'ok' })
    } catch {
      showToast(t('That did not go through. Please try again.'), {
        icon: 'alert',
        action: { label: t('Undo'), onClick: () => void undo(skuId) },
      })
    }
  }

  async function repurchase(line: OrderLine, from: HTMLElement) {
    const amount = findStockLeft(line.sku)
    if (!line.sku || amount < 1) return showToast(t('Only {amount} left', { amount }), { icon: 'alert' })
    const { id: skuId } = line.sku
    isBusy.current = true
    setBusyId(line.id)
    try {
      // The menu closes with the tap, so the button alone would not show it.
      await showGoing(call(addToCart, { sku_id: skuId, quantity: 1 }))
    } catch (error) {
      const text =
        error instanceof CallRefused
          ? explainCartRefusal(error.refusal, t)
          : t('That did not go through. Please try again.')
      return showToast(text, { icon: 'alert' })
    } finally {
      isBusy.current = false
      setBusyId(null)
    }
    sendEvent('repurchase', { sku_id: skuId, product_id: line.product_id })
    showToast(t('Added to the cart'), { icon: 'ok', action: { label: t('Undo'), onClick: () => void undo(skuId) } })
    // The badge is updated later; the purchase is done.
    await refreshCount().catch(() => undefined)
    setTimeout(() => void fly(from), flightDelayMs)
  }

  const buy = useDebounced((line: OrderLine, from: HTMLElement) => void repurchase(line, from), repurchaseDebounceMs)
  return {
    // On a slow line the answer takes longer than the debounce: whoever taps again meanwhile wants the same unit.
    repurchase: (line, from) => {
      if (!isBusy.current) buy(line, from)
    },
    busyId,
  }
}
