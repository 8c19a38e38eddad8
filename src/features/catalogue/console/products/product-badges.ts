import type { StatusBadge } from '#console/ui/content/status.tsx'
import type { ProductState, SaleKind } from '#features/catalogue/product.staff.rules.ts'

/** The badge of each product state. */
export const stateBadges: Record<ProductState, StatusBadge> = {
  live: { name: 'On sale', tone: 'success', gauge: 1 },
  hidden: { name: 'Hidden', tone: 'warning', gauge: 0 },
  ended: { name: 'Ended', tone: 'ink', gauge: 'dash' },
}

/** The sale kinds as short tags. */
export const saleTags: Record<SaleKind, string> = {
  regular: 'Regular',
  final_sale: 'Final sale',
  exchange: 'Exchange',
  other_exchange: 'Exchange',
  limited_time: 'Limited time',
}

export const saleNames: Record<SaleKind, string> = {
  regular: 'Regular',
  final_sale: 'Final sale',
  exchange: 'Exchange label',
  other_exchange: 'Exchange label, second code',
  limited_time: 'Limited-time discount label',
}

/** The effect of each sale kind. The rules are in `sale-types.rules.ts` and `line-returns.rules.ts`. */
export const saleHints: Record<SaleKind, string> = {
  regular: 'No label. Customers can return the item within the return window.',
  final_sale: 'Shows “Final sale”. Customers cannot return the item.',
  exchange: 'Shows “Exchange”. Only a label: returns and prices stay the same.',
  other_exchange: 'Shows “Exchange”. Only a label: programs read the code 5 instead of 4.',
  limited_time: 'Shows “Limited-time discount”. Only a label: the price does not change or end by itself.',
}

/** The offers of a product. An empty name stands for no offer. */
export type OfferName = '' | 'pre_sale' | 'zero_buy'

export const offerNames: Record<OfferName, string> = {
  '': 'None',
  pre_sale: 'Presale label',
  zero_buy: 'Free item',
}

export const offerHints: Record<OfferName, string> = {
  '': 'Sold at its price.',
  pre_sale: 'Shows “Presale”, and search engines see a preorder. Payment and shipping times stay the same.',
  zero_buy:
    'Costs nothing, next to at least one paid item. One for each customer with a confirmed email. Cannot be returned.',
}

/** Converts form values into the request, where no offer is null. */
export function toSentProduct<V extends { offer?: OfferName }>({ offer, ...rest }: V) {
  return { ...rest, ...(offer !== undefined && { offer: offer || null }) }
}
