import * as z from 'zod/mini'
import { defineCall } from '#contract/calls/call.ts'
import { bare, codeZero, inData } from '#contract/calls/envelopes.ts'
import { Pagination, Paging, queryNumber } from '#contract/calls/fields.ts'
import { SkuOption, WirePrice } from '#features/catalogue/catalogue.contract.ts'
import { taxTreatments } from '#features/tax/tax.rules.ts'

/** Tax inside the total of an order or a quote. */
export const OrderTax = z.object({
  treatment: z.enum(taxTreatments),
  /** Whether prices include the tax, or the tax is added to them. */
  display: z.enum(['included', 'added']),
  amount: WirePrice,
  rates: z.array(
    z.object({
      name: z.string(),
      /** Thousandths of a percent: 19 % is 19000. */
      rate: z.int(),
      /** The rate in the reader's language, such as `19%`. */
      percent: z.string(),
      amount: WirePrice,
    }),
  ),
})
export type OrderTax = z.output<typeof OrderTax>

export const ShippingAddress = z.object({
  firstname: z.string(),
  lastname: z.string(),
  telephone: z.string(),
  address_1: z.string(),
  address_2: z.string(),
  city: z.string(),
  /** Name of the state or region, in the reader's language. */
  state: z.string(),
  /** Code of the region in its country, such as `ME`. Null for a text that is no region of the country. */
  state_code: z.nullable(z.string()),
  /** Name of the country, in the reader's language. */
  country: z.string(),
  /** ISO code. Null for an old order whose text does not match a country. */
  country_code: z.nullable(z.string()),
  house_num: z.string(),
  postcode: z.string(),
  /** The place in the order of its country, joined with commas. */
  formatted: z.string(),
})
export type ShippingAddress = z.output<typeof ShippingAddress>

const Category = z.object({ id: z.int(), code: z.string(), name: z.string() })

/** Current SKU in the catalog. A line whose SKU was removed has null instead. */
export const LineSku = z.object({
  id: z.int(),
  sku: z.string(),
  image: z.string(),
  inventory: z.int(),
  options: z.array(SkuOption),
  price: WirePrice,
  special_price_value: z.nullable(z.string()),
  is_new_user_price: z.boolean(),
  product: z.object({
    id: z.int(),
    name: z.string(),
    status: z.int(),
    image: z.string(),
    handle: z.string(),
    feed_id: z.nullable(z.string()),
    categories: z.array(Category),
    product_basic_category: z.nullable(Category),
  }),
})

/** Line of an order. Names, options, picture and prices are as they were at the time of purchase. */
export const OrderLine = z.object({
  id: z.string(),
  product_id: z.int(),
  sku_id: z.nullable(z.int()),
  sku_name: z.string(),
  name: z.string(),
  description: z.string(),
  image: z.string(),
  options: z.array(SkuOption),
  is_gift: z.boolean(),
  activity_type: z.nullable(z.int()),
  activity_id: z.nullable(z.int()),
  /** Codes: 2 means final sale, 4 and 5 exchange, and 6 limited-time discount. */
  type: z.int(),
  type_name: z.nullable(z.enum(['zero_buy', 'pre_sale'])),
  order_product_status_id: z.int(),
  order_product_status: z.string(),
  can_after_sale: z.boolean(),
  /** Reason why `can_after_sale` is false. */
  after_sale_block_reason: z.nullable(z.string()),
  after_sale_expire_date: z.nullable(z.string()),
  /** 0 if the line was never returned. */
  after_sale_status: z.int(),
  after_sale_status_name: z.string(),
  after_sale_id: z.nullable(z.string()),
  real_price: WirePrice,
  price: WirePrice,
  compare_at_price: z.nullable(WirePrice),
  order_packages: z.nullable(z.object({ id: z.string() })),
  review: z.nullable(z.object({ id: z.string(), rank: z.int(), content: z.string() })),
  sku: z.nullable(LineSku),
})
export type OrderLine = z.output<typeof OrderLine>

/** Invoice or credit note of an order. */
export const OrderDocument = z.object({
  id: z.string(),
  kind: z.enum(['invoice', 'credit_note']),
  number: z.string(),
  /** Time of issue. */
  date_added: z.string(),
  /** Path of the PDF. Null where the shopper has not proven to own the order. */
  link: z.nullable(z.string()),
})
export type OrderDocument = z.output<typeof OrderDocument>

