import { useEffect, useRef, useState } from 'react'
import { tellProblem } from '#console/data/use-command.ts'
import { useConsole } from '#console/shell/console-context.ts'
import type { StaffInput, StaffOutput } from '#contract/calls/staff-call.ts'
import { quoteOrder } from '#features/checkout/new-order.staff.contract.ts'

export type OrderQuote = StaffOutput<typeof quoteOrder>
type Asked = StaffInput<typeof quoteOrder>

/** Somebody who types fast asks once. */
const waitMs = 200

/** What the order would cost as it stands, read anew with every change: prices and stock are those of the moment. */
export function useOrderQuote(first: OrderQuote, asked: Asked) {
  const { call } = useConsole()
  const wanted = JSON.stringify(asked)
  const [answer, setAnswer] = useState({ of: '', quote: first, problem: null as string | null })
  const [again, setAgain] = useState(0)
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` asks the same once more.
  useEffect(() => {
    const wait = isFirst.current ? 0 : waitMs
    isFirst.current = false
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const { data } = await call(quoteOrder, JSON.parse(wanted) as Asked, { signal: stop.signal })
        if (!stop.signal.aborted) setAnswer({ of: wanted, quote: data, problem: null })
      } catch (error) {
        if (!stop.signal.aborted) setAnswer((last) => ({ ...last, of: wanted, problem: tellProblem(error) }))
      }
    }, wait)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [wanted, call, again])
  return {
    quote: answer.quote,
    problem: answer.of === wanted ? answer.problem : null,
    /** It says what is asked for now. */
    isFresh: answer.of === wanted && answer.problem === null,
    reread: () => setAgain((count) => count + 1),
  }
}
