import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { CallRefused } from '#contract/calls/call.ts'
import { addToCart, getCartCount, removeFromCart } from '#features/cart/cart.contract.ts'
import { explainCartRefusal } from '#features/cart/cart.rules.ts'
import { useT } from '#ui/i18n/use-t.ts'
import { trackPending } from '#ui/overlays/pending-requests.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { sendEvent } from '#web/data/events.ts'
import { useDebounced } from '#web/data/use-debounced.ts'
import { setCartCount } from '#web/session/cart-count.ts'
import { findStockLeft } from '../order-lines.rules.ts'
import type { OrderLine } from '../orders.contract.ts'

/** Id of the cart icon in the app bar, the target of the animation. */
export const cartIconId = 'cart-icon'

const repurchaseDebounceMs = 299
const flightDelayMs = 1000

/** Animates the added item. If the code of the animation fails to load, the item is in the cart anyway. */
const animateToCart = (from: HTMLElement) =>
  import('./cart-flight.ts').then(
    ({ flyToCart }) => flyToCart(from, cartIconId),
    () => undefined,
  )

export type Repurchase = {
  repurchase: (line: OrderLine, from: HTMLElement) => void
  /** Id of the line whose request is pending. */
  busyId: string | null
}

/** Adds the product of a line to the cart again. The toast offers an undo. */
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
      setCartCount((await trackPending(call(removeFromCart, { sku_id: skuId }))).count)
      showToast(t('Removed from the cart again'), { icon: 'ok' })
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
      // The menu closes immediately after the tap, so its button cannot show the progress.
      await trackPending(call(addToCart, { sku_id: skuId, quantity: 1 }))
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
    // If the badge cannot be refreshed, the item is in the cart anyway.
    await refreshCount().catch(() => undefined)
    setTimeout(() => void animateToCart(from), flightDelayMs)
  }

  const buy = useDebounced((line: OrderLine, from: HTMLElement) => void repurchase(line, from), repurchaseDebounceMs)
  return {
    // On a slow connection the response takes longer than the debounce. A second tap before the response is probably
    // meant for the same unit, so it is ignored.
    repurchase: (line, from) => {
      if (!isBusy.current) buy(line, from)
    },
    busyId,
  }
}
