import type { StatusBadge } from '#console/ui/content/status.tsx'
import type { OrderStatusName } from '#features/orders/orders.staff.rules.ts'

/**
 * Badges by order status. Shoppers see a single status for paid, preparing, packed and held orders. Staff see four
 * separate statuses.
 */
export const orderBadges: Record<OrderStatusName, StatusBadge> = {
  unpaid: { name: 'Unpaid', tone: 'accent', gauge: 0 },
  paid: { name: 'Paid', tone: 'info', gauge: 0.25 },
  preparing: { name: 'Preparing', tone: 'info', gauge: 0.5 },
  packed: { name: 'Packed', tone: 'info', gauge: 0.75 },
  on_hold: { name: 'On hold', tone: 'warning', gauge: 'pause' },
  shipped: { name: 'Shipped', tone: 'success', gauge: 1 },
  received: { name: 'Received', tone: 'ink', gauge: 'tick' },
  complete: { name: 'Complete', tone: 'ink', gauge: 'tick' },
  cancelled: { name: 'Cancelled', tone: 'ink', gauge: 'dash' },
  closed: { name: 'Closed', tone: 'ink', gauge: 'dash' },
}
