import { returnsLink } from '#console/console-links.ts'
import { toQuery } from '#contract/call.ts'
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
  { name: 'Mine', href: `${returnsLink}?assignee=me`, statuses: [] },
  { name: 'All', href: `${returnsLink}?view=all`, statuses: [] },
]

/** What a list is called, on the page of one of its returns. */
export function nameList(search: ReturnsSearch): string {
  const { at: _, peek: __, ...which } = search
  const href = returnsLink + toQuery(which.status === waiting ? { ...which, status: undefined } : which)
  const found = returnViews.find((view) => view.href === href)
  return found?.name ?? (search.q ? `“${search.q}”` : 'Filtered')
}
