import { returnsLink } from '#console/console-links.ts'
import type { ReturnStatusWord } from '../returns.staff.rules.ts'

export type ReturnsSearch = {
  view?: string
  status?: string
  reason?: string
  sku?: string
  assignee?: string
  q?: string
  at?: string
  peek?: string
}

const waiting: ReturnStatusWord = 'processing'

/** The list opens on what waits for an answer; who looks for something looks through everything. */
export function isToJudge({ view, status, q }: ReturnsSearch): boolean {
  return view === undefined && (status === waiting || (status === undefined && q === undefined))
}

/** What the call is asked for an address. Where the answer is due, the most urgent comes first. */
export function toInput(search: ReturnsSearch & { after?: string }): Record<string, string | undefined> {
  const { reason, sku, assignee, q, status, after } = search
  return { reason, sku, assignee, q, after, ...(isToJudge(search) ? { due: 'any' } : { status }) }
}

type View = { name: string; href: string; statuses: ReturnStatusWord[] }

export const returnViews: View[] = [
  { name: 'To judge', href: returnsLink, statuses: [waiting] },
  { name: 'On the way', href: `${returnsLink}?status=returning`, statuses: ['returning'] },
  { name: 'Received', href: `${returnsLink}?status=return_successful`, statuses: ['return_successful'] },
  { name: 'Refunding', href: `${returnsLink}?status=refunding`, statuses: ['refunding'] },
  { name: 'Refund failed', href: `${returnsLink}?status=refund_failed`, statuses: ['refund_failed'] },
  { name: 'All', href: `${returnsLink}?view=all`, statuses: [] },
]

/** Whichever of the views an address is, filters aside; null for one's own choice of statuses, or a search. */
export function findView(search: ReturnsSearch): string | null {
  if (isToJudge(search)) return returnsLink
  if (search.view === 'all' && !search.status) return `${returnsLink}?view=all`
  if (!search.status) return null
  return returnViews.find(({ statuses }) => statuses[0] === search.status)?.href ?? null
}

/** What a list is called, on the page of one of its returns. */
export function nameList(search: ReturnsSearch): string {
  const { view, status, q, ...narrower } = search
  const isNarrower = Object.values(narrower).some(Boolean)
  const found = isNarrower ? undefined : returnViews.find(({ href }) => href === findView(search))
  return found?.name ?? (q ? `“${q}”` : 'Filtered')
}
