import * as z from 'zod/mini'
import { filledText, queryNumber } from '#contract/calls/fields.ts'
import {
  defineStaffCall,
  defineStaffList,
  ListInput,
  PlaceInList,
  StaffMoney,
  StaffTime,
} from '#contract/calls/staff-call.ts'
import { saleKindNames } from '#features/catalogue/product.staff.rules.ts'
import { taxTreatments } from '#features/tax/tax.rules.ts'
import { unpaidHours } from './orders.rules.ts'
import {
  orderExtras,
  orderStatusNames,
  orderTags,
  orderViewNames,
  staffMoves,
  staffTabs,
  tagLength,
} from './orders.staff.rules.ts'

/** Order number or order id. */
export const OrderNo = filledText(40)

/** Tag that staff add to an order. Commas are not allowed, because lists of tags are separated by commas. */
export const OwnTag = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(tagLength),
  z.regex(/^[^,]+$/, 'A tag cannot contain a comma'),
  z.refine((tag) => !/\p{Cc}/u.test(tag), 'A tag must be one line'),
)

const Customer = z.object({ id: z.nullable(z.string()), name: z.string(), email: z.string() })
const Status = z.enum(orderStatusNames)

const head = {
  id: z.string(),
  number: z.string(),
  status: Status,
  placed_at: StaffTime,
  customer: Customer,
  city: z.string(),
  country: z.string(),
  /** ISO code. Null for an old order whose text does not match a country. */
  country_code: z.nullable(z.string()),
  shipping_method: z.string(),
  /** Tags derived from the data of the order. */
  tags: z.array(z.enum(orderTags)),
  /** Tags that staff added. */
  own_tags: z.array(z.string()),
  items: z.int(),
  /** Images of the first three items. */
  images: z.array(z.string()),
  total: StaffMoney,
  /**
   * Time of the next automatic step. An unpaid order expires, a shipped order becomes received, and a received order
   * becomes complete.
   */
  due_at: z.nullable(StaffTime),
  /** Reason for the hold or the cancellation. */
  note: z.nullable(z.string()),
  possible: z.array(z.enum(staffMoves)),
}
export const OrderHead = z.object(head)
export type OrderHead = z.output<typeof OrderHead>

export const StaffAddress = z.object({
  firstname: z.string(),
  lastname: z.string(),
  telephone: z.string(),
  address_1: z.string(),
  address_2: z.string(),
  house_num: z.string(),
  city: z.string(),
  state: z.string(),
  /** Code of the region in its country, such as `ME`. Null for a text that is no region of the country. */
  state_code: z.nullable(z.string()),
  country: z.string(),
  country_code: z.nullable(z.string()),
  postcode: z.string(),
  /** Lines in the order of the country, without the name. */
  lines: z.array(z.string()),
})

const Line = z.object({
  id: z.string(),
  sku: z.string(),
  product_id: z.int(),
  name: z.string(),
  options: z.array(z.object({ name: z.string(), value: z.string() })),
  image: z.string(),
  is_gift: z.boolean(),
  sale: z.enum(saleKindNames),
  price: StaffMoney,
  discount: StaffMoney,
  paid: StaffMoney,
  /** Tax inside the amount paid. The rate is in thousandths of a percent: 19 % is 19000. */
  tax: StaffMoney,
  tax_rate: z.int(),
  refunded: StaffMoney,
  parcel_id: z.nullable(z.string()),
  delivered_at: z.nullable(StaffTime),
  cancelled_at: z.nullable(StaffTime),
})

export const parcelEventKinds = ['accepted', 'in_transit', 'out_for_delivery', 'delivered', 'problem'] as const
const ParcelEvent = z.object({
  kind: z.enum(parcelEventKinds),
  description: z.string(),
  place: z.string(),
  at: StaffTime,
})
const Parcel = z.object({
  id: z.string(),
  carrier: z.nullable(z.string()),
  tracking_number: z.nullable(z.string()),
  tracking_url: z.nullable(z.string()),
  weight_grams: z.nullable(z.int()),
  packed_at: StaffTime,
  shipped_at: z.nullable(StaffTime),
  delivered_at: z.nullable(StaffTime),
  line_ids: z.array(z.string()),
  events: z.array(ParcelEvent),
})

const Payment = z.object({
  id: z.string(),
  provider: z.string(),
  reference: z.string(),
  method: z.string(),
  status: z.enum(['pending', 'succeeded', 'declined', 'timed_out', 'cancelled']),
  amount: StaffMoney,
  failure: z.nullable(z.string()),
  created_at: StaffTime,
  settled_at: z.nullable(StaffTime),
})

export const OrderRefund = z.object({
  id: z.string(),
  kind: z.enum(['order', 'item', 'shipping', 'payment', 'part']),
  status: z.enum(['pending', 'succeeded', 'failed']),
  amount: StaffMoney,
  /** Tax inside the amount. Zero until the refund has succeeded. */
  tax: StaffMoney,
  /** Refund method: the original payment, or store credit in the account. */
  to: z.enum(['payment', 'credit']),
  /** Part of the payment that was made with store credit. This part is always refunded as store credit. */
  paid_with_credit: StaffMoney,
  shipping: StaffMoney,
  lines: z.array(z.object({ line_id: z.string(), amount: StaffMoney })),
  reason: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  started_by: z.nullable(z.string()),
  created_at: StaffTime,
  settled_at: z.nullable(StaffTime),
})

const Event = z.object({
  at: StaffTime,
  command: z.string(),
  actor: z.object({
    kind: z.enum(['shopper', 'staff', 'timer', 'carrier', 'provider', 'system']),
    name: z.nullable(z.string()),
  }),
  from: z.nullable(Status),
  to: Status,
  details: z.record(z.string(), z.unknown()),
})

