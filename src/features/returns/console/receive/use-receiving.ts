import { useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { RefundMethod } from '#features/payments/payments.rules.ts'
import { type Condition, isRestockedByDefault, planRestock } from '#features/returns/restock.staff.rules.ts'
import { receiveReturn } from '#features/returns/return-commands.staff.contract.ts'
import { conditions, type StaffReturn } from '#features/returns/returns.staff.contract.ts'
import { isRecord, isText } from '#web/data/drafts.ts'
import { defineDraft, useDraft, useDraftSaver } from '#web/data/use-draft.ts'

export const conditionNames: Record<Condition, string> = {
  as_sold: 'As sold',
  worn: 'Worn',
  damaged: 'Damaged',
  missing: 'Missing',
}
/** Condition of a received item. Without `restock`, the default of the condition applies. */
type ItemCondition = { condition: Condition; note: string; restock?: boolean; reason?: string }

const drafts = defineDraft<Record<string, ItemCondition>>('staff_receiving', {
  parse: (kept) => (isFoundItems(kept) ? kept : null),
  isEmpty: (found) => Object.keys(found).length === 0,
})

const isFoundItems = (kept: unknown): kept is Record<string, ItemCondition> =>
  isRecord(kept) && Object.values(kept).every(isFound)

const isFound = (one: unknown) =>
  isRecord(one) &&
  isText(one.note) &&
  conditions.some((condition) => condition === one.condition) &&
  ['boolean', 'undefined'].includes(typeof one.restock) &&
  (one.reason === undefined || isText(one.reason))

export const isRestocked = ({ condition, restock }: ItemCondition): boolean =>
  restock ?? isRestockedByDefault(condition)

function findRestockProblem({ condition, restock, reason = '' }: ItemCondition): string | null {
  const plan = planRestock({ condition, restock, reason, isGone: false })
  return 'problem' in plan ? plan.problem : null
}

const toReceived = ({ item, condition, note, restock, reason }: ItemCondition & { item: { id: string } }) => ({
  ...{ id: item.id, condition, note: note.trim() },
  ...(restock !== undefined && { restock }),
  ...(reason?.trim() && { not_restocked_reason: reason.trim() }),
})

export type Receiving = ReturnType<typeof useReceiving>

/** Manages the condition of each item of an opened parcel. This browser stores the state until the items are received. */
export function useReceiving(returnRequest: StaffReturn) {
  const { call } = useConsole()
  const me = useMe()
  const mayReceive = allowsScope(me.scopes, 'returns:receive')
  const open = mayReceive ? returnRequest.items.filter(({ possible }) => possible.includes('receive')) : []
  const kept = useDraft(drafts, returnRequest.number)
  const [changed, setChanged] = useState<Record<string, ItemCondition> | null>(null)
  const found = changed ?? kept ?? {}
  useDraftSaver(drafts, returnRequest.number, found)
  const [isInspected, setInspected] = useState(false)
  const [refundTo, setRefundTo] = useState<RefundMethod>(returnRequest.as_credit.is_chosen ? 'credit' : 'payment')
  const command = useCommand()
  const inspected = open.flatMap((item) => {
    const itemCondition = found[item.id]
    return itemCondition ? [{ item, ...itemCondition }] : []
  })
  const sum = (items: typeof inspected) => ({
    amount: items.reduce((all, { item }) => all + item.refund.amount, 0),
    currency: returnRequest.asked.currency,
  })
  const restockProblem = inspected.map(findRestockProblem).find((problem) => problem !== null) ?? null
  const isGood = ({ condition }: ItemCondition) => condition === 'as_sold' && !isInspected
  return {
    ...command,
    open,
    found,
    inspected,
    isInspected,
    setInspected,
    refundTo,
    setRefundTo,
    /**
     * Sum of the amounts that are refunded immediately. The next field is the sum of the amounts that wait for a
     * decision.
     */
    refundedNow: sum(inspected.filter(isGood)),
    waits: sum(inspected.filter((one) => !isGood(one))),
    restocked: inspected.filter(isRestocked).length,
    restockProblem,
    canReceive: inspected.length > 0 && restockProblem === null,
    set: (id: string, change: Partial<ItemCondition>) =>
      setChanged({ ...found, [id]: { ...(found[id] ?? { condition: 'as_sold', note: '' }), ...change } }),
    /** A new condition resets `restock` to the default of that condition. */
    setCondition: (id: string, condition: Condition) =>
      setChanged({ ...found, [id]: { condition, note: found[id]?.note ?? '' } }),
    /** Marks all items as missing, for an empty or lost parcel. */
    setAllMissing: () =>
      setChanged(Object.fromEntries(open.map(({ id }) => [id, { condition: 'missing', note: found[id]?.note ?? '' }]))),
    /** Sets the condition of the next unchecked item. */
    setNext: (condition: Condition) => {
      const next = open.find(({ id }) => !found[id])
      if (next) setChanged({ ...found, [next.id]: { condition, note: '' } })
    },
    receive: async () => {
      if (inspected.length === 0 || restockProblem !== null) return false
      const input = { no: returnRequest.number, items: inspected.map(toReceived), begin: !isInspected, to: refundTo }
      const isDone = await command.run('receive', () => call(receiveReturn, input))
      if (isDone) setChanged({})
      return isDone
    },
  }
}
