import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { CallFailed, CallRefused, isRefused } from '#contract/calls/call.ts'
import { msg } from '#contract/text/translate.ts'
import { checkPayment, type PayableOrder, startPayment, tryPayment } from '../payments.contract.ts'
import type { TrialOutcome } from '../payments.rules.ts'

const pollMs = 2000
const maxPolls = 10

/** Pays at the provider or with the built-in test provider, and waits for the result when the shopper returns. */
export function usePayment(order: PayableOrder, hasReturned: boolean) {
  const router = useRouter()
  const { call } = router.options.context
  const [pendingAction, setPendingAction] = useState<'pay' | TrialOutcome | null>(null)
  const [problem, setProblem] = useState<{ message: string } | null>(null)
  const [isWaiting, setWaiting] = useState(hasReturned)
  const { order_id: orderId, email } = order

  useEffect(() => {
    if (!hasReturned) return
    let hasLeft = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function ask(left: number) {
      const found = await call(checkPayment, { orderId, email }).catch(() => null)
      if (hasLeft) return
      if (found && found.state !== 'open') return void router.invalidate()
      if (left > 0) timer = setTimeout(() => void ask(left - 1), pollMs)
      else setWaiting(false)
    }
    void ask(maxPolls)
    return () => {
      hasLeft = true
      clearTimeout(timer)
    }
  }, [call, router, orderId, email, hasReturned])

  async function run(what: 'pay' | TrialOutcome, act: () => Promise<void>) {
    if (pendingAction) return
    setPendingAction(what)
    setProblem(null)
    try {
      await act()
    } catch (error) {
      if (error instanceof CallRefused) {
        setProblem(error.refusal)
        // The order was paid in another tab or canceled in the meantime, so the page is loaded again to show its state.
        if (isRefused(error, 'order_moved_on', 'stock_gone')) await router.invalidate()
      } else if (error instanceof CallFailed) {
        setProblem({ message: error.serverMessage ?? msg('We couldn’t send your request. Please try again.') })
      } else throw error
    } finally {
      setPendingAction(null)
    }
  }

  const pay = () =>
    void run('pay', async () => {
      const { redirect_url } = await call(startPayment, { orderId, email })
      if (redirect_url) await redirectTo(redirect_url)
      else await router.invalidate()
    })

  const simulateOutcome = (outcome: TrialOutcome) =>
    void run(outcome, async () => {
      await call(tryPayment, { orderId, email, outcome })
      await router.invalidate()
    })

  return { pay, simulateOutcome, pendingAction, problem, isWaiting }
}

/**
 * Redirects to another site. On a slow connection this page stays for a while with a busy button. If the shopper comes
 * back, the button is ready again.
 */
function redirectTo(href: string): Promise<void> {
  window.location.assign(href)
  return new Promise((resolve) => addEventListener('pageshow', () => resolve(), { once: true }))
}
