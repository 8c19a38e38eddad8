import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { usePaletteCommands } from '#console/palette/palette-store.ts'
import { useKeys } from '#console/shell/use-keys.ts'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import type { StaffReturn } from '#features/returns/returns.staff.contract.ts'
import { formatSendButton } from '../decide/decision.rules.ts'
import { type Judging, useJudging } from '../decide/use-judging.ts'
import { type Receiving, useReceiving } from '../receive/use-receiving.ts'

/**
 * Items that a dialog is about to reject. With `isNow`, the items are rejected immediately instead of together with the
 * other decisions.
 */
export type Rejecting = { ids: string[]; isNow: boolean }
export type ReturnProcessing = ReturnType<typeof useReturnProcessing>

/**
 * Returns the step that a return waits for, which is the decision or the receipt, with its keyboard shortcuts.
 * `nextHref` is the page of the next return.
 */
export function useReturnProcessing(returnRequest: StaffReturn, shopper: string, nextHref: string | null) {
  const router = useRouter()
  const judging = useJudging(returnRequest)
  const receiving = useReceiving(returnRequest)
  const [rejecting, setRejecting] = useState<Rejecting | null>(null)
  const goToNext = () => nextHref && router.navigate({ href: nextHref })
  async function send() {
    if (!(await judging.send())) return
    showToast(`Sent to ${shopper}`, nextHref ? { action: { label: 'Next return', run: goToNext } } : {})
  }
  async function receive() {
    if (await receiving.receive()) showToast('Received')
  }
  const rejectAll = () => setRejecting({ ids: judging.open.map(({ id }) => id), isNow: false })
  const canJudge = judging.open.length > 0
  const canReceive = receiving.open.length > 0
  const main = canJudge ? getDecisionButton(judging, send) : canReceive ? getReceivingButton(receiving, receive) : null
  useKeys({
    ...(canJudge && { a: () => judging.chooseAll('approve'), y: () => judging.chooseAll('keep'), f: rejectAll }),
    ...(canReceive && {
      1: () => receiving.setNext('as_sold'),
      2: () => receiving.setNext('worn'),
      3: () => receiving.setNext('damaged'),
      4: () => receiving.setNext('missing'),
    }),
    ...(nextHref && { n: goToNext }),
  })
  useCtrlEnter(main?.run ?? null)
  const commands = [
    { name: 'Approve all items', hint: 'A', run: () => judging.chooseAll('approve') },
    { name: 'Let the shopper keep all items', hint: 'Y', run: () => judging.chooseAll('keep') },
    { name: 'Reject', hint: 'F', run: rejectAll },
  ]
  usePaletteCommands(canJudge ? commands : [])
  return { judging, receiving, rejecting, setRejecting, rejectAll, send, receive, canJudge, canReceive, main }
}

export type MainButton = { name: string; isPossible: boolean; run: () => Promise<void> }

const getDecisionButton = ({ decisions, open, complete }: Judging, run: MainButton['run']): MainButton => ({
  name: formatSendButton(decisions, open.length),
  isPossible: Object.keys(complete).length > 0,
  run,
})

const getReceivingButton = ({ inspected, open, canReceive }: Receiving, run: MainButton['run']): MainButton => ({
  name: `Receive ${inspected.length} of ${open.length}`,
  isPossible: canReceive,
  run,
})

/** Runs the main button on Ctrl+Enter, except in a dialog or a comment, which handle this shortcut themselves. */
function useCtrlEnter(run: (() => unknown) | null): void {
  const known = useRef(run)
  known.current = run
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
      if (document.querySelector('dialog[open]')) return
      known.current?.()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
