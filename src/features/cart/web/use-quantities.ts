import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'

export type SendOutcome = 'done' | 'refused' | 'failed'
type Send = (skuId: number, quantity: number) => Promise<SendOutcome>

/**
 * Sends changed quantities one after the other. Each quantity is shown at once. Of several waiting changes of a line,
 * only the last is sent.
 */
export function useQuantities(send: Send) {
  const router = useRouter()
  const [requested, setRequested] = useState<ReadonlyMap<number, number>>(new Map())
  const latestWanted = useRef(new Map<number, number>())
  const isSending = useRef(false)
  const inFlight = useRef<Promise<unknown>>(undefined)
  const [isUpdatingTotal, setUpdatingTotal] = useState(false)

  /** Discards the shopper's quantity, so that the server's quantity is shown again. */
  function clearRequested(skuId: number) {
    setRequested((before) => new Map([...before].filter(([id]) => id !== skuId)))
  }

  /** Sends all waiting quantities. Returns whether the server has responded to any request. */
  async function sendWaiting(): Promise<boolean> {
    let isAnswered = false
    for (let next = getNext(latestWanted.current); next; next = getNext(latestWanted.current)) {
      const [skuId, quantity] = next
      const sent = send(skuId, quantity)
      inFlight.current = sent
      const outcome = await sent
      isAnswered ||= outcome !== 'failed'
      if (latestWanted.current.get(skuId) !== quantity) continue
      latestWanted.current.delete(skuId)
      // An accepted quantity stays displayed even before the page is loaded again.
      if (outcome !== 'done') clearRequested(skuId)
    }
    return isAnswered
  }

  async function sendAll() {
    isSending.current = true
    setUpdatingTotal(true)
    try {
      // Quantities changed during the reload are sent too. Without a network, the cart stays on the screen unchanged.
      do {
        if (await sendWaiting()) await router.invalidate()
      } while (latestWanted.current.size > 0)
    } finally {
      isSending.current = false
      setUpdatingTotal(false)
    }
  }

  function change(skuId: number, quantity: number) {
    latestWanted.current.set(skuId, quantity)
    setRequested((before) => new Map(before).set(skuId, quantity))
    if (!isSending.current) void sendAll()
  }

  /** Removes and returns a waiting quantity, after the pending request has finished. */
  async function cancelPending(skuId: number): Promise<number | undefined> {
    const waiting = latestWanted.current.get(skuId)
    latestWanted.current.delete(skuId)
    await inFlight.current
    return waiting
  }

  return { requested, isUpdatingTotal, change, clearRequested, cancelPending }
}

function getNext(waiting: Map<number, number>): [skuId: number, quantity: number] | undefined {
  return waiting.entries().next().value
}
