import type { EventProps } from '#contract/events.ts'
import { acknowledgePurchase } from '#features/orders/server/order-commands.service.ts'
import type { Visitor } from '#server/http.ts'
import type { Shop } from '#server/shop.ts'
import { analyticsEvents } from './analytics.tables.ts'

/** Takes note of what a page reports. A reported purchase need not be reported again. */
export async function reportEvent(
  shop: Shop,
  { customerId }: Visitor,
  { name, props }: { name: string; props: EventProps },
): Promise<void> {
  await shop.db.insert(analyticsEvents).values({ name, props, customerId, at: shop.clock.now() })
  if (name === 'purchase' && customerId && typeof props.order_id === 'string') {
    await acknowledgePurchase(shop, customerId, props.order_id)
  }
}
