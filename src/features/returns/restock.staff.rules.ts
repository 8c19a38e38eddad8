import type { conditions } from './returns.staff.contract.ts'

/** Condition of an item when its parcel was opened. */
export type Condition = (typeof conditions)[number]

/**
 * Returns whether an item in this condition goes back into stock by default. Only items that can be sold as new go
 * back.
 */
export function isRestockedByDefault(condition: Condition): boolean {
  return condition === 'as_sold'
}

/** Default reason for an item that does not go back into stock. */
const conditionReasons: Record<Condition, string> = {
  as_sold: '',
  worn: 'Worn',
  damaged: 'Damaged',
  missing: 'Missing',
}
export const goneReason = 'No longer in the catalog'

export type RestockAnswer = { condition: Condition; restock?: boolean | undefined; reason: string; isGone: boolean }
export type RestockPlan =
  | { isRestocked: true }
  | { isRestocked: false; reason: string }
  | { problem: string; field: 'restock' | 'not_restocked_reason' }

/** Decides whether a received item goes back into stock. `isGone` is true when its SKU was removed from the catalog. */
export function planRestock({ condition, restock, reason, isGone }: RestockAnswer): RestockPlan {
  if (restock && condition === 'missing')
    return { problem: 'A missing item cannot go back into stock', field: 'restock' }
  if (restock && isGone) return { problem: 'This item is no longer in the catalog', field: 'restock' }
  if (restock ?? (isRestockedByDefault(condition) && !isGone)) return { isRestocked: true }
  const known = reason.trim() || conditionReasons[condition] || (isGone ? goneReason : '')
  if (known === '')
    return { problem: 'Enter a reason why this item does not go back into stock', field: 'not_restocked_reason' }
  return { isRestocked: false, reason: known }
}
