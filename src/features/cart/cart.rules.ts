import type { Refusal } from '#contract/calls/envelopes.ts'
import { msg, type Translate } from '#contract/text/translate.ts'
import { availability, findAvailability } from '#features/catalogue/catalogue.rules.ts'

/** Limits of one cart and one order. */
export type CartBounds = { cartPerSku: number; cartSkus: number; cartPieces: number }

/**
 * Reasons why a free item cannot be ordered: the email address is unverified, the shopper already had a free item, or
 * the order has no paid item.
 */
const freeProblems = ['free_unproved', 'free_once', 'free_alone'] as const

/**
 * Reasons why a line cannot be ordered. The item was removed, is sold out or has no price in the visitor's currency.
 * The quantity exceeds the stock, the limit of an item or the limit of an order. A free item is not available to the
 * visitor.
 */
export const lineProblems = [
  'expired',
  'sold_out',
  'no_price',
  'only_left',
  'too_many',
  'cart_full',
  ...freeProblems,
] as const
export type LineProblem = (typeof lineProblems)[number]

type WantedLine = { status: number; inventory: number; quantity: number; isFree: boolean; hasPrice: boolean }
/**
 * Facts about the buyer of a free item: whether the email address is verified, and whether the buyer already had a free
 * item.
 */
export type FreeItemBuyer = { isVerified: boolean; hadFreeItem: boolean }

export function findFreeProblem(
  buyer: FreeItemBuyer & { hasPaidLine: boolean },
): Extract<LineProblem, `free_${string}`> | null {
  if (!buyer.isVerified) return 'free_unproved'
  if (buyer.hadFreeItem) return 'free_once'
  return buyer.hasPaidLine ? null : 'free_alone'
}

/**
 * Returns the problem of each line, or null. The lines are sorted newest first, and lines above the limit of an order
 * stay in the cart.
 */
export function findLineProblems(
  lines: readonly WantedLine[],
  bounds: CartBounds,
  buyer: FreeItemBuyer = { isVerified: false, hadFreeItem: false },
): (LineProblem | null)[] {
  let skus = 0
  let units = 0
  const problems = lines.map((line) => {
    const problem = findLineProblem(line, bounds.cartPerSku)
    if (problem) return problem
    if (skus + 1 > bounds.cartSkus || units + line.quantity > bounds.cartPieces) return 'cart_full'
    skus += 1
    units += line.quantity
    return null
  })
  const hasPaidLine = lines.some(({ isFree }, index) => !isFree && problems[index] === null)
  let { hadFreeItem } = buyer
  return lines.map(({ isFree, quantity }, index) => {
    const problem = problems[index] ?? null
    if (!isFree || problem) return problem
    const freeProblem = findFreeProblem({ ...buyer, hadFreeItem: hadFreeItem || quantity > 1, hasPaidLine })
    hadFreeItem ||= freeProblem === null
    return freeProblem
  })
}

function findLineProblem({ status, inventory, quantity, hasPrice }: WantedLine, perSku: number): LineProblem | null {
  const state = findAvailability({ inventory, product: { status } })
  if (state === availability.soldOut) return 'sold_out'
  if (state !== availability.forSale) return 'expired'
  if (!hasPrice) return 'no_price'
  if (quantity > inventory) return 'only_left'
  return quantity > perSku ? 'too_many' : null
}

type HeldItem = { skuId: number; quantity: number }

/**
 * Returns why a cart cannot contain a quantity of a SKU, with the largest possible quantity. Returns null if the
 * quantity is possible.
 */
export function findCartLimit(
  others: readonly HeldItem[],
  quantity: number,
  bounds: CartBounds,
  inventory: number,
): { code: 'too_many_of_one' | 'too_many_skus' | 'too_many_pieces'; max: number } | null {
  // If the stock is below the limit of an item, the message reports the stock instead of the limit.
  if (quantity > bounds.cartPerSku && inventory > bounds.cartPerSku)
    return { code: 'too_many_of_one', max: bounds.cartPerSku }
  if (others.length >= bounds.cartSkus) return { code: 'too_many_skus', max: bounds.cartSkus }
  if (countUnits(others) + quantity > bounds.cartPieces) return { code: 'too_many_pieces', max: bounds.cartPieces }
  return null
}

/**
 * Returns the items of a guest's cart to save in the shopper's cart, with merged quantities within the stock and the
 * limits.
 */
export function mergeItems<I extends HeldItem & { inventory: number }>(
  own: readonly HeldItem[],
  guest: readonly I[],
  bounds: CartBounds,
): I[] {
  const held = new Map(own.map(({ skuId, quantity }) => [skuId, quantity]))
  let room = bounds.cartPieces - countUnits(own)
  const merged: I[] = []
  for (const item of guest) {
    const before = held.get(item.skuId)
    if (before === undefined && held.size >= bounds.cartSkus) continue
    // A sold-out item stays in the cart with one unit, so that the cart can show its problem.
    const max = Math.min(Math.max(item.inventory, 1), bounds.cartPerSku)
    const more = Math.min(item.quantity, max - (before ?? 0), room)
    if (more < 1) continue
    room -= more
    held.set(item.skuId, (before ?? 0) + more)
    merged.push({ ...item, quantity: (before ?? 0) + more })
  }
  return merged
}

/** Returns the lines that can be ordered now. The other lines stay in the cart and show their problem. */
export function pickBuyable<L extends { problem: LineProblem | null }>(lines: readonly L[]): L[] {
  return lines.filter(({ problem }) => problem === null)
}

const countedRefusals: Partial<Record<Refusal['code'], string>> = {
  only_left: msg('Only {amount} left'),
  too_many_of_one: msg('You can order up to {amount} of the same item'),
  too_many_skus: msg('A cart can contain up to {amount} different items. Please order or remove some first.'),
  too_many_pieces: msg('A cart can contain up to {amount} pieces. Please order or remove some first.'),
}

/** Translates the reason why the cart was not changed. The number is taken from the server's message. */
export function explainCartRefusal({ code, message }: Refusal, t: Translate): string {
  const words = countedRefusals[code]
  const amount = /\d+/.exec(message)?.[0]
  return words && amount ? t(words, { amount: Number(amount) }) : t(message)
}

export function countUnits(lines: readonly { quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}
