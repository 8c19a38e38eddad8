import type { Refusal } from '#contract/envelopes.ts'
import type { Translate } from '#contract/translate.ts'
import { availability, findAvailability } from '#features/catalogue/catalogue.rules.ts'

/** The most of one sku that a cart takes. */
export const mostOfOne = 99

/** Why a line cannot be ordered as it is: gone for good, gone for now, or more wanted than there is. */
export type LineProblem = 'expired' | 'sold_out' | 'only_left'

export function findLineProblem(line: { status: number; inventory: number; quantity: number }): LineProblem | null {
  const state = findAvailability({ inventory: line.inventory, product: { status: line.status } })
  if (state === availability.soldOut) return 'sold_out'
  if (state !== availability.forSale) return 'expired'
  return line.quantity > line.inventory ? 'only_left' : null
}

/** How many a line may ask for at most; never below one, so that the number shown stays a number of pieces. */
export function findMostOf(inventory: number): number {
  return Math.max(1, Math.min(inventory, mostOfOne))
}

/** What of a cart can be ordered now. The rest stays in the cart and says why. */
export function pickBuyable<L extends { problem: LineProblem | null }>(lines: readonly L[]): L[] {
  return lines.filter(({ problem }) => problem === null)
}

/** Why the cart was not changed, in the visitor's words. How many are left is the shop's number: others buy meanwhile. */
export function explainCartRefusal({ code, message }: Refusal, t: Translate): string {
  const left = code === 'only_left' ? /\d+/.exec(message)?.[0] : undefined
  return left === undefined ? t(message) : t('Only {amount} left', { amount: Number(left) })
}

export function countPieces(lines: readonly { quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}
