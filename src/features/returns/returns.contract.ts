import * as z from 'zod/mini'
import { defineCall } from '#contract/calls/call.ts'
import { bare, codeOne, type Envelope, inData } from '#contract/calls/envelopes.ts'
import { Pagination, Paging, RowId } from '#contract/calls/fields.ts'
import { msg } from '#contract/text/translate.ts'
import { SkuOption, WirePrice } from '#features/catalogue/catalogue.contract.ts'
import { commentMaxLength, imagesMax, reasonMissing, waybillMessage } from './returns.rules.ts'

const Id = z.string().check(z.minLength(1), z.maxLength(64))
/** Email address that is only compared with the caller’s address and never trusted. */
const ComparedEmail = z.optional(z.string().check(z.maxLength(200)))
const max = 100

export const UploadedImage = z.object({ id: z.string(), url: z.string() })
export type UploadedImage = z.output<typeof UploadedImage>

const Reason = { id: z.int(), reason: z.string(), code: z.string() }
export const ReturnReason = z.object({
  ...Reason,
  parent_id: z.int(),
  children: z.array(z.object({ ...Reason, parent_id: z.int(), children: z.array(z.never()) })),
})
export type ReturnReason = z.output<typeof ReturnReason>

const ChosenReason = z.object({
  id: z.int(),
  reason: z.string(),
  children: z.array(z.object({ id: z.int(), reason: z.string() })),
})

export const ReturnedProduct = z.object({
  id: z.string(),
  order_product_id: z.string(),
  order_product: z.object({ name: z.string(), type: z.int(), real_price_in_exchange: WirePrice }),
  status: z.int(),
  status_en_name: z.string(),
  sku: z.object({
    sku: z.string(),
    image: z.string(),
    options: z.array(SkuOption),
    product: z.object({ id: z.int(), name: z.string(), handle: z.string() }),
  }),
  delivery_company: z.nullable(z.string()),
  tracking_number: z.nullable(z.string()),
  can_edit: z.boolean(),
  shipment_expired_at: z.nullable(z.string()),
  /** Settled refund. The next field, `expected_refund`, is the refund if the shop accepts every open item. */
  refund: z.nullable(WirePrice),
  expected_refund: WirePrice,
  refund_at: z.nullable(z.string()),
  /** Refund to the original payment, or into the account as store credit. */
  refund_to: z.enum(['payment', 'credit']),
  system_comment: z.nullable(z.string()),
  product_reasons: z.array(ChosenReason),
})

export const Return = z.object({
  id: z.string(),
  return_no: z.string(),
  order_id: z.string(),
  order_no: z.string(),
  /** The first few items in a list of returns. A single return has all its items, at most a hundred. */
  products: z.array(ReturnedProduct),
  products_pagination: Pagination,
  comment: z.string(),
  images: z.array(UploadedImage),
  reasons: z.array(ChosenReason),
  after_sale_reasons: z.array(z.object({ id: z.int(), reason: z.string(), parent_id: z.int() })),
  refund_shipping_fee: WirePrice,
  refund_shipping_at: z.nullable(z.string()),
  status: z.int(),
  delivery_company: z.nullable(z.string()),
  tracking_number: z.nullable(z.string()),
  can_edit: z.boolean(),
  /** Address for the items of an approved return, line by line. Null if there is nothing to send. */
  return_address: z.nullable(z.string()),
  /**
   * Seconds left to enter the parcel data, measured when the response was sent. 0 once the parcel data are complete.
   */
  remind_time: z.int(),
  /** Comments, the newest first. */
  system_comment: z.array(z.string()),
  date_added: z.string(),
  refund_total: WirePrice,
  expected_refund_total: WirePrice,
})
export type Return = z.output<typeof Return>

export const listReturns = defineCall({
  method: 'GET',
  path: '/rest/after_sale',
  about: 'Lists the returns of the signed-in shopper, newest first.',
  access: 'customer',
  envelope: bare,
  input: z.object({ ...Paging, from_type: z.optional(z.coerce.string<string | number>().check(z.maxLength(20))) }),
  output: z.object({ data: z.array(Return), meta: z.object({ pagination: Pagination }) }),
})

export const listReturnReasons = defineCall({
  method: 'GET',
  path: '/rest/after_sale/reason',
  about:
    'Lists the return reasons by category. Some categories have specific reasons. The response is an array without an envelope.',
  access: 'anyone',
  envelope: bare,
  input: z.object({}),
  output: z.array(ReturnReason),
})

