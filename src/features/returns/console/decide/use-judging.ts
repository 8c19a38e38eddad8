import { useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { RefundWay } from '#features/payments/payments.rules.ts'
import { decideReturn } from '#features/returns/return-commands.staff.contract.ts'
import type { StaffReturn } from '#features/returns/returns.staff.contract.ts'
import { defineDraft, useDraft, useDraftKeeper } from '#web/data/use-draft.ts'
import {
  type Decision,
  type DecisionName,
  type Decisions,
  isComplete,
  keepOpen,
  toCallItems,
} from './decision.rules.ts'

const drafts = defineDraft<Decisions>('staff_decision', {
  parse: (kept) => (isDecisions(kept) ? kept : null),
  isEmpty: (decisions) => Object.keys(decisions).length === 0,
})

function isDecisions(kept: unknown): kept is Decisions {
  if (typeof kept !== 'object' || kept === null) return false
  return Object.values(kept).every(
    (one: Partial<Decision> | null) =>
      one?.decision === 'approve' || one?.decision === 'keep' || one?.decision === 'reject',
  )
}

export type Judging = ReturnType<typeof useJudging>

/** Manages the decisions about each item. This browser stores the decisions until they are sent. */
export function useJudging(thing: StaffReturn) {
  const { call } = useConsole()
  const me = useMe()
  const mayJudge = allowsScope(me.scopes, 'returns:judge')
  const open = mayJudge ? thing.items.filter(({ possible }) => possible.includes('approve')) : []
  const openIds = open.map(({ id }) => id)
  const kept = useDraft(drafts, thing.number)
  const [changed, setChanged] = useState<Decisions | null>(null)
  const decisions = keepOpen(changed ?? kept ?? {}, openIds)
  const forget = useDraftKeeper(drafts, thing.number, decisions)
  const [refundTo, setRefundTo] = useState<RefundWay>(thing.as_credit.is_chosen ? 'credit' : 'payment')
  const command = useCommand()
  const set = (ids: string[], decision: Decision) =>
    setChanged({ ...decisions, ...Object.fromEntries(ids.map((id) => [id, decision])) })
  const complete = Object.fromEntries(Object.entries(decisions).filter(([, one]) => isComplete(one)))
  return {
    ...command,
    open,
    decisions,
    complete,
    refundTo,
    setRefundTo,
    choose: (id: string, decision: DecisionName) => set([id], { decision }),
    chooseAll: (decision: DecisionName) => set(openIds, { decision }),
    reject: (ids: string[], text: string, template?: string) =>
      set(ids, { decision: 'reject', text, ...(template && { template }) }),
    /** Rejects items at once that are already past the decision, such as received ones. */
    rejectNow: (id: string, text: string, template?: string) =>
      command.run('reject', () =>
        call(decideReturn, {
          no: thing.number,
          items: [{ id, decision: 'reject', text, ...(template && { template }) }],
        }),
      ),
    send: async () => {
      const items = toCallItems(complete)
      if (items.length === 0) return false
      const isSent = await command.run('send', () => call(decideReturn, { no: thing.number, items, to: refundTo }))
      if (isSent) {
        forget()
        setChanged({})
      }
      return isSent
    },
  }
}
