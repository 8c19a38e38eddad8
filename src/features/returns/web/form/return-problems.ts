import type { OrderLine } from '#features/orders/orders.contract.ts'
import type { ReturnReason } from '#features/returns/returns.contract.ts'
import { findCommentProblem, isOtherReason, isReasonChosen, reasonMissing } from '#features/returns/returns.rules.ts'

/** Problems of the form, by line and for the description. */
export type Problems = { lines: Record<string, string | undefined>; comment: string | null }

export function findProblems(
  lines: OrderLine[],
  reasonsOf: (id: string) => number[],
  reasons: ReturnReason[],
  comment: string,
): Problems {
  const missing = lines.filter(({ id }) => !isReasonChosen(reasonsOf(id), reasons))
  const chosen = lines.flatMap(({ id }) => findReasons(reasonsOf(id), reasons))
  return {
    lines: Object.fromEntries(missing.map(({ id }) => [id, reasonMissing])),
    comment: findCommentProblem(comment, chosen),
  }
}

/** Returns whether a description is required, which is the case for the reason 'others'. */
export function needsDescription(
  lines: OrderLine[],
  reasonsOf: (id: string) => number[],
  reasons: ReturnReason[],
): boolean {
  return lines.flatMap(({ id }) => findReasons(reasonsOf(id), reasons)).some(isOtherReason)
}

function findReasons(ids: number[], reasons: ReturnReason[]): { reason: string; code: string }[] {
  const [category, child] = ids
  const found = reasons.find(({ id }) => id === category)
  const below = found?.children.find(({ id }) => id === child)
  return [found, below].flatMap((one) => one ?? [])
}

export function formatReason(ids: number[], reasons: ReturnReason[]): string[] {
  return findReasons(ids, reasons).map(({ reason }) => reason)
}

/**
 * Returns the refusals by line. The server identifies lines by their position in the request. Further units of an item
 * have no separate line on the screen, so `shownIdOf` returns the line that represents the unit.
 */
export function readLineRefusals(
  errors: Record<string, string[]> | undefined,
  lines: Pick<OrderLine, 'id'>[],
  shownIdOf: (id: string) => string,
): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [field, [message]] of Object.entries(errors ?? {})) {
    const line = lines[Number(/^order_products\.(\d+)/.exec(field)?.[1] ?? Number.NaN)]
    if (line && message) found[shownIdOf(line.id)] ??= message
  }
  return found
}
