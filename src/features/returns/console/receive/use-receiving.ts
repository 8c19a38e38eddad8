import { useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { RefundWay } from '#features/payments/payments.rules.ts'
import { type Condition, isRestockedByDefault, planRestock } from '#features/returns/restock.staff.rules.ts'
import { receiveReturn } from '#features/returns/return-commands.staff.contract.ts'
import { conditions, type StaffReturn } from '#features/returns/returns.staff.contract.ts'
import { isRecord, isText } from '#web/data/drafts.ts'
import { defineDraft, useDraft, useDraftKeeper } from '#web/data/use-draft.ts'

export const conditionNames: Record<Condition, string> = {
  as_sold: 'As sold',
  worn: 'Worn',
  damaged: 'Damaged',
  missing: 'Missing',
}
/** Condition of a received item. `restock` is missing while the default of the condition applies. */
type Found = { condition: Condition; note: string; restock?: boolean; reason?: string }

const drafts = defineDraft<Record<string, Found>>('staff_receiving', {
  parse: (kept) => (isFoundItems(kept) ? kept : null),
  isEmpty: (found) => Object.keys(found).length === 0,
})

const isFoundItems = (kept: unknown): kept is Record<string, Found> =>
  isRecord(kept) && Object.values(kept).every(isFound)

const isFound = (one: unknown) =>
  isRecord(one) &&
  isText(one.note) &&
  conditions.some((condition) => condition === one.condition) &&
  ['boolean', 'undefined'].includes(typeof one.restock) &&
  (one.reason === undefined || isText(one.reason))

export const isRestocked = ({ condition, restock }: Found): boolean => restock ?? isRestockedByDefault(condition)

function findRestockProblem({ condition, restock, reason = '' }: Found): string | null {
  const plan = planRestock({ condition, restock, reason, isGone: false })
  return 'problem' in plan ? plan.problem : null
}

const toReceived = ({ item, condition, note, restock, reason }: Found & { item: { id: string } }) => ({
  ...{ id: item.id, condition, note: note.trim() },
  ...(restock !== undefined && { restock }),
  ...(reason?.trim() && { not_restocked_reason: reason.trim() }),
})

export type Receiving = ReturnType<typeof useReceiving>

/** Manages the condition of each item of an opened parcel. This browser stores the state until the items are received. */
export function useReceiving(thing: StaffReturn) {
  const { call } = useConsole()
  const me = useMe()
  const mayReceive = allowsScope(me.scopes, 'returns:receive')
  const open = mayReceive ? thing.items.filter(({ possible }) => possible.includes('receive')) : []
  const kept = useDraft(drafts, thing.number)
  const [changed, setChanged] = useState<Record<string, Found> | null>(null)
  const found = changed ?? kept ?? {}
  useDraftKeeper(drafts, thing.number, found)
  const [isLookedAt, setLookedAt] = useState(false)
  const [refundTo, setRefundTo] = useState<RefundWay>(thing.as_credit.is_chosen ? 'credit' : 'payment')
  const command = useCommand()
  const looked = open.flatMap((item) => {
    const how = found[item.id]
    return how ? [{ item, ...how }] : []
  })
  const sum = (items: typeof looked) => ({
    amount: items.reduce((all, { item }) => all + item.refund.amount, 0),
    currency: thing.asked.currency,
  })
  const restockProblem = looked.map(findRestockProblem).find((problem) => problem !== null) ?? null
  const isGood = ({ condition }: Found) => condition === 'as_sold' && !isLookedAt
  return {
    ...command,
    open,
    found,
    looked,
    isLookedAt,
    setLookedAt,
    refundTo,
    setRefundTo,
    /** Amounts that are refunded at once, and amounts that wait for a decision. */
    refundedNow: sum(looked.filter(isGood)),
    waits: sum(looked.filter((one) => !isGood(one))),
    restocked: looked.filter(isRestocked).length,
    restockProblem,
    canReceive: looked.length > 0 && restockProblem === null,
    set: (id: string, change: Partial<Found>) =>
      setChanged({ ...found, [id]: { ...(found[id] ?? { condition: 'as_sold', note: '' }), ...change } }),
    /** Another condition brings its own default for the stock. */
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
      if (looked.length === 0 || restockProblem !== null) return false
      const input = { no: thing.number, items: looked.map(toReceived), begin: !isLookedAt, to: refundTo }
      const isDone = await command.run('receive', () => call(receiveReturn, input))
      if (isDone) setChanged({})
      return isDone
    },
  }
}
