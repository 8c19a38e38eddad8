import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { CallRefused } from '#contract/calls/call.ts'
import { useT } from '#ui/i18n/use-t.ts'
import { showGoing } from '#ui/overlays/going.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { setCartCount } from '#web/session/cart-count.ts'
import { type CartLine, setCartQuantity } from '../cart.contract.ts'
import { explainCartRefusal } from '../cart.rules.ts'

/** Changes the cart: numbers show at once, are sent one after the other, and only the last of many taps counts. */
export function useCartChanges() {
  const t = useT()
  const router = useRouter()
  const { call } = router.options.context
  const [wanted, setWanted] = useState<ReadonlyMap<number, number>>(new Map())
  const latest = useRef(new Map<number, number>())
  const isSending = useRef(false)
  const underWay = useRef<Promise<unknown>>(undefined)
  const [isReckoning, setReckoning] = useState(false)
  const [leaving, setLeaving] = useState<readonly number[]>([])

  function explain(error: unknown) {
    if (error instanceof CallRefused) return explainCartRefusal(error.refusal, t)
    return t('This did not go through. Please send it again.')
  }

  async function send(skuId: number, quantity: number): Promise<'done' | 'refused' | 'failed'> {
    try {
      const { count } = await call(setCartQuantity, { sku_id: skuId, quantity })
      setCartCount(count)
      return 'done'
    } catch (error) {
      showToast(explain(error), { icon: 'alert' })
      return error instanceof CallRefused ? 'refused' : 'failed'
    }
  }

  function change(skuId: number, quantity: number) {
    latest.current.set(skuId, quantity)
    setWanted((before) => new Map(before).set(skuId, quantity))
    if (!isSending.current) void sendAll()
  }

  async function sendAll() {
    isSending.current = true
    setReckoning(true)
    try {
      // Taps that come while the page catches up are sent as well.
      do {
        let isAnswered = false
        for (let next = takeNext(latest.current); next; next = takeNext(latest.current)) {
          const [skuId, quantity] = next
          const sent = send(skuId, quantity)
          underWay.current = sent
          const outcome = await sent
          isAnswered ||= outcome !== 'failed'
          if (latest.current.get(skuId) !== quantity) continue
          latest.current.delete(skuId)
          if (outcome !== 'done') forgetWanted(skuId)
        }
        // Without a network the cart on the screen stays.
        if (isAnswered) await router.invalidate()
      } while (latest.current.size > 0)
    } finally {
      isSending.current = false
      setReckoning(false)
    }
  }

  /**
   * Back to the number that the server knows. One that was accepted stays, even before the page has been loaded anew.
   */
  function forgetWanted(skuId: number) {
    setWanted((before) => new Map([...before].filter(([id]) => id !== skuId)))
  }

  async function remove(line: CartLine) {
    setLeaving((before) => [...before, line.sku_id])
    await takeOut(line)
    setLeaving((before) => before.filter((id) => id !== line.sku_id))
  }

  async function takeOut({ sku_id, quantity: shown }: CartLine) {
    const quantity = wanted.get(sku_id) ?? shown
    // A number that is still on its way must not arrive after this, and one that waits counts only if this fails.
    const waiting = latest.current.get(sku_id)
    latest.current.delete(sku_id)
    await underWay.current
    const outcome = await send(sku_id, 0)
    if (outcome === 'failed') {
      if (waiting !== undefined) change(sku_id, waiting)
      return
    }
    if (outcome === 'done') {
      forgetWanted(sku_id)
      const putBack = async () => {
        if ((await showGoing(send(sku_id, quantity))) !== 'failed') await router.invalidate()
      }
      showToast(t('Taken out of the cart'), {
        icon: 'ok',
        action: { label: t('Undo'), onClick: () => void putBack() },
      })
    }
    await router.invalidate()
  }

  return {
    change,
    remove,
    wantedOf: (line: CartLine) => wanted.get(line.sku_id) ?? line.quantity,
    /** The amounts on the screen are those of before a change. */
    isReckoning,
    isLeaving: (line: CartLine) => leaving.includes(line.sku_id),
  }
}

function takeNext(waiting: Map<number, number>): [skuId: number, quantity: number] | undefined {
  return waiting.entries().next().value
}
