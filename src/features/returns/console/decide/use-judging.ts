import { useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { RefundMethod } from '#features/payments/payments.rules.ts'
import { decideReturn } from '#features/returns/return-commands.staff.contract.ts'
import type { StaffReturn } from '#features/returns/returns.staff.contract.ts'
import { defineDraft, useDraft, useDraftSaver } from '#web/data/use-draft.ts'
import {
  type Decision,
  type DecisionName,
  type Decisions,
  isComplete,
  keepOpenDecisions,
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
export function useJudging(returnRequest: StaffReturn) {
  const { call } = useConsole()
  const me = useMe()
  const mayJudge = allowsScope(me.scopes, 'returns:judge')
  const open = mayJudge ? returnRequest.items.filter(({ possible }) => possible.includes('approve')) : []
  const openIds = open.map(({ id }) => id)
  const kept = useDraft(drafts, returnRequest.number)
  const [changed, setChanged] = useState<Decisions | null>(null)
  const decisions = keepOpenDecisions(changed ?? kept ?? {}, openIds)
  const forget = useDraftSaver(drafts, returnRequest.number, decisions)
  const [refundTo, setRefundTo] = useState<RefundMethod>(returnRequest.as_credit.is_chosen ? 'credit' : 'payment')
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
    /** Rejects items immediately. Used for items whose first decision was already made, for example received items. */
    rejectNow: (id: string, text: string, template?: string) =>
      command.run('reject', () =>
        call(decideReturn, {
          no: returnRequest.number,
          items: [{ id, decision: 'reject', text, ...(template && { template }) }],
        }),
      ),
    send: async () => {
      const items = toCallItems(complete)
      if (items.length === 0) return false
      const isSent = await command.run('send', () =>
        call(decideReturn, { no: returnRequest.number, items, to: refundTo }),
      )
      if (isSent) {
        forget()
        setChanged({})
      }
      return isSent
    },
  }
}
