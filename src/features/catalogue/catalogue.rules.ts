import { msg } from '#contract/text/translate.ts'
/**
 * The availability of a SKU. Only SKUs with the value 1 are for sale. The other values have the overlay 'Expired' or
 * 'Sold out'.
 */
export const availability = { takenDown: 0, forSale: 1, expired: 4, soldOut: 6 } as const

/** The availability values stored with a product. Sold out depends on stock. */
export type ProductStatus = Exclude<(typeof availability)[keyof typeof availability], typeof availability.soldOut>

/** The sale types. The two types of exchange look the same to shoppers. */
export const saleType = { regular: 1, finalSale: 2, exchange: 4, otherExchange: 5, limitedTime: 6 } as const

type Stocked = { inventory: number; product?: { status?: number | null } | null }

/**
 * Returns the availability of a SKU. A missing SKU is expired, and a SKU without stock is sold out. Any other SKU has
 * the status of its product.
 */
export function findAvailability(sku: Stocked | null | undefined): number {
  if (!sku) return availability.expired
  if (sku.inventory <= 0) return availability.soldOut
  return sku.product?.status ?? availability.forSale
}

/** Returns the overlay text of an unavailable product, or null. */
export function findOverlay(state: number): string | null {
  if (state === availability.expired || state === availability.takenDown) return msg('Expired')
  return state === availability.soldOut ? msg('Sold out') : null
}

/** The conversion from European to US sizes of one shoe category. */
export type ShoeSizes = Readonly<Record<string, string>>

const shoeCategories = ['women_shoes', 'men_shoes']

/** Returns the US size of a shoe. Returns null for other goods, other values, and sizes not in the table. */
export function findUsSize(value: string, categoryCode: string, sizes: ShoeSizes): string | null {
  if (!shoeCategories.includes(categoryCode) || !(Number(value) > 30)) return null
  return sizes[value.trim()] ?? null
}

/** Formats an option value, such as `Clay`, or `US 7.5` for a shoe size. */
export function formatOption(option: { value_name: string; us_size?: string | null }): string {
  return option.us_size ? `US ${option.us_size}` : option.value_name
}
