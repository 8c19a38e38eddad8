import { and, eq } from 'drizzle-orm'
import { keysOf } from '#contract/values.ts'
import { couponClaims, coupons } from '#features/coupons/server/coupons.tables.ts'
import * as commands from '#features/orders/server/commands/order-commands.service.ts'
import { placeOrder } from '#features/orders/server/commands/place-order.service.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import {
  type PackageReport,
  packOrder,
  recordPackageEvents,
  shipOrder,
} from '#features/orders/server/shipping/parcels.service.ts'
import { confirmPayment } from '#features/payments/server/payments.service.ts'
import { refunds } from '#features/payments/server/payments.tables.ts'
import { settleRefund } from '#features/payments/server/refunds.service.ts'
import type { Demo, DemoSku } from './demo.ts'
import { carriers, type DemoStage, type DemoStory, demoStories } from './orders/stories.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** Creates Maren's orders from the oldest to the newest, each with the commands that process a real order. */
export async function loadOrdersDemo(demo: Demo): Promise<void> {
  for (const story of [...demoStories].reverse()) await playOrderStory(demo, story)
}

async function playOrderStory(demo: Demo, story: DemoStory): Promise<void> {
  const { shop, shopper } = demo
  const placedAt = demo.ago({ hours: story.hoursAgo }).getTime()
  /** Sets the clock to a time after the order, but not after the load, so that no event is in the future. */
  const after = (span: number) => shop.clock.set(new Date(Math.min(placedAt + span, demo.loadedAt.getTime())))
  const claimId = story.coupon ? await findClaim(demo, story.coupon) : undefined
  const placed = await placeOrder(shop, {
    by: 'shop',
    customerId: shopper.id,
    email: shopper.email,
    lines: [
      ...story.items.map((item) => ({ skuId: findSku(demo, item).id })),
      ...(story.gifts ?? []).map((item) => ({ skuId: findSku(demo, item).id, isGift: true })),
    ],
    address: story.address ?? demo.addressOf(shopper),
    currency: story.currency ?? 'USD',
    shippingMethod: story.shippingMethod ?? 'standard',
    ...(claimId && { claimId }),
  })
  const { orderId } = placed
  demo.orders.set(story.name, orderId)
  const has = (stage: DemoStage) => reaches(story.stage, stage)

  if (story.stage === 'expired') {
    after(day)
    await commands.cancelOrder(shop, { orderId, actor: 'timer', reason: 'Not paid in time' })
  }
  if (story.stage === 'cancelled') {
    after(2 * hour)
    await commands.cancelOrder(shop, { orderId, actor: 'shopper', customerId: shopper.id })
  }
  if (!has('paid')) return

  after(4 * 60 * 1000)
  await confirmPayment(shop, {
    provider: 'test',
    eventId: `demo-${story.name}`,
    providerRef: `demo-${story.name}`,
    orderId,
    method: story.method ?? 'PayPal',
    amount: placed.totalAmount,
    currency: placed.currency,
  })
  // The newest purchase is not acknowledged, so the first browser that opens this order reports the purchase.
  if (story.name !== 'paid') await commands.acknowledgePurchase(shop, shopper.id, orderId)
  if (story.stage === 'onHold') {
    after(5 * hour)
    await commands.holdOrder(shop, { orderId, reason: 'Waiting for the presale coat to arrive' })
  }
  if (story.stage === 'refunded') await cancelWithRefund(demo, orderId, after)
  if (!has('preparing')) return

  after(0.8 * day)
  await commands.prepareOrder(shop, orderId)
  if (!has('packed')) return

  after(1.1 * day)
  const { packageIds } = await packOrder(shop, {
    orderId,
    ...(story.isSplit && { parcels: await eachLine(demo, orderId) }),
  })
  if (!has('shipped')) return

  after(1.3 * day)
  await travel(demo, story, { orderId, packageIds, shippedAt: placedAt + 1.3 * day })
  if (!has('complete')) return
  after((1.3 + (story.travelDays ?? 5) + 3) * day)
  await commands.completeOrder(shop, orderId, 'timer')
}

const way: DemoStage[] = ['paid', 'preparing', 'packed', 'shipped', 'received', 'complete']

function reaches(stage: DemoStage, wanted: DemoStage): boolean {
  if (stage === 'onHold' || stage === 'refunded') return wanted === 'paid'
  return way.indexOf(stage) >= way.indexOf(wanted)
}

