import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { CallRefused } from '#contract/calls/call.ts'
import { addToCart } from '#features/cart/cart.contract.ts'
import { explainCartRefusal } from '#features/cart/cart.rules.ts'
import { useT } from '#ui/i18n/use-t.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { setCartCount } from '#web/session/cart-count.ts'

/** Returns a function that adds one unit to the cart and shows the result. A refusal shows how many units are left. */
export function useAddToCart() {
  const t = useT()
  const router = useRouter()
  const [isBusy, setBusy] = useState(false)

  async function add(skuId: number) {
    setBusy(true)
    try {
      const { count } = await router.options.context.call(addToCart, { sku_id: skuId, quantity: 1 })
      setCartCount(count)
      showToast(t('In your cart: {count, plural, one {# piece} other {# pieces}}', { count }), { icon: 'ok' })
    } catch (error) {
      showToast(explain(error), { icon: 'alert' })
      // The refusal is based on a newer stock than the page shows, so the page is reloaded.
      if (error instanceof CallRefused) router.invalidate()
    } finally {
      setBusy(false)
    }
  }

  function explain(error: unknown): string {
    if (error instanceof CallRefused) return explainCartRefusal(error.refusal, t)
    return t('We couldn’t send your request. Please try again.')
  }

  return { add, isBusy }
}
