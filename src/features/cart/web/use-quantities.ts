import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'

export type Outcome = 'done' | 'refused' | 'failed'
type Send = (skuId: number, quantity: number) => Promise<Outcome>

/** Sends quantities of the cart one after the other. Each shows at once, and only the last of many taps on a line counts. */
export function useQuantities(send: Send) {
  const router = useRouter()
  const [wanted, setWanted] = useState<ReadonlyMap<number, number>>(new Map())
  const latest = useRef(new Map<number, number>())
  const isSending = useRef(false)
  const underWay = useRef<Promise<unknown>>(undefined)
  const [isReckoning, setReckoning] = useState(false)

  /** Shows the quantity that the server knows. */
  function forget(skuId: number) {
    setWanted((before) => new Map([...before].filter(([id]) => id !== skuId)))
  }

  /** Sends all waiting quantities. Returns whether the server has answered any. */
  async function sendWaiting(): Promise<boolean> {
    let isAnswered = false
    for (let next = takeNext(latest.current); next; next = takeNext(latest.current)) {
      const [skuId, quantity] = next
      const sent = send(skuId, quantity)
      underWay.current = sent
      const outcome = await sent
      isAnswered ||= outcome !== 'failed'
      if (latest.current.get(skuId) !== quantity) continue
      latest.current.delete(skuId)
      // An accepted quantity stays, even before the page is loaded again.
      if (outcome !== 'done') forget(skuId)
    }
    return isAnswered
  }

  async function sendAll() {
    isSending.current = true
    setReckoning(true)
    try {
      // Taps during the reload are sent too. Without a network, the displayed cart stays.
      do {
        if (await sendWaiting()) await router.invalidate()
      } while (latest.current.size > 0)
    } finally {
      isSending.current = false
      setReckoning(false)
    }
  }

  function change(skuId: number, quantity: number) {
    latest.current.set(skuId, quantity)
    setWanted((before) => new Map(before).set(skuId, quantity))
    if (!isSending.current) void sendAll()
  }

  /** Removes a waiting quantity and returns it, after the pending one has arrived. */
  async function takeBack(skuId: number): Promise<number | undefined> {
    const waiting = latest.current.get(skuId)
    latest.current.delete(skuId)
    await underWay.current
    return waiting
  }

  return { wanted, isReckoning, change, forget, takeBack }
}

function takeNext(waiting: Map<number, number>): [skuId: number, quantity: number] | undefined {
  return waiting.entries().next().value
}
