import type { MakeCall } from '#contract/calls/call.ts'
import { type Advert, listWidgets } from '#features/adverts/adverts.contract.ts'

type Apply = (advert: Advert | null) => void

/** The state shared by all widgets of a page and of the shopper's other tabs. Concurrent requests make one call. */
export type States = {
  /** Calls back with every new state of a widget until the returned function is called. */
  watch: (advertId: number, apply: Apply) => () => void
  /** Requests the state of a widget. Resolves when the request has ended, even after a failure. */
  ask: (advertId: number) => Promise<void>
  /** Announces a claim or a change of the visitor. Every widget of every tab then requests its state. */
  publishChange: () => Promise<void>
}

const pages = new WeakMap<MakeCall, States>()

/** Returns the widget states of a page, which is identified by its call function. */
export function statesOf(call: MakeCall): States {
  const known = pages.get(call) ?? createStates(call)
  pages.set(call, known)
  return known
}

const maxConcurrent = 30

export function createStates(call: MakeCall, channel = openChannel()): States {
  const watchers = new Map<number, Set<Apply>>()
  let requestedIds = new Set<number>()
  let answer = Promise.resolve()

  function ask(advertId: number) {
    if (requestedIds.size === 0) answer = new Promise((done) => setTimeout(() => fetchRequested().then(done)))
    requestedIds.add(advertId)
    return answer
  }

  async function fetchRequested() {
    const ids = [...requestedIds]
    requestedIds = new Set()
    for (let at = 0; at < ids.length; at += maxConcurrent) await fetchStates(ids.slice(at, at + maxConcurrent))
  }

  async function fetchStates(ids: number[]) {
    try {
      const found = await call(listWidgets, { ids: ids.join(',') })
      for (const id of ids) {
        const advert = found.find((one) => one.id === id) ?? null
        for (const apply of watchers.get(id) ?? []) apply(advert)
      }
    } catch {
      // After a failure the widgets stay unchanged. The server checks the next tap.
    }
  }

  const requestAll = async () => {
    await Promise.all([...watchers.keys()].map(ask))
  }
  channel?.addEventListener('message', requestAll)

  return {
    watch: (advertId, apply) => {
      const mine = watchers.get(advertId) ?? new Set()
      watchers.set(advertId, mine.add(apply))
      return () => {
        mine.delete(apply)
        if (mine.size === 0) watchers.delete(advertId)
      }
    },
    ask,
    publishChange: () => {
      channel?.postMessage('claimed')
      return requestAll()
    },
  }
}

function openChannel(): BroadcastChannel | null {
  return typeof window !== 'undefined' && 'BroadcastChannel' in window ? new BroadcastChannel('harbor-coupons') : null
}
