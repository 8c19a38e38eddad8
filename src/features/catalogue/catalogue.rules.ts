import { msg } from '#contract/text/translate.ts'
/** 1 for sale; the overlays 'Expired' and 'Sold out' stand for the others. */
export const availability = { takenDown: 0, forSale: 1, expired: 4, soldOut: 6 } as const

/** What of it is a product's own; sold out is a matter of stock. */
export type ProductStatus = Exclude<(typeof availability)[keyof typeof availability], typeof availability.soldOut>

/** How a product is sold; two kinds of exchange look alike to a shopper. */
export const saleType = { regular: 1, finalSale: 2, exchange: 4, otherExchange: 5, limitedTime: 6 } as const

type Stocked = { inventory: number; product?: { status?: number | null } | null }

/** Whether a sku can be bought: no sku means expired, no stock sold out, else its product decides. */
export function findAvailability(sku: Stocked | null | undefined): number {
  if (!sku) return availability.expired
  if (sku.inventory <= 0) return availability.soldOut
  return sku.product?.status ?? availability.forSale
}

/** The word over the picture of what cannot be bought. */
export function findOverlay(state: number): string | null {
  if (state === availability.expired || state === availability.takenDown) return msg('Expired')
  return state === availability.soldOut ? msg('Sold out') : null
}

/** European to US sizes of one shoe category, as the table has them. */
export type ShoeSizes = Readonly<Record<string, string>>

const shoeCategories = ['women_shoes', 'men_shoes']

/** The US size of a shoe; null for whatever is no shoe, no size, or not in the table. */
export function findUsSize(value: string, categoryCode: string, sizes: ShoeSizes): string | null {
  if (!shoeCategories.includes(categoryCode) || !(Number(value) > 30)) return null
  return sizes[value.trim()] ?? null
}

/** `Clay`, or `US 7.5` for a shoe size. */
export function showOption(option: { value_name: string; us_size?: string | null }): string {
  return option.us_size ? `US ${option.us_size}` : option.value_name
}