export const getReturn = defineCall({
  method: 'GET',
  path: '/rest/after_sale/:returnId',
  about:
    'Returns one return request of the signed-in shopper. Responds with 404 if `email` does not match the caller’s address.',
  access: 'customer',
  envelope: inData,
  input: z.object({ returnId: Id, email: ComparedEmail }),
  output: Return,
})

const LineIds = z.array(Id).check(z.minLength(1), z.maxLength(max))
const ReasonIds = z.array(RowId).check(z.minLength(1, reasonMissing), z.maxLength(2))

export const requestReturn = defineCall({
  method: 'POST',
  path: '/rest/after_sale',
  about:
    'Requests the return of items of one order. A repeated request for the same items returns the existing return.',
  access: 'customer',
  envelope: bare,
  alsoAnswers: [404],
  input: z.object({
    order_no: z.string().check(z.maxLength(20)),
    email: ComparedEmail,
    comment: z._default(z.string().check(z.maxLength(commentMaxLength)), ''),
    image_ids: z._default(z.array(Id).check(z.maxLength(imagesMax)), []),
    /** Lines with their reasons. The two flat arrays below must contain the same lines and reasons. */
    order_products: z
      .array(z.object({ subOrderId: Id, reason_ids: ReasonIds }))
      .check(z.minLength(1), z.maxLength(max)),
    order_product_ids: LineIds,
    after_sale_reason_ids: z.array(RowId).check(z.maxLength(2 * max)),
    /** Refund method. The default is the original payment. `credit` is allowed only if the quote offers it. */
    refund_to: z.optional(z.enum(['payment', 'credit'])),
  }),
  output: z.object({ id: z.string() }),
})

export const uploadReturnImage = defineCall({
  method: 'POST',
  path: '/rest/after_sale/image',
  about:
    'Uploads a picture for a return request: PNG or JPEG, under 5 MB. Uploading the same file again returns the same image.',
  access: 'customer',
  envelope: bare,
  alsoAnswers: [404],
  sentAs: 'multipart',
  asksOthers: true,
  input: z.object({ image: z.file(msg('Please choose a png, jpg or jpeg picture')) }),
  output: z.object({ image: UploadedImage }),
})

export const ReturnQuote = z.object({
  refund_total: WirePrice,
  /** Refunded part of the shipping costs. */
  refund_shipping_fee: WirePrice,
  /** Whether the shopper paid shipping costs that could be refunded. */
  has_postage: z.boolean(),
  products: z.array(
    z.object({
      order_product_id: z.string(),
      price: WirePrice,
      discount: WirePrice,
      refund: WirePrice,
      can_after_sale: z.boolean(),
      after_sale_block_reason: z.nullable(z.string()),
    }),
  ),
  reply_hours: z.int(),
  ship_days: z.int(),
  payment_method: z.nullable(z.string()),
  /** Refund as store credit with the bonus percentage. Null if the shop does not offer it. */
  as_credit: z.nullable(z.object({ refund_total: WirePrice, bonus_percent: z.int() })),
})
export type ReturnQuote = z.output<typeof ReturnQuote>

export const quoteReturn = defineCall({
  method: 'POST',
  path: '/rest/after_sale/quote',
  about: 'Calculates the refund for the given items after discounts. No return is created.',
  access: 'customer',
  envelope: inData,
  alsoAnswers: [404],
  input: z.object({ order_product_ids: LineIds }),
  output: ReturnQuote,
})

/** The response to a saved tracking number has a specific message. */
const waybillTaken: Envelope = {
  ...codeOne,
  name: 'code 1 with the waybill message',
  wrap: (data) => ({ code: 1, message: waybillMessage, data }),
}

export const giveParcel = defineCall({
  method: 'POST',
  path: '/rest/after_sale/shipment',
  about:
    'Adds or changes the carrier and tracking number of returned items. Sending the same data again changes nothing.',
  access: 'customer',
  envelope: waybillTaken,
  alsoAnswers: [404],
  input: z.object({
    after_sale_id: z.optional(Id),
    order_product_ids: LineIds,
    delivery_company: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    tracking_number: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    email: ComparedEmail,
  }),
  output: Return,
})

export const cancelReturn = defineCall({
  method: 'POST',
  path: '/rest/after_sale/cancel/:returnId',
  about:
    'Cancels a return of the signed-in shopper, or only the given items. If `id` is sent, it must equal the id in the path.',
  access: 'customer',
  envelope: codeOne,
  input: z.object({
    returnId: Id,
    id: z.optional(Id),
    after_sale_product_ids: z.optional(z.array(Id).check(z.maxLength(max))),
    email: ComparedEmail,
  }),
  output: Return,
})
