import { useEffect, useState } from 'react'
import { tellProblem } from '#console/data/use-command.ts'
import { useConsole } from '#console/shell/console-context.ts'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import { previewRefund } from '#features/payments/payments.staff.contract.ts'

export type RefundPreview = StaffOutput<typeof previewRefund>
/** The amount of each line that goes back: null is all that is left of the line. Lines that are not named stay. */
type Wanted = { lines: Record<string, number | null>; shipping: boolean }

/** So long nobody has typed: the sums are asked for. */
const restMs = 200

/** The sums of what is chosen, from the shop. The last answer stays until the next one comes. */
export function useRefundPreview(number: string, { lines, shipping }: Wanted, isNeeded = true) {
  const { call } = useConsole()
  const [preview, setPreview] = useState<RefundPreview | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const chosen = Object.entries(lines)
    .filter(([, amount]) => amount !== 0)
    .map(([id, amount]) => (amount === null ? id : `${id}:${amount}`))
    .join()
  useEffect(() => {
    if (!isNeeded) return
    const leaving = new AbortController()
    const input = { no: number, ...(chosen && { lines: chosen }), ...(shipping && { shipping: 'true' as const }) }
    const timer = setTimeout(() => {
      call(previewRefund, input, { signal: leaving.signal }).then(
        ({ data }) => {
          setPreview(data)
          setProblem(null)
        },
        (error: unknown) => {
          if (!leaving.signal.aborted) setProblem(tellProblem(error))
        },
      )
    }, restMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [call, number, chosen, shipping, isNeeded])
  return { preview, problem }
}
