import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { dayMs, toWireTime } from '#contract/times/times.ts'
import { isTrackingUrl } from '#features/orders/carriers.rules.ts'
import type { PackageTracking } from '#features/orders/orders.contract.ts'
import { autoReceiveDays, orderStatus } from '#features/orders/orders.rules.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { CommandContext, Shop } from '#server/shop.ts'
import { lockOrder, moveOrder, type OrderRow } from '../commands/move-order.service.ts'
import { deliverLocked } from '../commands/order-commands.service.ts'
import { queueShippedMail } from '../mails/order-mails.service.ts'
import { orderLines } from '../order-lines.tables.ts'
import { packageEvents, packages } from './packages.tables.ts'

/**
 * Packs an order (5 → 6, or 4 → 5 → 6 at once). Every line goes into exactly one parcel. Without a list of parcels, all
 * lines go into one parcel.
 */
export async function packOrder(
  shop: CommandContext,
  { orderId, parcels }: { orderId: string; parcels?: { lineIds: string[]; weightGrams?: number | undefined }[] },
): Promise<{ order: OrderRow; packageIds: string[] }> {
  return shop.db.transaction(async (tx) => {
    const now = shop.clock.now()
    const found = await lockOrder(tx, orderId)
    const by = shop.by
    const order =
      found.statusId === orderStatus.paid
        ? await moveOrder(tx, found, { command: 'prepareOrder', actor: 'staff', by, now })
        : found
    const lines = await tx
      .select({ id: orderLines.id })
      .from(orderLines)
      .where(and(eq(orderLines.orderId, orderId), isNull(orderLines.cancelledAt)))
      .orderBy(orderLines.position)
    const newParcels: typeof parcels = parcels ?? [{ lineIds: lines.map(({ id }) => id) }]
    const namedLineIds = newParcels.flatMap(({ lineIds }) => lineIds)
    const isWhole = namedLineIds.length === lines.length && lines.every(({ id }) => namedLineIds.includes(id))
    if (!isWhole || newParcels.some(({ lineIds }) => lineIds.length === 0)) {
      throw refuseFields({ parcels: ['Every line must be in exactly one parcel'] })
    }
    // Parcels with the same creation time are numbered by their ids. The ids are sorted, so that the first parcel of
    // the list becomes parcel 1.
    const packageIds = newParcels.map(() => newId()).sort()
    const moved = await moveOrder(tx, order, { command: 'packOrder', actor: 'staff', by, now, data: { packageIds } })
    await tx.insert(packages).values(
      packageIds.map((id, index) => {
        const weightGrams = newParcels[index]?.weightGrams ?? null
        return { id, orderId, customerId: order.customerId, packedAt: now, weightGrams }
      }),
    )
    for (const [index, { lineIds }] of newParcels.entries()) {
      await tx
        .update(orderLines)
        .set({ packageId: packageIds[index] ?? null })
        .where(and(eq(orderLines.orderId, orderId), inArray(orderLines.id, lineIds)))
    }
    return { order: moved, packageIds }
  })
}

/** Unpacks an order that was not shipped (6 → 5), and removes its parcels. */
export async function unpackOrder(shop: CommandContext, orderId: string): Promise<OrderRow> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const move = { command: 'unpackOrder', actor: 'staff', by: shop.by, now: shop.clock.now() } as const
    const moved = await moveOrder(tx, order, move)
    await tx.update(orderLines).set({ packageId: null }).where(eq(orderLines.orderId, orderId))
    await tx.delete(packages).where(eq(packages.orderId, orderId))
    return moved
  })
}

export type Shipment = {
  packageId?: string
  carrier: string
  trackingNo: string
  trackingUrl?: string
  /** Weight in grams. The default is the weight measured at packing. */
  weightGrams?: number
}

/**
 * Ships all parcels of the order (6 → 7) and mails the shopper, unless `tells` is false. A shipment without a package
 * id applies to the next packed parcel.
 */
export async function shipOrder(
  shop: CommandContext,
  { orderId, shipments, tells = true }: { orderId: string; shipments: Shipment[]; tells?: boolean },
): Promise<OrderRow> {
  for (const { trackingUrl } of shipments) {
    if (trackingUrl && !isTrackingUrl(trackingUrl)) {
      throw refuseFields({ tracking_url: ['Enter a link that begins with https:// and has no user name or port'] })
    }
  }
  return shop.db.transaction(async (tx) => {
    const now = shop.clock.now()
    const order = await lockOrder(tx, orderId)
    const moved = await moveOrder(tx, order, {
      command: 'shipOrder',
      actor: 'staff',
      by: shop.by,
      now,
      set: { shippedAt: now, autoReceiveAt: new Date(now.getTime() + autoReceiveDays * dayMs) },
      data: { trackingNos: shipments.map(({ trackingNo }) => trackingNo) },
    })
    const parcels = await tx
      .select({ id: packages.id })
      .from(packages)
      .where(eq(packages.orderId, orderId))
      .orderBy(packages.packedAt, packages.id)
    const unnumberedShipments = shipments.filter(({ packageId }) => !packageId)
    for (const { id } of parcels) {
      const shipment = shipments.find(({ packageId }) => packageId === id) ?? unnumberedShipments.shift()
      if (!shipment) throw refuseFields({ shipments: ['Enter a carrier and a tracking number for each parcel'] })
      const { carrier, trackingNo, trackingUrl = null, weightGrams } = shipment
      const weightValues = weightGrams === undefined ? {} : { weightGrams }
      await tx
        .update(packages)
        .set({ carrier, trackingNo, trackingUrl, shippedAt: now, ...weightValues })
        .where(eq(packages.id, id))
    }
    if (tells) await queueShippedMail(shop, tx, moved, shipments)
    return moved
  })
}