export const OrderTotal = z.object({
  id: z.int(),
  code: z.enum(['subtotal', 'discount', 'shipping', 'tax', 'total', 'credit']),
  title: z.string(),
  value: WirePrice,
})

export const Order = z.object({
  id: z.string(),
  order_no: z.string(),
  order_status_id: z.int(),
  order_status: z.string(),
  created_at: z.string(),
  date_added: z.string(),
  email: z.string(),
  payment_method: z.nullable(z.string()),
  shipping_method: z.string(),
  /** The first few lines in a list, otherwise one page of lines. */
  products: z.array(OrderLine),
  products_pagination: Pagination,
  totals: z.array(OrderTotal),
  /** Null for an untaxed order. */
  tax: z.nullable(OrderTax),
  shipping_address: z.nullable(ShippingAddress),
  total: WirePrice,
  /** 1 until the browser has reported the purchase to the analytics. */
  ga_counter: z.int(),
  /** 1 means canceled or expired. */
  invalid_status: z.int(),
  /** Time until which an unpaid order can be paid. Null if the order cannot or need not be paid. */
  expires_at: z.nullable(z.string()),
  /** Actor who canceled the order. Staff give a reason. */
  cancelled_by: z.nullable(z.enum(['shopper', 'timer', 'staff'])),
  cancel_reason: z.nullable(z.string()),
  refunded_total: WirePrice,
  /** Settled and pending refunds, in the order in which the refunds were started. */
  refunds: z.array(
    z.object({
      amount: WirePrice,
      status: z.enum(['pending', 'succeeded', 'failed']),
      /** Time of settlement. */
      at: z.nullable(z.string()),
    }),
  ),
})
export type Order = z.output<typeof Order>

/** Status numbers such as `4,5,6,13`. Other text is refused, and unknown numbers match no orders. */
const StatusList = z.string().check(z.regex(/^\s*\d{1,2}(\s*,\s*\d{1,2})*\s*$/), z.maxLength(60))

export const listOrders = defineCall({
  method: 'GET',
  path: '/rest/order',
  about: 'Lists the orders of the signed-in shopper, newest first. `order_status_id` accepts a comma-separated list.',
  access: 'customer',
  envelope: bare,
  input: z.object({
    ...Paging,
    from_type: z.optional(z.coerce.string<string | number>().check(z.maxLength(20))),
    order_status_id: z.optional(StatusList),
  }),
  output: z.object({ data: z.array(Order), meta: z.object({ pagination: Pagination }) }),
})

const OrderId = z.string().check(z.minLength(1), z.maxLength(64))

export const getOrder = defineCall({
  method: 'GET',
  path: '/rest/order/:orderId',
  about:
    'Returns an order of the signed-in shopper with a page of its lines (`lines_page`, or the page of `line_id`). Returns 404 if `email` does not match.',
  access: 'customer',
  envelope: inData,
  input: z.object({
    orderId: OrderId,
    email: z.optional(z.string().check(z.maxLength(200))),
    lines_page: z.optional(queryNumber(1, 1000)),
    /** Id of a line. The response is the page that contains this line. */
    line_id: z.optional(OrderId),
  }),
  output: Order,
})

export const cancelOrder = defineCall({
  method: 'POST',
  path: '/rest/order/cancel/:orderId',
  about: 'Cancels an order of the signed-in shopper. Only unpaid orders can be canceled.',
  access: 'customer',
  envelope: codeZero,
  input: z.object({ orderId: OrderId }),
  output: Order,
})

/** Tracking of a parcel. The API spells `trackingUrl` this way. Times are UTC. */
export const PackageTracking = z.object({
  tracking_no: z.string(),
  trackingUrl: z.nullable(z.string()),
  carrier: z.string(),
  image: z.nullable(z.string()),
  details: z.object({
    events: z.array(z.object({ eventDate: z.string(), eventTime: z.string(), eventDesc: z.string() })),
  }),
})
export type PackageTracking = z.output<typeof PackageTracking>

export const getPackageTracking = defineCall({
  method: 'GET',
  path: '/rest/package/:packageId/tracking',
  about: 'Returns the carrier’s tracking events for a parcel of the signed-in shopper, newest first.',
  access: 'customer',
  envelope: inData,
  input: z.object({ packageId: OrderId }),
  output: PackageTracking,
})
