import { returnsLink } from '#console/shell/console-links.ts'
import { toQuery } from '#contract/calls/call.ts'
import type { ReturnStatusWord } from '#features/returns/returns.staff.rules.ts'

export type ReturnsSearch = {
  view?: string
  status?: string
  reason?: string
  sku?: string
  assignee?: string
  rate_from?: string
  q?: string
  at?: string
  peek?: string
  columns?: string
}

const waiting: ReturnStatusWord = 'processing'

/**
 * Returns whether the list shows the returns that wait for a decision, which is the default. A search looks through all
 * returns.
 */
export function isToJudge({ view, status, q }: ReturnsSearch): boolean {
  return view === undefined && (status === waiting || (status === undefined && q === undefined))
}

/**
 * Returns the input of the list call for the search of a page address. Returns that wait for a decision are sorted by
 * urgency.
 */
export function toInput(search: ReturnsSearch & { after?: string }): Record<string, string | undefined> {
  const { reason, sku, assignee, rate_from, q, status, after } = search
  return { reason, sku, assignee, rate_from, q, after, ...(isToJudge(search) ? { due: 'any' } : { status }) }
}

type View = { name: string; href: string; statuses: ReturnStatusWord[] }

/** Statuses of unfinished returns, which wait for staff or for the shopper. */
const open: ReturnStatusWord[] = ['processing', 'approved', 'received', 'refund_failed']
const ofStatus = (...statuses: ReturnStatusWord[]) => ({
  href: returnsLink + toQuery({ status: statuses.join() }),
  statuses,
})

export const returnViews: View[] = [
  { name: 'All', href: `${returnsLink}?view=all`, statuses: [] },
  { name: 'Open', ...ofStatus(...open) },
  { name: 'To judge', href: returnsLink, statuses: [waiting] },
  { name: 'On the way', ...ofStatus('approved') },
  { name: 'Received', ...ofStatus('received') },
  { name: 'Refund failed', ...ofStatus('refund_failed') },
  { name: 'Mine', href: returnsLink + toQuery({ status: open.join(), assignee: 'me' }), statuses: [] },
]

type Counted = { counts: Record<ReturnStatusWord, number>; all: number; mine: number }

export function countView({ name, statuses }: View, { counts, all, mine }: Counted): number {
  if (statuses.length === 0) return name === 'Mine' ? mine : all
  return statuses.reduce((sum, status) => sum + counts[status], 0)
}

/** Lists the views with their counts. A view is marked late if a decision is overdue or a refund failed. */
export const listBuiltIn = (counted: Counted & { late: number }) =>
  returnViews.map((view) => ({
    name: view.name,
    href: view.href,
    count: countView(view, counted),
    isLate:
      (view.href === returnsLink && counted.late > 0) ||
      (view.name === 'Refund failed' && counted.counts.refund_failed > 0),
  }))

/**
 * Returns the return with a tracking number. Returns that are on their way take precedence. Returns null if no return
 * or several returns remain.
 */
export function findParcel<R extends { status: ReturnStatusWord }>(found: readonly R[]): R | null {
  const onTheWay = found.filter(({ status }) => status === 'approved')
  const [one, ...others] = onTheWay.length > 0 ? onTheWay : found
  return one && others.length === 0 ? one : null
}

/** Returns the name of a list, which is shown on the pages of its returns. */
export function formatListName(search: ReturnsSearch): string {
  const { at: _, peek: __, columns: ___, ...which } = search
  const href = returnsLink + toQuery(which.status === waiting ? { ...which, status: undefined } : which)
  const found = returnViews.find((view) => view.href === href)
  return found?.name ?? (search.q ? `“${search.q}”` : 'Filtered')
}
