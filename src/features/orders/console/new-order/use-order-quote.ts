import { useState } from 'react'
import { usePreview } from '#console/data/use-preview.ts'
import type { StaffInput, StaffOutput } from '#contract/calls/staff-call.ts'
import { quoteOrder } from '#features/checkout/new-order.staff.contract.ts'

export type OrderQuote = StaffOutput<typeof quoteOrder>

/** Returns the current quote of the order. Every change reads the quote again, since prices and stock can change at any time. */
export function useOrderQuote(first: OrderQuote, input: StaffInput<typeof quoteOrder>) {
  const [version, setVersion] = useState(0)
  const { data, problem, isAnswered, isFresh } = usePreview(quoteOrder, input, { first, version })
  return {
    quote: data ?? first,
    problem: isAnswered ? problem : null,
    /** Whether the quote was computed for the current input. */
    isFresh,
    reload: () => setVersion((count) => count + 1),
  }
}
