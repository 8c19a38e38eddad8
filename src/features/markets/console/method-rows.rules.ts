import type { ShippingPriceKind } from '../shipping.rules.ts'
import type { ShippingMethod } from '../shipping-methods.staff.contract.ts'

export type BandRow = { up_to: number | null; price: number | null }

/** A shipping method in the editor of a market. A new method has no id. All amounts are in `currency`. */
export type MethodRow = {
  key: string
  id: number | null
  name: string
  carrier: string
  price_by: ShippingPriceKind
  currency: string
  price: number | null
  bands: BandRow[]
  /** Whether shipping is free from a subtotal. The amount stays in the form while the switch is off. */
  has_free_from: boolean
  free_from: number | null
  min_days: number | null
  max_days: number | null
  is_active: boolean
}

export function toMethodRow(method: ShippingMethod): MethodRow {
  const { id, name, carrier, price_by, price, bands, free_from, min_days, max_days, is_active } = method
  return {
    ...{ key: String(id), id, name, carrier, price_by, currency: price.currency, min_days, max_days, is_active },
    price: price.amount,
    bands: bands.map((band) => ({ up_to: band.up_to, price: band.price.amount })),
    has_free_from: free_from !== null,
    free_from: free_from?.amount ?? null,
  }
}

/** Returns a new method with a key that no other row has. */
export function makeMethodRow(rows: readonly MethodRow[], currency: string): MethodRow {
  let number = rows.length + 1
  while (rows.some(({ key }) => key === `new ${number}`)) number += 1
  return {
    ...{ key: `new ${number}`, id: null, name: '', carrier: '', price_by: 'fixed', currency, price: null, bands: [] },
    ...{ has_free_from: false, free_from: null, min_days: null, max_days: null, is_active: true },
  }
}

/** Returns the beginning of a band: the end of the band above, or 0. */
export const findBandStart = (bands: readonly BandRow[], at: number): number | null =>
  at === 0 ? 0 : (bands[at - 1]?.up_to ?? null)

/** Returns the method with another way of pricing. The first band takes over the price. */
export function changePriceKind(row: MethodRow, kind: ShippingPriceKind): MethodRow {
  if (row.price_by === kind) return row
  // Grams and amounts of money cannot be converted, so the ends of bands are entered again.
  const bands = row.bands.length > 0 ? row.bands : [{ up_to: null, price: row.price }]
  return {
    ...{ ...row, price_by: kind },
    ...(kind !== 'fixed' && { bands: bands.map(({ price }) => ({ up_to: null, price })) }),
  }
}

/** Returns the lowest and the highest price of a method, or null without any price. */
export function findPriceRange({ price_by, price, bands }: MethodRow): [number, number] | null {
  const amounts = (price_by === 'fixed' ? [price] : bands.map((band) => band.price)).flatMap((one) => one ?? [])
  return amounts.length === 0 ? null : [Math.min(...amounts), Math.max(...amounts)]
}

/** Converts a row for the request. Empty fields are sent as null, and the server's refusal names the field. */
export function toSentRow(row: MethodRow, marketId: string, sort: number) {
  const { name, carrier, price_by, currency, min_days, max_days, is_active } = row
  const money = (amount: number | null) => (amount === null ? null : { amount, currency })
  const range = findPriceRange(row)
  return {
    ...{ name, carrier, price_by, min_days, max_days, is_active, sort, market_id: marketId },
    price: money(range?.[0] ?? null),
    bands: price_by === 'fixed' ? [] : row.bands.map(({ up_to, price }) => ({ up_to, price: money(price) })),
    free_from: row.has_free_from ? money(row.free_from) : null,
  }
}

/** Returns a row in the form in which the shop returns it after saving. */
export function settleRow(row: MethodRow): MethodRow {
  return {
    ...row,
    name: row.name.trim(),
    carrier: row.carrier.trim(),
    price: findPriceRange(row)?.[0] ?? null,
    bands: row.price_by === 'fixed' ? [] : row.bands,
    free_from: row.has_free_from ? row.free_from : null,
  }
}

/** Returns the code of a new method: its market and its name in small letters with hyphens. */
export function toMethodCode(marketId: string, name: string): string {
  const plain = `${marketId}-${name}`.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '')
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const bandNames = { fixed: 'price', weight: 'weight band', total: 'order total band' } as const

/** Names the changes of the methods for the save bar. */
export function listMethodChanges(rows: readonly MethodRow[], before: readonly MethodRow[]): string[] {
  const found: string[] = []
  for (const row of rows) {
    const was = before.find(({ key }) => key === row.key)
    if (!was) {
      found.push('new method')
      continue
    }
    const has = (name: keyof MethodRow) => !isSame(row[name], was[name])
    if (has('name') || has('carrier')) found.push('method name')
    if (has('price_by')) found.push('price by')
    if (row.price_by === 'fixed' && has('price')) found.push('price')
    if (row.price_by !== 'fixed' && has('bands')) found.push(bandNames[row.price_by])
    if (has('has_free_from') || has('free_from')) found.push('free from')
    if (has('min_days') || has('max_days')) found.push('delivery')
    if (has('is_active')) found.push('method on or off')
  }
  const left = before.filter(({ key }) => rows.some((row) => row.key === key))
  if (left.length < before.length) found.push('removed method')
  const order = rows.filter(({ key }) => before.some((was) => was.key === key))
  if (
    !isSame(
      order.map(({ key }) => key),
      left.map(({ key }) => key),
    )
  )
    found.push('order of methods')
  return [...new Set(found)]
}

/** Moves an item of a list to the place of another one. */
export function moveTo<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = [...list]
  const [moved] = rest.splice(from, 1)
  if (moved === undefined || to < 0 || to > rest.length) return [...list]
  rest.splice(to, 0, moved)
  return rest
}
