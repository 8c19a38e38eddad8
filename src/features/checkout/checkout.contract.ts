import * as z from 'zod/mini'
import { defineCall } from '#contract/calls/call.ts'
import { inData } from '#contract/calls/envelopes.ts'
import { Email, largestInteger, RowId } from '#contract/calls/fields.ts'
import { AddressInput } from '#features/addresses/addresses.contract.ts'
import { CartLine } from '#features/cart/cart.contract.ts'
import { AskedCurrency, WirePrice } from '#features/catalogue/catalogue.contract.ts'
import { CodeCheck, TypedCode } from '#features/coupons/coupons.contract.ts'
import { OrderTax } from '#features/orders/orders.contract.ts'

/** VAT number as it was typed. The server normalizes and checks it, so that browsers need no rules of countries. */
const VatNumber = z.string().check(z.trim(), z.maxLength(40))
const Code = z.string().check(z.minLength(1), z.maxLength(64))

export const ShippingChoice = z.object({
  code: z.string(),
  name: z.string(),
  price: WirePrice,
  is_free: z.boolean(),
  min_days: z.int(),
  max_days: z.int(),
})

/** Coupon of the shopper, with its effect on this order. */
export const CouponChoice = z.object({
  claim_id: z.string(),
  code: z.string(),
  /** `F` means a fixed amount, `S` free shipping, and any other value a percentage. */
  coupon_type: z.string(),
  /** '15' for an amount, '20' for a percentage, or '0' for free shipping. */
  discount: z.string(),
  symbol_left: z.string(),
  symbol_right: z.string(),
  use_condition_txt: z.string(),
  date_end: z.nullable(z.string()),
  /** Discount. Null while the coupon cannot be used. */
  off: z.nullable(WirePrice),
  is_best: z.boolean(),
  /** Condition that the order does not meet yet. */
  missing: z.nullable(z.object({ kind: z.enum(['product', 'amount']), price: z.nullable(z.string()) })),
  block_reason: z.nullable(z.enum(['coupon_reserved', 'coupon_not_started', 'coupon_new_only'])),
})
export type CouponChoice = z.output<typeof CouponChoice>

export const QuoteTotal = z.object({
  code: z.enum(['subtotal', 'discount', 'shipping', 'tax', 'total', 'credit']),
  title: z.string(),
  value: WirePrice,
})

export const Quote = z.object({
  currency: z.string(),
  /** The country that shipping and tax are quoted for: the requested one, or the visitor's. */
  country: z.string(),
  lines: z.array(CartLine),
  /** Number of units that stay in the cart because they cannot be bought now. */
  left_out: z.int(),
  count: z.int(),
  shipping_methods: z.array(ShippingChoice),
  shipping_method: z.string(),
  coupons: z.array(CouponChoice),
  /** Coupon in use: a claim id, or `code` for the coupon of a typed code. */
  claim_id: z.nullable(z.string()),
  /** Typed code, with its effect on this order. */
  typed: z.nullable(CodeCheck),
  totals: z.array(QuoteTotal),
  /** Null in a shop without tax. */
  tax: z.nullable(OrderTax),
  /** Whether the totals depend on the place of delivery. */
  needs_place: z.boolean(),
  /** Whether business buyers at this place can enter their company and VAT number. */
  accepts_businesses: z.boolean(),
  total: WirePrice,
  /** Part of the total that store credit pays, and the rest to pay. */
  credit: WirePrice,
  to_pay: WirePrice,
  /** `test` charges nothing, `closed` takes no orders. */
  payments: z.enum(['real', 'test', 'closed']),
})
export type Quote = z.output<typeof Quote>

export const quoteCheckout = defineCall({
  method: 'GET',
  path: '/rest/checkout',
  about:
    'Returns the current total of the cart. Without `claim_id`, the best coupon is applied. If `claim_id` is `none`, no coupon is applied. If `claim_id` is `code`, the coupon in `coupon_code` is applied if it can be used. Without `shipping_method`, the first method is used. Guests can use the coupons of the email address with which they subscribed.',
  access: 'anyone',
  knowsGuests: true,
  envelope: inData,
  input: z.object({
    currency: AskedCurrency,
    shipping_method: z.optional(Code),
    claim_id: z.optional(Code),
    coupon_code: z.optional(TypedCode),
    /** The place of delivery as far as it is known. Shipping and tax depend on it. */
    country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/), z.maxLength(2))),
    state: z.optional(z.string().check(z.maxLength(60))),
    postcode: z.optional(z.string().check(z.maxLength(12))),
    vat_number: z.optional(VatNumber),
  }),
  output: Quote,
})

export const checkOut = defineCall({
  method: 'POST',
  path: '/rest/checkout',
  about:
    'Creates an order from the cart. Rejects the request if its lines or total differ from the current cart. Deducts stock and store credit. Reserves the coupon until the order is paid or abandoned.',
  access: 'anyone',
  envelope: inData,
  input: z.object({
    /** Email address of a guest. A shopper's own address is known. */
    email: z.optional(Email),
    /** Id of an address in the address book, or a new address. */
    address_id: z.optional(Code),
    address: z.optional(AddressInput),
    /** Adds a new address to the address book. */
    keep_address: z._default(z.boolean(), false),
    shipping_method: Code,
    claim_id: z.nullable(Code),
    /** Typed coupon code. The order claims and uses the coupon, and `claim_id` is null. */
    coupon_code: z.optional(TypedCode),
    currency: z.string().check(z.regex(/^[A-Z]{3}$/), z.maxLength(3)),
    language_id: z.optional(RowId),
    /** SKUs with quantities and the `price_value` of the total, as the shopper saw them. */
    lines: z
      .array(z.object({ sku_id: RowId, quantity: z.int().check(z.gte(-largestInteger), z.lte(largestInteger)) }))
      .check(z.minLength(1), z.maxLength(500)),
    total: z.string().check(z.maxLength(20)),
    /**
     * `price_value` of the store credit that the shopper saw. An order with another amount is refused. Without this
     * field, all available credit is used.
     */
    credit: z.optional(z.string().check(z.maxLength(20))),
    /** A business buyer, where the shop accepts them. */
    company: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    vat_number: z.optional(VatNumber),
  }),
  output: z.object({
    order_id: z.string(),
    order_no: z.string(),
    email: z.string(),
    total: WirePrice,
    /** True if store credit paid the whole order. */
    is_paid: z.boolean(),
    /** True if there was nothing to pay. Such an order waits for staff to check it. */
    is_on_hold: z.boolean(),
  }),
})