/** Ships the parcels and adds the carrier's reports up to the load. */
async function travel(
  demo: Demo,
  story: DemoStory,
  { orderId, packageIds, shippedAt }: { orderId: string; packageIds: string[]; shippedAt: number },
): Promise<void> {
  const { shop } = demo
  const carrier = story.carrier ?? 'DHL'
  const shipments = packageIds.map((packageId) => {
    const trackingNo = `LX${demo.random.int(100_000_000, 999_999_999)}US`
    return { packageId, carrier, trackingNo, trackingUrl: carriers[carrier](trackingNo) }
  })
  await shipOrder(shop, { orderId, shipments })
  for (const [index, packageId] of packageIds.entries()) {
    // The first of several parcels takes only three days.
    const days = story.isSplit && index === 0 ? 3 : (story.travelDays ?? 5)
    const events = playParcelJourney(story, shippedAt, days).filter(({ at }) => at <= demo.loadedAt)
    const last = events.at(-1)
    if (!last) continue
    shop.clock.set(last.at)
    await recordPackageEvents(shop, { packageId, events })
  }
}

/** Returns the carrier's reports, spread over the days from shipping to delivery. */
function playParcelJourney(story: DemoStory, shippedAt: number, days: number): PackageReport[] {
  const isAbroad = story.address !== undefined
  const [city, door] = isAbroad ? ['Göteborg', 'Göteborg'] : ['Portland', 'Portland, ME']
  const hub = isAbroad ? 'Malmö' : 'Boston'
  const at = (share: number) => {
    const moment = new Date(shippedAt + share * days * day)
    moment.setUTCSeconds(0, 0)
    return moment
  }
  return [
    { kind: 'accepted', description: 'Label created', place: '', at: at(0.01) },
    { kind: 'accepted', description: 'Handed to carrier', place: isAbroad ? 'Newark' : 'Newark, NJ', at: at(0.12) },
    { kind: 'in_transit', description: `Departed Newark sort facility`, place: '', at: at(0.25) },
    ...(isAbroad
      ? [
          { kind: 'in_transit' as const, description: 'Arrived in destination country', place: '', at: at(0.42) },
          { kind: 'in_transit' as const, description: 'Customs cleared', place: 'Malmö', at: at(0.55) },
        ]
      : []),
    { kind: 'in_transit', description: `Departed ${hub} sort facility`, place: '', at: at(0.7) },
    { kind: 'in_transit', description: `Arrived at the ${city} delivery depot`, place: '', at: at(0.88) },
    { kind: 'out_for_delivery', description: `Out for delivery in ${door}`, place: '', at: at(0.96) },
    { kind: 'delivered', description: 'Delivered, handed to resident', place: door, at: at(1) },
  ]
}

async function cancelWithRefund({ shop }: Demo, orderId: string, after: (span: number) => void): Promise<void> {
  after(day)
  await commands.cancelOrder(shop, { orderId, actor: 'staff', reason: 'The last piece was damaged in storage' })
  const [refund] = await shop.db.select().from(refunds).where(eq(refunds.orderId, orderId))
  if (!refund) throw new Error('A cancelled order has no refund')
  after(3 * day)
  const outcome = { status: 'succeeded' as const, at: shop.clock.now(), providerRef: `demo-refund-${orderId}` }
  await settleRefund(shop.db, refund.id, outcome)
}

async function eachLine({ shop }: Demo, orderId: string): Promise<{ lineIds: string[] }[]> {
  const lines = await shop.db
    .select({ id: orderLines.id })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.position)
  return lines.map(({ id }) => ({ lineIds: [id] }))
}

function findSku(demo: Demo, item: string): DemoSku {
  const leaving = keysOf(demo.leaving).find((one) => item === `leaving:${one}`)
  if (leaving) return demo.leaving[leaving]
  const [handle = '', color, size] = item.split('/')
  return demo.skuOf(handle, color, size)
}

async function findClaim({ shop, shopper }: Demo, code: string): Promise<string | undefined> {
  const [claim] = await shop.db
    .select({ id: couponClaims.id })
    .from(couponClaims)
    .innerJoin(coupons, eq(coupons.id, couponClaims.couponId))
    .where(and(eq(coupons.code, code), eq(couponClaims.customerId, shopper.id)))
  return claim?.id
}
