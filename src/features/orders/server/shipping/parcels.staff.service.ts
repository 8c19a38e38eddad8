import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { StaffOutput, StaffParsed } from '#contract/calls/staff-call.ts'
import { toStatusName } from '#features/orders/orders.staff.rules.ts'
import type { reportParcel } from '#features/orders/parcels.staff.contract.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { CommandContext } from '#server/shop.ts'
import { orders } from '../orders.tables.ts'
import { packages } from './packages.tables.ts'
import { recordPackageEvents } from './parcels.service.ts'

type Report = StaffParsed<typeof reportParcel>

/**
 * Records a report of a carrier. A carrier may use one number for two orders to the same address, so the report applies
 * to both orders.
 */
export async function applyCarrierReport(
  shop: CommandContext,
  { tracking_number: number, carrier, events }: Report,
): Promise<StaffOutput<typeof reportParcel>> {
  const now = shop.clock.now()
  const reports = events.map(({ at, ...event }) => ({ ...event, at: new Date(at) }))
  if (reports.some(({ at }) => at > now)) throw refuseFields({ events: ['An event has a time in the future'] })
  const parcels = await shop.db
    .select({ id: packages.id, orderId: packages.orderId })
    .from(packages)
    .where(
      and(
        inArray(packages.trackingNo, [...new Set([number, number.toUpperCase()])]),
        isNotNull(packages.shippedAt),
        carrier ? eq(packages.carrier, carrier) : undefined,
      ),
    )
    .orderBy(packages.orderId)
  if (parcels.length === 0)
    throw refuse('not_found', { message: `There is no parcel with the tracking number ${number}.` })
  let recorded = 0
  for (const { id } of parcels) recorded += await recordPackageEvents(shop, { packageId: id, events: reports })
  const ids = parcels.map(({ orderId }) => orderId)
  const reportedOrders = await shop.db
    .select({ number: orders.orderNo, statusId: orders.statusId })
    .from(orders)
    .where(inArray(orders.id, ids))
  return {
    tracking_number: number,
    recorded,
    orders: reportedOrders.map((order) => ({ number: order.number, status: toStatusName(order.statusId) })),
  }
}
