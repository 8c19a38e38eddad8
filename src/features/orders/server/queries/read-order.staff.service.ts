import { asc, eq, inArray } from 'drizzle-orm'
import { toStaffTime } from '#contract/calls/staff-call.ts'
import { toStaffAddress } from '#features/addresses/server/localize-address.ts'
import { toSaleKind } from '#features/catalogue/product.staff.rules.ts'
import type { StaffOrder, StaffTax } from '#features/orders/orders.staff.contract.ts'
import { toStatusName } from '#features/orders/orders.staff.rules.ts'
import { resolveCountry } from '#features/settings/country-names.rules.ts'
import type { TaxRow } from '#features/tax/tax-amounts.rules.ts'
import type { Database } from '#server/database/database.ts'
import { refuse } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { orderAddresses, orderEvents, orderNotes, orders, orderTaxes } from '../orders.tables.ts'
import { packageEvents } from '../shipping/packages.tables.ts'
import { selectHeads, toTime } from './order-heads.staff.service.ts'
import { findOrder, listLines, listParcels } from './orders.staff.service.ts'

type Reading = Pick<Shop, 'db' | 'hooks'>

export async function readOrder({ db, hooks }: Reading, no: string): Promise<StaffOrder> {
  const { id } = await findOrder(db, no)
  const [row] = await selectHeads({ db, hooks }, eq(orders.id, id))
  if (!row) throw refuse('not_found')
  const { order } = row
  const money = (amount: number) => ({ amount, currency: order.currency })
  const lines = await listLines(db, id)
  return {
    ...row.head,
    paid_at: toTime(order.paidAt),
    shipped_at: toTime(order.shippedAt),
    received_at: toTime(order.receivedAt),
    completed_at: toTime(order.completedAt),
    cancelled_at: toTime(order.cancelledAt),
    closed_at: toTime(order.closedAt),
    hold_reason: order.holdReason,
    cancel_reason: order.cancelReason,
    coupon_code: order.couponCode,
    payment_method: order.paymentMethod,
    totals: {
      subtotal: money(order.subtotalAmount),
      discount: money(order.discountAmount),
      shipping: money(order.shippingAmount),
      credit: money(order.creditAmount),
      refunded: money(order.refundedAmount),
    },
    tax: toStaffTax({ ...order, treatment: order.taxTreatment, rows: await readTaxRows(db, id) }),
    company: order.company,
    vat_number: order.vatNumber,
    address: await readAddress(db, id),
    lines: lines.map((line) => ({
      id: line.id,
      sku: line.skuName,
      product_id: line.productId,
      name: line.name,
      options: line.options.map(({ name, valueName }) => ({ name, value: valueName })),
      image: line.image,
      is_gift: line.isGift,
      sale: toSaleKind(line.type),
      price: money(line.priceAmount),
      discount: money(line.discountAmount),
      paid: money(line.paidAmount),
      tax: money(line.taxAmount),
      tax_rate: line.taxRate,
      refunded: money(line.refundedAmount),
      parcel_id: line.packageId,
      delivered_at: toTime(line.deliveredAt),
      cancelled_at: toTime(line.cancelledAt),
    })),
    parcels: await readParcels(db, id, lines),
    payments: await hooks.staffOrderParts.payments(db, id),
    refunds: await hooks.staffOrderParts.refunds(db, id),
    returns: await hooks.staffOrderParts.returns(db, id),
    notes: await readNotes(db, id),
    events: await readEvents(db, id),
  }
}

function readTaxRows(db: Database, orderId: string): Promise<TaxRow[]> {
  return db.select().from(orderTaxes).where(eq(orderTaxes.orderId, orderId)).orderBy(asc(orderTaxes.position))
}

type TaxFacts = Pick<StaffTax, 'treatment'> & {
  currency: string
  taxAmount: number
  addedTaxAmount: number
  rows: TaxRow[]
}

/** Returns the tax of an order or a quote for staff. */
export function toStaffTax({ treatment, currency, taxAmount, addedTaxAmount, rows }: TaxFacts): StaffTax {
  const money = (amount: number) => ({ amount, currency })
  return {
    treatment,
    amount: money(taxAmount),
    added: money(addedTaxAmount),
    rates: rows.map(({ kind, country, region, name, rate, netAmount, taxAmount: tax, grossAmount }) => ({
      ...{ kind, country, region, name, rate },
      ...{ net: money(netAmount), tax: money(tax), gross: money(grossAmount) },
    })),
  }
}

async function readAddress(db: Database, orderId: string): Promise<StaffOrder['address']> {
  const [found] = await db.select().from(orderAddresses).where(eq(orderAddresses.orderId, orderId))
  if (!found) return null
  const { firstname, lastname, telephone, address1, address2, houseNum, city, state, country, postcode } = found
  return toStaffAddress({
    ...{ firstname, lastname, telephone },
    address_1: address1,
    address_2: address2,
    house_num: houseNum,
    city,
    state,
    ...resolveCountry(country),
    postcode,
  })
}

type Line = Awaited<ReturnType<typeof listLines>>[number]

async function readParcels(db: Database, orderId: string, lines: Line[]): Promise<StaffOrder['parcels']> {
  const parcels = await listParcels(db, orderId)
  const ids = parcels.map(({ id }) => id)
  const eventRows = await db
    .select()
    .from(packageEvents)
    .where(inArray(packageEvents.packageId, ids))
    .orderBy(asc(packageEvents.at), asc(packageEvents.id))
  return parcels.map((parcel) => ({
    id: parcel.id,
    carrier: parcel.carrier,
    tracking_number: parcel.trackingNo,
    tracking_url: parcel.trackingUrl,
    weight_grams: parcel.weightGrams,
    packed_at: toStaffTime(parcel.packedAt),
    shipped_at: toTime(parcel.shippedAt),
    delivered_at: toTime(parcel.deliveredAt),
    line_ids: lines.filter(({ packageId }) => packageId === parcel.id).map(({ id }) => id),
    events: eventRows
      .filter(({ packageId }) => packageId === parcel.id)
      .map(({ kind, description, place, at }) => ({ kind, description, place, at: toStaffTime(at) })),
  }))
}

async function readNotes(db: Database, orderId: string): Promise<StaffOrder['notes']> {
  const notes = await db
    .select()
    .from(orderNotes)
    .where(eq(orderNotes.orderId, orderId))
    .orderBy(asc(orderNotes.at), asc(orderNotes.id))
  return notes.map(({ id, body, author, at }) => ({ id, body, author, at: toStaffTime(at) }))
}

async function readEvents(db: Database, orderId: string): Promise<StaffOrder['events']> {
  const events = await db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.id))
  return events.map(({ at, command, actor, fromStatus, toStatus, data: { by, ...details } }) => ({
    at: toStaffTime(at),
    command,
    actor: { kind: actor, name: typeof by === 'string' ? by : null },
    from: fromStatus === null ? null : toStatusName(fromStatus),
    to: toStatusName(toStatus),
    details,
  }))
}
