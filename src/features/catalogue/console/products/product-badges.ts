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
  exchange: 'Exchange only',
  other_exchange: 'Exchange only',
  limited_time: 'Limited time',
}

export const saleNames: Record<SaleKind, string> = {
  regular: 'Regular',
  final_sale: 'Final sale',
  exchange: 'Exchange only',
  other_exchange: 'Exchange for another item only',
  limited_time: 'Limited-time discount',
}