export type PackageReport = Omit<typeof packageEvents.$inferInsert, 'id' | 'packageId' | 'customerId'>

/**
 * Records reports of a carrier. Reports can be repeated and can arrive in any order. The last delivered parcel moves
 * the order to Received.
 */
export async function recordPackageEvents(
  shop: CommandContext,
  { packageId, events }: { packageId: string; events: PackageReport[] },
): Promise<number> {
  if (events.length === 0) return 0
  return shop.db.transaction(async (tx) => {
    const [found] = await tx.select().from(packages).where(eq(packages.id, packageId))
    if (!found) throw refuse('not_found')
    const order = await lockOrder(tx, found.orderId)
    if (!found.shippedAt) throw refuse('order_moved_on')
    const written = await tx
      .insert(packageEvents)
      .values(events.map((event) => ({ ...event, packageId, customerId: order.customerId })))
      .onConflictDoNothing()
      .returning({ id: packageEvents.id })
    const delivered = events.find(({ kind }) => kind === 'delivered')
    if (delivered && !found.deliveredAt) await markDelivered(shop, tx, order, packageId, delivered.at)
    return written.length
  })
}

async function markDelivered(
  shop: CommandContext,
  tx: Database,
  order: OrderRow,
  packageId: string,
  deliveredAt: Date,
): Promise<void> {
  await tx.update(packages).set({ deliveredAt }).where(eq(packages.id, packageId))
  await tx
    .update(orderLines)
    .set({ deliveredAt })
    .where(and(eq(orderLines.packageId, packageId), isNull(orderLines.deliveredAt)))
  const [waiting] = await tx
    .select({ id: packages.id })
    .from(packages)
    .where(and(eq(packages.orderId, order.id), isNull(packages.deliveredAt)))
    .limit(1)
  if (!waiting && order.statusId === orderStatus.shipped) await deliverLocked(shop, tx, order, 'carrier')
}

/** Returns the parcel of a shopper's own order with the carrier's reports, the newest first, in one query. */
export async function getPackageTracking(
  { db }: Pick<Shop, 'db'>,
  customerId: string,
  packageId: string,
): Promise<PackageTracking> {
  const [found] = await db
    .select({
      trackingNo: packages.trackingNo,
      trackingUrl: packages.trackingUrl,
      carrier: packages.carrier,
      image: sql<
        string | null
      >`(select l.image from order_lines l where l.package_id = packages.id order by l.position limit 1)`,
      events: sql<CarrierEvent[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'description', e.description, 'place', e.place)
          order by e.at desc, e.id desc), '[]')
        from package_events e where e.package_id = packages.id)`,
    })
    .from(packages)
    .where(and(eq(packages.id, packageId), eq(packages.customerId, customerId)))
  if (!found) throw refuse('not_found')
  return {
    tracking_no: found.trackingNo ?? '',
    trackingUrl: found.trackingUrl && isTrackingUrl(found.trackingUrl) ? found.trackingUrl : null,
    carrier: found.carrier ?? '',
    image: found.image,
    details: {
      events: found.events.map(toWireEvent),
    },
  }
}

type CarrierEvent = { at: string; description: string; place: string }

function toWireEvent({ at, description, place }: CarrierEvent): PackageTracking['details']['events'][number] {
  const [eventDate = '', eventTime = ''] = toWireTime(new Date(at)).split(' ')
  return { eventDate, eventTime, eventDesc: place ? `${description}, ${place}` : description }
}

/** Returns the shipped parcels of an order, each with its newest report. The caller has checked the access already. */
export async function readLastNews(db: Database, orderId: string) {
  const sent = await db
    .select({
      carrier: packages.carrier,
      trackingNo: packages.trackingNo,
      trackingUrl: packages.trackingUrl,
      lastEvent: sql<CarrierEvent | null>`(
        select jsonb_build_object('at', e.at, 'description', e.description, 'place', e.place)
        from package_events e where e.package_id = packages.id order by e.at desc, e.id desc limit 1)`,
    })
    .from(packages)
    .where(and(eq(packages.orderId, orderId), isNotNull(packages.shippedAt)))
    .orderBy(packages.shippedAt, packages.id)
  return sent.map(({ carrier, trackingNo, trackingUrl, lastEvent }) => ({
    carrier: carrier ?? '',
    tracking_no: trackingNo ?? '',
    trackingUrl: trackingUrl && isTrackingUrl(trackingUrl) ? trackingUrl : null,
    last_event: lastEvent && toWireEvent(lastEvent),
  }))
}
