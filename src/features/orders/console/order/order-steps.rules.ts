import type { Step } from '#console/ui/layout/steps.tsx'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'

type Order = Pick<
  StaffOrder,
  'status' | 'events' | 'parcels' | 'placed_at' | 'paid_at' | 'shipped_at' | 'received_at' | 'completed_at'
>

/** Lists the usual steps of an order. A held or canceled order stops at the last step that it reached. */
export function listSteps(order: Order): Step[] {
  const prepared = order.events.findLast(({ command }) => command === 'prepareOrder')
  const steps = [
    { name: 'Placed', at: order.placed_at },
    { name: 'Paid', at: order.paid_at },
    { name: 'Preparing', at: prepared?.at ?? null },
    { name: 'Packed', at: order.parcels[0]?.packed_at ?? null },
    { name: 'Shipped', at: order.shipped_at },
    { name: 'Received', at: order.received_at },
    { name: 'Complete', at: order.completed_at },
  ]
  const now = stepOf[order.status] ?? steps.findLastIndex((step) => step.at !== null)
  return steps.map((step, index) => ({
    ...step,
    at: index <= now ? step.at : null,
    state: index < now ? 'done' : index === now ? 'now' : 'ahead',
  }))
}

const stepOf: Partial<Record<StaffOrder['status'], number>> = {
  unpaid: 0,
  paid: 1,
  on_hold: 1,
  preparing: 2,
  packed: 3,
  shipped: 4,
  received: 5,
  complete: 6,
}
