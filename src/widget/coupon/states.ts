import type { MakeCall } from '#contract/calls/call.ts'
import { type Advert, listWidgets } from '#features/adverts/adverts.contract.ts'

type Apply = (advert: Advert | null) => void

/**
 * One shared state for all widgets of a page and of the shopper’s other tabs: however many ask at once, one call is
 * made.
 */
export type States = {
  /** Tells of every new state of a widget until stopped. */
  watch: (advertId: number, apply: Apply) => () => void
  /** Asks for one widget's state; settles when the answer has come, or will not. */
  ask: (advertId: number) => Promise<void>
  /** Something was claimed, or somebody else asks now: every widget of every tab asks anew. */
  tellChange: () => Promise<void>
}

const pages = new WeakMap<MakeCall, States>()

/** The one of a page: a page has one caller. */
export function statesOf(call: MakeCall): States {
  const known = pages.get(call) ?? createStates(call)
  pages.set(call, known)
  return known
}

const mostAtOnce = 30

export function createStates(call: MakeCall, channel = openChannel()): States {
  const watchers = new Map<number, Set<Apply>>()
  let asked = new Set<number>()
  let answer = Promise.resolve()

  function ask(advertId: number) {
    if (asked.size === 0) answer = new Promise((done) => setTimeout(() => fetchAsked().then(done)))
    asked.add(advertId)
    return answer
  }

  async function fetchAsked() {
    const ids = [...asked]
    asked = new Set()
    for (let at = 0; at < ids.length; at += mostAtOnce) await fetchStates(ids.slice(at, at + mostAtOnce))
  }

  async function fetchStates(ids: number[]) {
    try {
      const found = await call(listWidgets, { ids: ids.join(',') })
      for (const id of ids) {
        const advert = found.find((one) => one.id === id) ?? null
        for (const apply of watchers.get(id) ?? []) apply(advert)
      }
    } catch {
      // If the call fails the widgets stay as they are; the next tap is checked by the server.
    }
  }

  const askAll = async () => {
    await Promise.all([...watchers.keys()].map(ask))
  }
  channel?.addEventListener('message', askAll)

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
    tellChange: () => {
      channel?.postMessage('claimed')
      return askAll()
    },
  }
}

function openChannel(): BroadcastChannel | null {
  return typeof window !== 'undefined' && 'BroadcastChannel' in window ? new BroadcastChannel('harbor-coupons') : null
}
