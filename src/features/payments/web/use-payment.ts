import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { CallFailed, CallRefused, isRefused } from '#contract/calls/call.ts'
import { msg } from '#contract/text/translate.ts'
import { checkPayment, type PayableOrder, startPayment, tryPayment } from '../payments.contract.ts'
import type { TrialOutcome } from '../payments.rules.ts'

const askEveryMs = 2000
const mostQuestions = 10

/** Pays at the provider or with the built-in test provider, and waits for the result when the shopper returns. */
export function usePayment(order: PayableOrder, isBack: boolean) {
  const router = useRouter()
  const { call } = router.options.context
  const [busyWith, setBusyWith] = useState<'pay' | TrialOutcome | null>(null)
  const [problem, setProblem] = useState<{ message: string } | null>(null)
  const [isWaiting, setWaiting] = useState(isBack)
  const { order_id: orderId, email } = order

  useEffect(() => {
    if (!isBack) return
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function ask(left: number) {
      const found = await call(checkPayment, { orderId, email }).catch(() => null)
      if (isGone) return
      if (found && found.state !== 'open') return void router.invalidate()
      if (left > 0) timer = setTimeout(() => void ask(left - 1), askEveryMs)
      else setWaiting(false)
    }
    void ask(mostQuestions)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [call, router, orderId, email, isBack])

  async function run(what: 'pay' | TrialOutcome, act: () => Promise<void>) {
    if (busyWith) return
    setBusyWith(what)
    setProblem(null)
    try {
      await act()
    } catch (error) {
      if (error instanceof CallRefused) {
        setProblem(error.refusal)
        // The order was paid in another tab or canceled in the meantime, so the page is loaded again to show its state.
        if (isRefused(error, 'order_moved_on', 'stock_gone')) await router.invalidate()
      } else if (error instanceof CallFailed) {
        setProblem({ message: error.told ?? msg('We couldn’t send your request. Please try again.') })
      } else throw error
    } finally {
      setBusyWith(null)
    }
  }

  const pay = () =>
    void run('pay', async () => {
      const { redirect_url } = await call(startPayment, { orderId, email })
      if (redirect_url) await leaveFor(redirect_url)
      else await router.invalidate()
    })

  const tryAs = (outcome: TrialOutcome) =>
    void run(outcome, async () => {
      await call(tryPayment, { orderId, email, outcome })
      await router.invalidate()
    })

  return { pay, tryAs, busyWith, problem, isWaiting }
}

/**
 * Leaves for another site. On a slow connection this page stays for a while with a busy button. If the shopper comes back, the
 * button is ready again.
 */
function leaveFor(href: string): Promise<void> {
  window.location.assign(href)
  return new Promise((resolve) => addEventListener('pageshow', () => resolve(), { once: true }))
}
