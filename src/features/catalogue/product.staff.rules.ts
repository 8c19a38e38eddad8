import { keysOf } from '#contract/values.ts'
import { availability, saleType } from './catalogue.rules.ts'

export const productLimits = {
  skus: 500,
  options: 3,
  pictures: 30,
  categories: 20,
  name: 200,
  description: 20_000,
  // 7: long enough to show a draft to colleagues, short enough that a leaked link soon expires.
  previewDays: 7,
} as const

/** The format of a handle, such as `ebb-wrap-midi-dress`, which is part of the product's address. */
export const handlePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
/** The format of a category code, such as `women_shoes`, which rules and addresses use. */
export const categoryCodePattern = /^[a-z0-9]+(?:[_-][a-z0-9]+)*$/

/** The product states by their names in the staff API. */
export const productStates = {
  live: availability.forSale,
  hidden: availability.takenDown,
  ended: availability.expired,
} as const
export type ProductState = keyof typeof productStates
export const productStateNames = keysOf(productStates)

/** The sale kinds by their names in the staff API. */
export const saleKinds = {
  regular: saleType.regular,
  final_sale: saleType.finalSale,
  exchange: saleType.exchange,
  other_exchange: saleType.otherExchange,
  limited_time: saleType.limitedTime,
} as const
export type SaleKind = keyof typeof saleKinds
export const saleKindNames = keysOf(saleKinds)

export function toProductState(status: number): ProductState {
  return productStateNames.find((name) => productStates[name] === status) ?? 'ended'
}

export function toSaleKind(type: number): SaleKind {
  return saleKindNames.find((name) => saleKinds[name] === type) ?? 'regular'
}

type GridSku = { sku: string; options: readonly { name: string; value: string }[] }

/**
 * Returns the first problem of a SKU grid, or null. Problems are duplicate codes, duplicate combinations, and SKUs with
 * different options.
 */
export function findGridProblem(skus: readonly GridSku[]): { field: string; detail: string } | null {
  const codes = new Set<string>()
  const combinations = new Set<string>()
  const namesOf = (sku: GridSku) => sku.options.map(({ name }) => name).join('\n')
  for (const [at, sku] of skus.entries()) {
    if (codes.has(sku.sku)) return { field: `skus.${at}.sku`, detail: `The SKU ${sku.sku} is listed twice.` }
    codes.add(sku.sku)
    const names = sku.options.map(({ name }) => name)
    if (new Set(names).size < names.length) return { field: `skus.${at}.options`, detail: 'An option is listed twice.' }
    if (skus[0] && namesOf(sku) !== namesOf(skus[0])) {
      return {
        field: `skus.${at}.options`,
        detail: 'All SKUs of a product must have the same options in the same order.',
      }
    }
    const combination = JSON.stringify(sku.options.map(({ value }) => value))
    if (combinations.has(combination)) {
      return { field: `skus.${at}.options`, detail: 'Another SKU has the same option values.' }
    }
    combinations.add(combination)
  }
  return null
}

/**
 * Adds new search words to the known search words, without duplicates. Search words supplement the name and
 * description.
 */
export function joinSearchWords(known: string, more: readonly string[]): string {
  const has = new Set(known.toLowerCase().split(/\s+/))
  const fresh = [...new Set(more)].filter(
    (one) =>
      !one
        .toLowerCase()
        .split(/\s+/)
        .every((word) => has.has(word)),
  )
  return [known.trim(), ...fresh]
    .filter((one) => one !== '')
    .join(' ')
    .slice(0, 2000)
}
