import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { CallRefused } from '#contract/calls/call.ts'
import { useT } from '#ui/i18n/use-t.ts'
import { trackPending } from '#ui/overlays/pending-requests.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { setCartCount } from '#web/session/cart-count.ts'
import { type CartLine, setCartQuantity } from '../cart.contract.ts'
import { explainCartRefusal } from '../cart.rules.ts'
import { type SendOutcome, useQuantities } from './use-quantities.ts'

/**
 * Changes the cart. A new quantity is shown at once, and requests are sent one after the other. A removed line can be
 * restored.
 */
export function useCartChanges() {
  const t = useT()
  const router = useRouter()
  const { call } = router.options.context
  const { requested, isUpdatingTotal, change, clearRequested, cancelPending } = useQuantities(send)
  const [removing, setRemoving] = useState<readonly number[]>([])

  function explain(error: unknown) {
    if (error instanceof CallRefused) return explainCartRefusal(error.refusal, t)
    return t('We couldn’t send your request. Please try again.')
  }

  async function send(skuId: number, quantity: number): Promise<SendOutcome> {
    try {
      const { count } = await call(setCartQuantity, { sku_id: skuId, quantity })
      setCartCount(count)
      return 'done'
    } catch (error) {
      showToast(explain(error), { icon: 'alert' })
      return error instanceof CallRefused ? 'refused' : 'failed'
    }
  }

  async function remove(line: CartLine) {
    setRemoving((before) => [...before, line.sku_id])
    await removeLine(line)
    setRemoving((before) => before.filter((id) => id !== line.sku_id))
  }

  async function removeLine({ sku_id, quantity: shown }: CartLine) {
    const quantity = requested.get(sku_id) ?? shown
    // A pending quantity must not arrive after the removal. A waiting quantity is restored only if the removal fails.
    const waiting = await cancelPending(sku_id)
    const outcome = await send(sku_id, 0)
    if (outcome === 'failed') {
      if (waiting !== undefined) change(sku_id, waiting)
      return
    }
    if (outcome === 'done') {
      clearRequested(sku_id)
      offerUndo(sku_id, quantity)
    }
    await router.invalidate()
  }

  function offerUndo(skuId: number, quantity: number) {
    const restoreLine = async () => {
      if ((await trackPending(send(skuId, quantity))) !== 'failed') await router.invalidate()
    }
    showToast(t('Removed from the cart'), {
      icon: 'ok',
      action: { label: t('Undo'), onClick: () => void restoreLine() },
    })
  }

  return {
    change,
    remove,
    getWantedQuantity: (line: CartLine) => requested.get(line.sku_id) ?? line.quantity,
    /** True while the displayed amounts are out of date because a change is pending. */
    isUpdatingTotal,
    isRemoving: (line: CartLine) => removing.includes(line.sku_id),
  }
}
