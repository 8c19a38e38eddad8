import type { StatusBadge } from '#console/ui/content/status.tsx'
import type { ReturnStatusWord } from '#features/returns/returns.staff.rules.ts'

/** Badges by return status, with the names that shoppers see. The ring of the badge fills with the progress. */
export const returnBadges: Record<ReturnStatusWord, StatusBadge> = {
  processing: { name: 'Processing', tone: 'info', gauge: 0 },
  approved: { name: 'Returning', tone: 'info', gauge: 0.25 },
  received: { name: 'Return Successful', tone: 'info', gauge: 0.5 },
  refunding: { name: 'Refunding', tone: 'info', gauge: 0.75 },
  refunded: { name: 'Refund Successful', tone: 'success', gauge: 'tick' },
  rejected: { name: 'Return Failed', tone: 'danger', gauge: 'cross' },
  refund_failed: { name: 'Refund Failed', tone: 'danger', gauge: 'cross' },
  cancelled: { name: 'Cancel', tone: 'ink', gauge: 'dash' },
  closed: { name: 'Closed', tone: 'ink', gauge: 'dash' },
}

const much = 20
const tooMuch = 30

/** Returns the share of items that a customer returned, and a tone if the share is high. */
export function readReturnRate(bought: number, returned: number): { text: string; tone: 'warning' | 'danger' | null } {
  if (bought === 0) return { text: '–', tone: null }
  const percent = Math.round((returned / bought) * 100)
  return { text: `${percent}\u2009%`, tone: percent >= tooMuch ? 'danger' : percent >= much ? 'warning' : null }
}

export const countItems = (count: number): string => `${count} ${count === 1 ? 'item' : 'items'}`
