import type { StatusLook } from '#console/ui/status.tsx'
import type { ProductState, SaleKind } from '#features/catalogue/product.staff.rules.ts'

/** What a product's state is called, and how far its ring is filled. */
export const stateLooks: Record<ProductState, StatusLook> = {
  live: { name: 'On sale', tone: 'success', gauge: 1 },
  hidden: { name: 'Hidden', tone: 'warning', gauge: 0 },
  ended: { name: 'Ended', tone: 'ink', gauge: 'dash' },
}

/** As a tag says it, where there is little room. */
export const saleTags: Record<SaleKind, string> = {
  regular: 'Regular',
  final_sale: 'Final sale',
  exchange: 'Exchange only',
  other_exchange: 'Exchange only',
  limited_time: 'Limited time',
}

export const saleNames: Record<SaleKind, string> = {
  regular: 'Regular',
  final_sale: 'Final sale',
  exchange: 'Exchange only',
  other_exchange: 'Exchange for another',
  limited_time: 'Limited-time discount',
}
