import type { Refusal } from '#contract/calls/envelopes.ts'
import { msg, type Translate } from '#contract/text/translate.ts'
import { availability, findAvailability } from '#features/catalogue/catalogue.rules.ts'

/** What one cart and one order take at most. */
export type CartBounds = { cartPerSku: number; cartSkus: number; cartPieces: number }

/** Why a free item is not given: to nobody in particular, a second time, or with nothing paid beside it. */
const freeProblems = ['free_unproved', 'free_once', 'free_alone'] as const

/**
 * Why a line cannot be ordered as it is: gone for good, gone for now, without a price in the visitor's currency, more wanted than
 * there is or than anybody gets of one thing, more than one order takes, or free for others only.
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
/** Who would have a free item: whether the address is proved, and whether there was one before. */
export type FreeItemBuyer = { isProved: boolean; hadOne: boolean }

export function findFreeProblem(
  taker: FreeItemBuyer & { hasPaidLine: boolean },
): Extract<LineProblem, `free_${string}`> | null {
  if (!taker.isProved) return 'free_unproved'
  if (taker.hadOne) return 'free_once'
  return taker.hasPaidLine ? null : 'free_alone'
}

/** What is the matter with each line. What one order has no room for waits in the cart; the newest come first. */
export function findLineProblems(
  lines: readonly WantedLine[],
  bounds: CartBounds,
  taker: FreeItemBuyer = { isProved: false, hadOne: false },
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
  let { hadOne } = taker
  return lines.map(({ isFree, quantity }, index) => {
    const problem = problems[index] ?? null
    if (!isFree || problem) return problem
    const itsProblem = findFreeProblem({ ...taker, hadOne: hadOne || quantity > 1, hasPaidLine })
    hadOne ||= itsProblem === null
    return itsProblem
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

/** Why a cart cannot hold so many of a sku beside what it holds of others, with the number it can; null if it can. */
export function findFullness(
  others: readonly HeldItem[],
  quantity: number,
  bounds: CartBounds,
  inventory: number,
): { code: 'too_many_of_one' | 'too_many_skus' | 'too_many_pieces'; most: number } | null {
  // Where there are fewer than anybody may have, that is the reason to tell.
  if (quantity > bounds.cartPerSku && inventory > bounds.cartPerSku)
    return { code: 'too_many_of_one', most: bounds.cartPerSku }
  if (others.length >= bounds.cartSkus) return { code: 'too_many_skus', most: bounds.cartSkus }
  if (countUnits(others) + quantity > bounds.cartPieces) return { code: 'too_many_pieces', most: bounds.cartPieces }
  return null
}

/** What of a guest's cart goes into the shopper's own: as much as there is and as one cart takes. */
export function mergeItems<I extends HeldItem & { inventory: number }>(
  own: readonly HeldItem[],
  guest: readonly I[],
  bounds: CartBounds,
): I[] {
  const held = new Map(own.map(({ skuId, quantity }) => [skuId, quantity]))
  let room = bounds.cartPieces - countUnits(own)
  const poured: I[] = []
  for (const item of guest) {
    const before = held.get(item.skuId)
    if (before === undefined && held.size >= bounds.cartSkus) continue
    // What is sold out stays visible with one unit: the cart says that it is gone.
    const most = Math.min(Math.max(item.inventory, 1), bounds.cartPerSku)
    const more = Math.min(item.quantity, most - (before ?? 0), room)
    if (more < 1) continue
    room -= more
    held.set(item.skuId, (before ?? 0) + more)
    poured.push({ ...item, quantity: (before ?? 0) + more })
  }
  return poured
}

/** What of a cart can be ordered now. The rest stays in the cart and says why. */
export function pickBuyable<L extends { problem: LineProblem | null }>(lines: readonly L[]): L[] {
  return lines.filter(({ problem }) => problem === null)
}

const countedRefusals: Partial<Record<Refusal['code'], string>> = {
  only_left: msg('Only {amount} left'),
  too_many_of_one: msg('You can order up to {amount} of one item'),
  too_many_skus: msg('A cart holds up to {amount} different items. Please order or remove some first.'),
  too_many_pieces: msg('A cart holds up to {amount} pieces. Please order or remove some first.'),
}

/** Why the cart was not changed, in the visitor's words. How many are left or allowed is the shop's number. */
export function explainCartRefusal({ code, message }: Refusal, t: Translate): string {
  const words = countedRefusals[code]
  const amount = /\d+/.exec(message)?.[0]
  return words && amount ? t(words, { amount: Number(amount) }) : t(message)
}

export function countUnits(lines: readonly { quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}
