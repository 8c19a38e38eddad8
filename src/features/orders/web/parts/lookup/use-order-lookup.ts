import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { CallFailed, CallRefused } from '#contract/calls/call.ts'
import { msg } from '#contract/text/translate.ts'
import { type TrackedOrder, trackOrder } from '#features/orders/order-lookup.contract.ts'
import type { Lookup, LookupProblem } from './lookup-form.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * Lookup of the displayed order, kept in the history state. The lookup survives a reload and never appears in the
     * URL.
     */
    foundBy?: Lookup
    /** Question type under which the contact page shows the lookup. */
    questionType?: number
  }
}

type LookupOptions = {
  /** Returns a problem if this screen does not show the found order. */
  accept?: (order: TrackedOrder) => LookupProblem | null
  /** Returns the problem to show for a 422 response. */
  explain: (refusal: CallRefused) => LookupProblem
  /** Additional data that the screen needs to show the order again after a reload. */
  kept?: { questionType: number }
}

const notSentText = msg('We couldn’t send your request. Please try again.')

/** Manages the lookup of both screens: the typed values, the result, and the found order. */
export function useOrderLookup(first: Lookup, { accept, explain, kept }: LookupOptions) {
  const router = useRouter()
  const { call } = router.options.context
  // The found order is its own history entry, so that back returns to the form.
  const foundBy = useLocation({ select: ({ state }) => state.foundBy })
  const isShown = foundBy !== undefined
  const [typed, setTyped] = useState(first)
  const [problem, setProblem] = useState<LookupProblem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [order, setOrder] = useState<TrackedOrder | null>(null)

  async function search(lookup: Lookup = typed) {
    setBusy(true)
    setProblem(null)
    try {
      const found = await call(trackOrder, lookup)
      const acceptProblem = accept?.(found) ?? null
      setProblem(acceptProblem)
      if (!acceptProblem) {
        setOrder(found)
        if (!isShown) router.navigate({ href: router.latestLocation.pathname, state: { ...kept, foundBy: lookup } })
      }
    } catch (error) {
      setProblem(toProblem(error, explain))
    }
    setBusy(false)
  }

  // After a reload, or when the shopper returns to this history entry, the order is looked up again.
  const isOrderLost = isShown && order === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: searches once, when the order is missing.
  useEffect(() => {
    if (!foundBy || !isOrderLost) return
    setTyped(foundBy)
    void search(foundBy)
  }, [isOrderLost])

  return {
    typed,
    type: (next: Lookup) => {
      setTyped(next)
      setProblem(null)
    },
    problem,
    isBusy,
    order: isShown ? order : null,
    search,
    /** Returns to the form. The email address stays, because the next order probably belongs to the same person. */
    again: () => {
      router.history.back()
      setTyped((now) => ({ ...now, order_no: '' }))
    },
  }
}

function toProblem(error: unknown, explain: LookupOptions['explain']): LookupProblem {
  if (error instanceof CallRefused) return error.status === 422 ? explain(error) : { form: error.refusal.message }
  return { form: (error instanceof CallFailed && error.serverMessage) || notSentText }
}
