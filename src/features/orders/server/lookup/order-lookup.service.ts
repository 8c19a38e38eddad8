import type { TrackedOrder } from '#features/orders/order-lookup.contract.ts'
import { maskPhone, maskStreet, noMatch } from '#features/orders/order-lookup.rules.ts'
import type { Order } from '#features/orders/orders.contract.ts'
import { normalizeOrderNo } from '#features/orders/orders.rules.ts'
import { waitAtLeast } from '#server/http/limits/stable-time.ts'
import { refuseFields } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { readOrderForTracking } from '../queries/orders.service.ts'
import { readLastNews } from '../shipping/parcels.service.ts'
import { findArchivedOrder } from './archived-orders.service.ts'

/** 300 ms: longer than any lookup takes, so that the response time reveals nothing, and short enough for shoppers. */
const minResponseMs = 300

/**
 * Lookup by email address and order number. Every lookup takes the same time, and every failed lookup gets the same
 * response.
 */
type OrderLookup = { email: string; order_no: string; language: string }

export function trackOrder(shop: Shop, input: OrderLookup): Promise<TrackedOrder> {
  return waitAtLeast(minResponseMs, findOrder(shop, input))
}

async function findOrder(shop: Shop, input: OrderLookup): Promise<TrackedOrder> {
  const { db, clock, bounds, hooks } = shop
  const lookup = { email: input.email, orderNo: normalizeOrderNo(input.order_no) }
  const [order, archived] = await Promise.all([
    readOrderForTracking(shop, lookup, input.language),
    findArchivedOrder(db, { ...lookup, maxLines: bounds.detailLines }),
  ])
  if (order) {
    const [packages, returns, documents] = await Promise.all([
      readLastNews(db, order.id),
      hooks.openReturns(db, order.id, clock.now()),
      hooks.orderDocuments(shop, order.id),
    ])
    return { order_type: 'Harbor', data: { ...maskOrder(order), packages, returns, documents } }
  }
  if (archived) return { order_type: 'Shopify', data: { detail: archived } }
  throw refuseFields({ order_no: [noMatch] })
}

/**
 * Masks personal data. Anyone who sees a parcel may know its order number and email address, so the response
 * must not reveal the street.
 */
function maskOrder(order: Order): Order {
  const { shipping_address: address } = order
  return {
    ...order,
    products: order.products.map((line) => ({ ...line, order_packages: null })),
    shipping_address: address && {
      ...address,
      telephone: maskPhone(address.telephone),
      address_1: maskStreet(address.address_1),
      // One mask replaces the whole street address. Several masks in a row look broken.
      address_2: '',
      house_num: '',
    },
  }
}
