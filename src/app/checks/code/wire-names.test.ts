import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AccountSummary } from '#features/account/account.contract.ts'
import { Advert } from '#features/adverts/adverts.contract.ts'
import { Coupon, CouponWidget } from '#features/coupons/coupons.contract.ts'
import { ArchivedOrder } from '#features/orders/order-lookup.contract.ts'
import { Order, OrderLine, PackageTracking, ShippingAddress } from '#features/orders/orders.contract.ts'
import { Return, ReturnedProduct, ReturnReason } from '#features/returns/returns.contract.ts'
import { Review } from '#features/reviews/reviews.contract.ts'
import { NavigationItem } from '#features/settings/settings.contract.ts'
import { ContactOrder, ProblemType } from '#features/support/contact.contract.ts'

/** The names in section 3 of the specification, including its misspellings. */
const entities: [entity: string, schema: z.ZodMiniType, names: string][] = [
  [
    'Account summary',
    AccountSummary,
    'email site_name unpaid_order proccessing_order shipped_order received_order return_order adRegister activity_text adData link_type',
  ],
  [
    'Order',
    Order,
    'id order_no order_status_id order_status created_at date_added email payment_method products totals title value price shipping_address total code price_value ga_counter invalid_status',
  ],
  [
    'Shipping address',
    ShippingAddress,
    'firstname lastname telephone address_1 address_2 city state country house_num postcode',
  ],
  [
    'Order product line',
    OrderLine,
    'id product_id sku_id sku_name name description is_gift activity_type activity_id type type_name order_product_status order_product_status_id can_after_sale after_sale_expire_date after_sale_status after_sale_status_name after_sale_id real_price price price_value compare_at_price order_packages review sku image inventory options value_name special_price_value is_new_user_price product status handle feed_id categories product_basic_category',
  ],
  [
    'Return',
    Return,
    'id order_id order_no products comment images reasons after_sale_reasons refund_shipping_fee refund_shipping_at status delivery_company tracking_number can_edit remind_time system_comment date_added refund_total',
  ],
  [
    'Returned product',
    ReturnedProduct,
    'order_product name type real_price_in_exchange status_en_name sku tracking_number delivery_company refund order_product_id shipment_expired_at refund_at system_comment product_reasons reason children',
  ],
  ['Return reason', ReturnReason, 'id reason parent_id children'],
  ['Review', Review, 'product_id sku rank content label name images data path'],
  ['Package tracking', PackageTracking, 'tracking_no trackingUrl details events eventDate eventTime eventDesc'],
  [
    'Coupon',
    Coupon,
    'id code coupon_type discount currency_code use_condition_txt can_use date_start date_end object jump_url link_name',
  ],
  [
    'Settings navigation item',
    NavigationItem,
    'id name children link_type blog handle link_id link_detail term_service title',
  ],
  ['Contact problem type', ProblemType, 'id name children'],
  ['Order lookup item', ContactOrder, 'id order_no item_quantity total order_time'],
  [
    'Shopify-type order',
    ArchivedOrder,
    'shipping_address firstname lastname zipcode tel state city country shipping_method email pay_confirm_time order_no currency sku_price discount_price shipping total orderItems image sku_name_en sku_attr_en Price status',
  ],
  ['Advert', Advert, 'id link_type image_path link_path link_detail ios_url google_url'],
  [
    'Coupon widget',
    CouponWidget,
    'date_start date_end id settings backgroud_color user_group path register_type style coupon bundle_receive num_per_row row_num codes link_id is_available is_received link_detail code discount use_condition_txt jump_url button_text discount_text condition_text font_size color bold m_backgroud_image m_image_width m_image_height',
  ],
]

/** Collects every field name that a schema can put on the wire, at any depth. */
function namesIn(schema: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(schema)) for (const one of schema) namesIn(one, found)
  else if (schema && typeof schema === 'object') {
    for (const [key, value] of Object.entries(schema)) {
      if (key === 'properties') for (const name of Object.keys(value as object)) found.add(name)
      namesIn(value, found)
    }
  }
  return found
}

test.each(entities)('sends every name of the specification for %s', (_entity, schema, names) => {
  const sent = namesIn(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }))
  expect(names.split(' ').filter((name) => !sent.has(name))).toEqual([])
})