/** Tax of an order or of a quote. The rates add up to the total. */
export const StaffTax = z.object({
  treatment: z.enum(taxTreatments),
  amount: StaffMoney,
  /** Part of the tax that is added to the prices. Zero where prices include tax. */
  added: StaffMoney,
  rates: z.array(
    z.object({
      kind: z.enum(['items', 'shipping']),
      country: z.string(),
      region: z.string(),
      name: z.string(),
      /** Thousandths of a percent: 19 % is 19000. */
      rate: z.int(),
      net: StaffMoney,
      tax: StaffMoney,
      gross: StaffMoney,
    }),
  ),
})
export type StaffTax = z.output<typeof StaffTax>

export const StaffOrder = z.object({
  ...head,
  paid_at: z.nullable(StaffTime),
  shipped_at: z.nullable(StaffTime),
  received_at: z.nullable(StaffTime),
  completed_at: z.nullable(StaffTime),
  cancelled_at: z.nullable(StaffTime),
  closed_at: z.nullable(StaffTime),
  hold_reason: z.nullable(z.string()),
  cancel_reason: z.nullable(z.string()),
  coupon_code: z.nullable(z.string()),
  payment_method: z.nullable(z.string()),
  totals: z.object({
    subtotal: StaffMoney,
    discount: StaffMoney,
    shipping: StaffMoney,
    /** Part of the total that store credit paid. */
    credit: StaffMoney,
    refunded: StaffMoney,
  }),
  tax: StaffTax,
  /** Company and VAT number of a business buyer. */
  company: z.nullable(z.string()),
  vat_number: z.nullable(z.string()),
  address: z.nullable(StaffAddress),
  lines: z.array(Line),
  parcels: z.array(Parcel),
  payments: z.array(Payment),
  refunds: z.array(OrderRefund),
  returns: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      status: z.string(),
      line_ids: z.array(z.string()),
      created_at: StaffTime,
    }),
  ),
  notes: z.array(z.object({ id: z.string(), body: z.string(), author: z.string(), at: StaffTime })),
  events: z.array(Event),
})
export type StaffOrder = z.output<typeof StaffOrder>

const statusList = z
  .string()
  .check(z.regex(new RegExp(`^(${orderStatusNames.join('|')})(,(${orderStatusNames.join('|')}))*$`)), z.maxLength(200))

const extraList = z
  .string()
  .check(z.regex(new RegExp(`^(${orderExtras.join('|')})(,(${orderExtras.join('|')}))*$`)), z.maxLength(200))

/** Filters and sort orders of an order list. */
const filters = {
  status: z.optional(statusList),
  tab: z.optional(z.enum(staffTabs)),
  view: z.optional(z.enum(orderViewNames)),
  email: z.optional(filledText(100)),
  sku: z.optional(filledText(100)),
  tracking: z.optional(filledText(100)),
  country: z.optional(filledText(60)),
  shipping_method: z.optional(filledText(60)),
  tag: z.optional(OwnTag),
  /**
   * Additional records that an order must have, separated by commas: a staff note, a problem reported by a carrier, a
   * return, or a refund.
   */
  has: z.optional(extraList),
  from: z.optional(StaffTime),
  to: z.optional(StaffTime),
  /** Unpaid orders that expire within this number of hours, earliest first. */
  expires_within: z.optional(queryNumber(1, unpaidHours)),
  sort: z.optional(z.enum(['placed_at', '-placed_at'])),
}

export const listOrders = defineStaffList({
  path: '/orders',
  about: 'Lists orders, the newest first. With `view`, lists the orders that have waited longest first.',
  scope: 'orders:read',
  input: z.object({ ...ListInput, ...filters }),
  output: OrderHead,
  example: { input: { status: 'paid,preparing', limit: 10 } },
})

export const findOrderPlace = defineStaffCall({
  method: 'GET',
  path: '/orders/:no/place',
  about:
    'Returns the position of an order in a filtered list, with the previous order, the next order, and the total number of orders.',
  scope: 'orders:read',
  input: z.object({ no: OrderNo, q: ListInput.q, ...filters }),
  output: PlaceInList,
})

export const getOrder = defineStaffCall({
  method: 'GET',
  path: '/orders/:no',
  about:
    'Returns an order with its lines, parcels, payments, refunds, returns, notes and history, and the actions that are possible.',
  scope: 'orders:read',
  input: z.object({ no: OrderNo }),
  output: StaffOrder,
})

export const countOrders = defineStaffCall({
  method: 'GET',
  path: '/order-counts',
  about: 'Returns the number of orders in each status. Counts are capped at 10,001.',
  scope: 'orders:read',
  input: z.object({}),
  output: z.object({
    counts: z.object({
      unpaid: z.int(),
      paid: z.int(),
      preparing: z.int(),
      packed: z.int(),
      on_hold: z.int(),
      shipped: z.int(),
      received: z.int(),
      complete: z.int(),
      cancelled: z.int(),
      closed: z.int(),
    }),
  }),
})

export const sumOrders = defineStaffCall({
  method: 'GET',
  path: '/order-sums',
  about:
    'Returns the value of the orders in a filtered list by currency: order totals less refunds. Returns no sums if the list has too many orders.',
  scope: 'orders:read',
  input: z.object({ q: ListInput.q, ...filters }),
  output: z.object({ orders: z.nullable(z.int()), money: z.array(StaffMoney) }),
})

export const listOrderChoices = defineStaffCall({
  method: 'GET',
  path: '/order-choices',
  about: 'Returns the available values of the order filters: shipping methods, countries and tags.',
  scope: 'orders:read',
  input: z.object({}),
  output: z.object({
    shipping_methods: z.array(z.string()),
    countries: z.array(z.string()),
    tags: z.array(z.string()),
  }),
})
