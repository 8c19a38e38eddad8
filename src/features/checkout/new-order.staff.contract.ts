import * as z from 'zod/mini'
import { Email, filledText, queryNumber } from '#contract/calls/fields.ts'
import { defineStaffCall, defineStaffList, StaffMoney, StaffTime } from '#contract/calls/staff-call.ts'
import { Address, AddressInput } from '#features/addresses/addresses.contract.ts'
import { lineProblems } from '#features/cart/cart.rules.ts'
import { SkuCode } from '#features/catalogue/products.staff.contract.ts'
import { StaffOrder, StaffTax } from '#features/orders/orders.staff.contract.ts'
import { itemsOffered, maxLinesTextLength, payableHours } from './new-order.staff.rules.ts'

const Id = filledText(64)
const Currency = z.string().check(z.regex(/^[A-Z]{3}$/), z.maxLength(3))
const line = z.object({ sku: SkuCode, quantity: z.int().check(z.gte(1), z.lte(99)) })

const item = {
  sku: z.string(),
  name: z.string(),
  options: z.array(z.string()),
  image: z.string(),
  stock: z.int(),
  compare_at: z.nullable(StaffMoney),
}
const OrderItem = z.object({ ...item, price: StaffMoney })
export type OrderItem = z.output<typeof OrderItem>

export const listOrderItems = defineStaffList({
  path: '/order-items',
  about:
    'Lists SKUs that can be added to a new order, with stock and price. `q` matches the beginning of a SKU or words of a product’s name.',
  scope: 'orders:write',
  input: z.object({
    q: filledText(100),
    currency: z.optional(Currency),
    limit: z._default(queryNumber(1, itemsOffered), itemsOffered),
  }),
  output: OrderItem,
  example: { input: { q: 'dress' } },
})

export const quoteOrder = defineStaffCall({
  method: 'GET',
  path: '/order-quote',
  about:
    'Returns the total of a new order, calculated like the checkout total. `lines` has the format `EBB-CLA-M:2,EBB-CLA-S:1`, with each SKU percent-encoded. Without `claim_id`, the best coupon of the customer is applied. If `claim_id` is `none`, no coupon is applied. `customer_id` also requires the scope `customers:read`.',
  scope: 'orders:write',
  input: z.object({
    lines: z._default(z.string().check(z.maxLength(maxLinesTextLength)), ''),
    customer_id: z.optional(Id),
    currency: z.optional(Currency),
    shipping_method: z.optional(Id),
    claim_id: z.optional(Id),
    /** The place of delivery as far as it is known. Shipping and tax depend on it. */
    country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/), z.maxLength(2))),
    state: z.optional(z.string().check(z.maxLength(60))),
    postcode: z.optional(z.string().check(z.maxLength(12))),
  }),
  output: z.object({
    currency: z.string(),
    lines: z.array(
      z.object({
        ...item,
        /** Null if the item has no price in this currency. */
        price: z.nullable(StaffMoney),
        quantity: z.int(),
        /** Reason why the line cannot be ordered. Totals leave such a line out. */
        problem: z.nullable(z.enum(lineProblems)),
      }),
    ),
    shipping_methods: z.array(
      z.object({ code: z.string(), name: z.string(), price: StaffMoney, min_days: z.int(), max_days: z.int() }),
    ),
    shipping_method: z.string(),
    /** Coupons of the customer that are neither used nor expired. `off` is null while this order cannot use the coupon. */
    coupons: z.array(
      z.object({
        claim_id: z.string(),
        code: z.string(),
        terms: z.string(),
        off: z.nullable(StaffMoney),
        ends_at: z.nullable(StaffTime),
      }),
    ),
    claim_id: z.nullable(z.string()),
    subtotal: StaffMoney,
    discount: StaffMoney,
    shipping: StaffMoney,
    tax: StaffTax,
    total: StaffMoney,
    customer: z.nullable(z.object({ id: z.string(), name: z.string(), email: z.string() })),
    addresses: z.array(Address),
    currencies: z.array(z.string()),
    languages: z.array(z.object({ code: z.string(), name: z.string() })),
    /** `test` charges nothing, `closed` takes no orders. */
    payments: z.enum(['real', 'test', 'closed']),
  }),
})

export const createOrder = defineStaffCall({
  method: 'POST',
  path: '/orders',
  about:
    'Creates an order for a customer, or for an email address without an account. The order is unpaid and its stock is reserved, unless `payment` states how the order was paid. `sends_link` sends the customer a mail with a payment link. If `total` is sent, the request is rejected when the current total differs.',
  scope: 'orders:write',
  input: z.object({
    /** Id of the customer's account. Also requires the scope customers:read. */
    customer_id: z.optional(Id),
    /** Email address of a customer without an account. */
    email: z.optional(Email),
    /** Id of an address in the customer’s address book, or a new address. */
    address_id: z.optional(Id),
    address: z.optional(AddressInput),
    lines: z.array(line).check(z.minLength(1), z.maxLength(99)),
    currency: Currency,
    shipping_method: Id,
    claim_id: z._default(z.nullable(Id), null),
    /** Language code for the mails to a customer without an account. */
    language: z.optional(z.string().check(z.maxLength(20))),
    total: z.optional(StaffMoney),
    /** Hours during which the order can be paid and its stock is held. */
    payable_hours: z._default(z.union(payableHours.map((hours) => z.literal(hours))), payableHours[0]),
    sends_link: z._default(z.boolean(), false),
    payment: z.optional(
      z.object({
        method: filledText(60),
        reference: z.optional(filledText(100)),
      }),
    ),
  }),
  output: StaffOrder,
})
