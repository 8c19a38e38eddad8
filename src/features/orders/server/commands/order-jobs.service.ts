import type { StaffParsed } from '#contract/calls/staff-call.ts'
import type { changeOrders, shipOrders, tagOrders } from '#features/orders/order-jobs.staff.contract.ts'
import { normalizeOrderNo } from '#features/orders/orders.rules.ts'
import type { StaffJob } from '#features/staff/jobs.staff.contract.ts'
import { queueJob } from '#features/staff/server/work/staff-jobs.service.ts'
import { refuseFields } from '#server/http/refuse.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import type { Shop } from '#server/shop.ts'

/** Queues a job that makes the same staff call for each order. Each call writes a separate audit row. */
export async function queueBulk(
  shop: Shop,
  { command, numbers, reason }: StaffParsed<typeof changeOrders>,
  actor: StaffActor,
): Promise<StaffJob> {
  if (command === 'hold' && !reason) throw refuseFields({ reason: ['Enter a reason for the hold'] })
  const needsReason = command === 'hold' || command === 'cancel'
  return queueJob(shop, {
    call: `POST /orders/:no/${command}`,
    input: needsReason && reason ? { reason } : {},
    numbers: numbers.map(normalizeOrderNo),
    actor,
  })
}

/**
 * Queues a job that ships many orders. An order that is listed twice is shipped once, with the data of the last entry.
 */
export async function queueShipping(
  shop: Shop,
  { orders }: StaffParsed<typeof shipOrders>,
  actor: StaffActor,
): Promise<StaffJob> {
  const inputs = Object.fromEntries(orders.map(({ number, parcels }) => [normalizeOrderNo(number), { parcels }]))
  return queueJob(shop, { call: 'POST /orders/:no/ship', input: {}, inputs, numbers: Object.keys(inputs), actor })
}

export async function queueTagging(
  shop: Shop,
  { numbers, add, remove }: StaffParsed<typeof tagOrders>,
  actor: StaffActor,
): Promise<StaffJob> {
  const input = { ...(add && { add }), ...(remove && { remove }) }
  return queueJob(shop, { call: 'POST /orders/:no/tags', input, numbers: numbers.map(normalizeOrderNo), actor })
}
