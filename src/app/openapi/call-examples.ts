import { couponStatus } from '#features/coupons/coupons.rules.ts'

/** Resources that the examples name. The reference shows invented resources, and tests pass existing resources. */
export type ExampleValues = {
  email: string
  newEmail: string
  password: string
  /** An image to upload. Absent where it cannot be written as text. */
  image?: Blob
  wireAddress: Record<string, string>
  checkout: Record<string, unknown>
  /** The reasons of a return of one line. */
  returnReasonIds: number[]
  dressId: number
  shoeId: number
  advertId: number
  widgetLinkId: number
  receivedOrder: { id: string; no: string }
  completeOrder: { id: string; no: string }
  unpaidOrderId: string
  returnedLineId: string
  keptLineId: string
  returnId: string
  secondReturnId: string
  packageId: string
  spareImageId: string
  claimId: string
  addressId: string
  ticketId: string
  resetToken: string
  confirmToken: string
  claimToken: string
  /** A guest order that is open in this browser. */
  guestOrder: {
    email: string
    no: string
    token: string
    returnedLineId: string
    keptLineId: string
    returnId: string
    secondReturnId: string
    imageId: string
  }
}
type Examples = Record<string, Record<string, unknown>>

const wireAddress = {
  ...{
    firstname: 'Maren',
    lastname: 'Lindqvist',
    telephone: '+1 207 555 0142',
    country: 'United States',
    state: 'Maine',
  },
  ...{ city: 'Portland', postcode: '04101', house_num: '', address_1: '18 Ropewalk Lane', address_2: '' },
}

/** The values in the reference. */
const documentedValues: ExampleValues = {
  email: 'maren@example.com',
  newEmail: 'new@example.com',
  password: 'a long password',
  wireAddress,
  checkout: {
    ...{ shipping_method: 'standard', claim_id: null, currency: 'USD', total: '128.00' },
    lines: [{ sku_id: 101, quantity: 1 }],
  },
  returnReasonIds: [2],
  dressId: 101,
  shoeId: 107,
  advertId: 1,
  widgetLinkId: 12,
  receivedOrder: { id: '01k9w3n8c2v4', no: 'HB7K2M9Q4XWPT' },
  completeOrder: { id: '01k9w3n8c2v5', no: 'HB3X8N6R2MKVD' },
  unpaidOrderId: '01k9w3n8c2v6',
  returnedLineId: '01k9w3n8c2w1',
  keptLineId: '01k9w3n8c2w2',
  returnId: '01k9w3n8c2x1',
  secondReturnId: '01k9w3n8c2x2',
  packageId: '01k9w3n8c2y1',
  spareImageId: '01k9w3n8c2z1',
  claimId: '01k9w3n8c301',
  addressId: '01k9w3n8c302',
  ticketId: '01k9w3n8c303',
  resetToken: 'the token of the mail',
  confirmToken: 'the token of the mail',
  claimToken: 'the token of the mail',
  guestOrder: {
    email: 'guest@example.com',
    no: 'HB5T2V8K4QWRN',
    token: 'the token of the mail',
    ...{ returnedLineId: '01k9w3n8c3a1', keptLineId: '01k9w3n8c3a2' },
    ...{ returnId: '01k9w3n8c3b1', secondReturnId: '01k9w3n8c3b2', imageId: '01k9w3n8c3c1' },
  },
}

/** Returns an input for every call of the shop. A new call needs a line here. Tests make every call with its input. */
export function exampleInputs(exampleValues: ExampleValues = documentedValues): Examples {
  return {
    ...accountInputs(exampleValues),
    ...cartInputs(exampleValues),
    ...chatInputs,
    ...checkoutInputs(exampleValues),
    ...contactInputs(exampleValues),
    ...couponInputs(exampleValues),
    ...orderInputs(exampleValues),
    ...returnInputs(exampleValues),
    ...guestInputs(exampleValues),
    ...reviewInputs(exampleValues),
    ...signInInputs(exampleValues),
  }
}

function accountInputs({ advertId, wireAddress, completeOrder, addressId }: ExampleValues): Examples {
  return {
    'GET /ajax-web/account/user': {},
    'POST /ajax-web/account/offer': { accept: true },
    'GET /rest/account/credit': { page: 1, limit: 10 },
    'GET /rest/address': {},
    'GET /rest/countries': { only: 'shipped_to' },
    'GET /rest/countries/:code/address-format': { code: 'JP' },
    'POST /rest/address': { ...wireAddress, city: 'Bangor' },
    'POST /rest/address/:id': { ...wireAddress, id: addressId, city: 'Salem' },
    'POST /rest/address/:id/delete': { id: addressId },
    'POST /rest/address/:id/default': { id: addressId },
    'GET /ajax-web/ads': { pos: 'account' },
    'POST /ajax-web/ads/:advertId/click': { advertId },
    'POST /ajax-web/event': { name: 'purchase', props: { order_id: completeOrder.id, note: 'x', list: [1, 'a'] } },
  }
}

function cartInputs({ dressId }: ExampleValues): Examples {
  const sku = { sku_id: dressId, quantity: 1 }
  return {
    'GET /rest/cart': { currency: 'EUR' },
    'POST /rest/cart/quantity': { ...sku, quantity: 2 },
    'POST /rest/cart': sku,
    'POST /rest/cart/remove': sku,
    'GET /rest/cart/count': {},
    'GET /rest/products/:handle': { handle: 'dress', currency: 'EUR' },
    'GET /rest/products': {
      ...{ q: 'dress', category: 'dresses', size: 'M', color: 'Clay', min_price: 1, max_price: 900, in_stock: 1 },
      ...{ sort: 'price_asc', page: 1, limit: 20, currency: 'EUR', with_filters: 1 },
    },
    'GET /rest/categories': {},
    'GET /rest/collect': { page: 1, limit: 10 },
    'POST /rest/collect': { product_id: dressId, is_collected: true },
  }
}

const chatInputs: Examples = {
  'GET /ajax-web/chat': { after: 0 },
  'GET /ajax-web/chat/unread': {},
  'POST /ajax-web/chat/message': { body: 'Hello', client_key: 'key-12345678' },
  'POST /ajax-web/chat/read': { last_id: 1 },
  'POST /ajax-web/chat/typing': {},
}

function checkoutInputs({ email, checkout, unpaidOrderId, claimId, addressId }: ExampleValues): Examples {
  const pay = { orderId: unpaidOrderId, email }
  return {
    'GET /rest/checkout': { currency: 'USD', shipping_method: 'express', claim_id: claimId },
    'GET /rest/checkout/coupon': { code: 'HELLO15', currency: 'USD' },
    'POST /rest/checkout': { ...checkout, address_id: addressId },
    'GET /rest/payment/:orderId': pay,
    'POST /rest/payment/:orderId': pay,
    'POST /rest/payment/:orderId/check': pay,
    'POST /rest/payment/:orderId/trial': { ...pay, outcome: 'decline' },
  }
}

function contactInputs({ email, receivedOrder, ticketId }: ExampleValues): Examples {
  return {
    'GET /rest/contact/problems': {},
    'GET /rest/contact/orders': { keyword: receivedOrder.no },
    'POST /rest/contact': { email, message: 'Where is it?', problem_type: 6, order_no: receivedOrder.no },
    'GET /rest/contact/tickets': { page: 1, limit: 10 },
    'GET /rest/contact/tickets/:id': { id: ticketId },
  }
}

function couponInputs({ email, advertId, widgetLinkId, claimToken }: ExampleValues): Examples {
  return {
    'GET /ajax-web/account/coupon': { status: couponStatus.unused, page: 1, limit: 10, language_id: 1 },
    'POST /ajax-web/coupon/bind': { email, code_id: String(widgetLinkId) },
    'GET /ajax-web/coupon/user-check': { email },
    'POST /ajax-web/subscribe': { email },
    'POST /ajax-web/coupon/open': { token: claimToken },
    'GET /ajax-web/coupon/widgets': { ids: String(advertId) },
  }
}

function orderInputs({ email, receivedOrder, unpaidOrderId, packageId }: ExampleValues): Examples {
  return {
    'GET /rest/order': { page: 1, limit: 10, order_status_id: '4,10', from_type: 'a' },
    'GET /rest/order/:orderId': { orderId: receivedOrder.id, email },
    'GET /rest/order/:orderId/documents': { orderId: receivedOrder.id },
    'POST /rest/order/cancel/:orderId': { orderId: unpaidOrderId },
    'GET /rest/package/:packageId/tracking': { packageId },
    'GET /rest/information/:title': { title: 'Privacy Notice' },
    'GET /rest/legal-pages': {},
    'GET /rest/blog': { page: 1, limit: 10 },
    'GET /rest/blog/:handle': { handle: 'linen' },
    'GET /rest/new-product-test/:id': { id: 1 },
  }
}

function returnInputs({
  email,
  image,
  receivedOrder,
  returnedLineId,
  keptLineId,
  returnId,
  secondReturnId,
  spareImageId,
  returnReasonIds: reasons,
}: ExampleValues): Examples {
  return {
    'GET /rest/after_sale': { page: 1, limit: 10 },
    'GET /rest/after_sale/reason': {},
    'GET /rest/after_sale/:returnId': { returnId, email },
    'POST /rest/after_sale': {
      ...requestReturn(receivedOrder.no, keptLineId, reasons),
      image_ids: [spareImageId],
      email,
    },
    'POST /rest/after_sale/image': { image },
    'POST /rest/after_sale/quote': { order_product_ids: [keptLineId] },
    'POST /rest/after_sale/shipment': {
      after_sale_id: returnId,
      order_product_ids: [returnedLineId],
      delivery_company: 'DHL Express',
      tracking_number: 'LX12345678',
      email,
    },
    'POST /rest/after_sale/cancel/:returnId': { returnId: secondReturnId, id: secondReturnId, email },
  }
}

function guestInputs({ image, guestOrder, returnReasonIds: reasons }: ExampleValues): Examples {
  return {
    'POST /rest/order/link': { email: guestOrder.email, order_no: guestOrder.no },
    'POST /rest/order/link/open': { token: guestOrder.token },
    'GET /rest/guest/order': { line_id: guestOrder.keptLineId },
    'GET /rest/guest/after_sale/:returnId': { returnId: guestOrder.returnId, email: guestOrder.email },
    'POST /rest/guest/after_sale': {
      ...requestReturn(guestOrder.no, guestOrder.keptLineId, reasons),
      image_ids: [guestOrder.imageId],
      email: guestOrder.email,
    },
    'POST /rest/guest/after_sale/image': { image },
    'POST /rest/guest/after_sale/quote': { order_product_ids: [guestOrder.keptLineId] },
    'POST /rest/guest/after_sale/shipment': {
      after_sale_id: guestOrder.returnId,
      order_product_ids: [guestOrder.returnedLineId],
      delivery_company: 'DHL Express',
      tracking_number: 'LX12345679',
      email: guestOrder.email,
    },
    'POST /rest/guest/after_sale/cancel/:returnId': {
      ...{ returnId: guestOrder.secondReturnId, id: guestOrder.secondReturnId, email: guestOrder.email },
    },
  }
}

function reviewInputs({ email, image, dressId, shoeId, completeOrder }: ExampleValues): Examples {
  return {
    'GET /rest/customer/reviews': { order_id: completeOrder.id, product_id: dressId },
    'GET /rest/reviews/label': {},
    'POST /rest/reviews': {
      ...{ product_id: shoeId, order_no: completeOrder.no, sku: 'SKU-107', email, rank: 60, content: 'Fine' },
      ...{ image_ids: [], label_ids: '1' },
    },
    'POST /rest/review-images': { image, email, product_id: shoeId },
    'GET /rest/products/:handle/reviews': { handle: 'dress', with_photos: 1, stars: 4 },
    'GET /rest/reviews': { page: 1, limit: 10 },
  }
}

function signInInputs({ email, newEmail, password, receivedOrder, resetToken, confirmToken }: ExampleValues): Examples {
  return {
    'GET /ajax-web/navigation/bottom': {},
    'GET /rest/currency': {},
    'GET /rest/language': {},
    'POST /ajax-web/customer/login': { email, password: password },
    'POST /ajax-web/customer/register': { email: newEmail, password },
    'POST /ajax-web/customer/logout': {},
    'POST /ajax-web/customer/forgot': { email },
    'POST /ajax-web/customer/reset': { token: resetToken, password: password },
    'POST /ajax-web/customer/confirm': { token: confirmToken },
    'POST /ajax-web/customer/confirm/send': {},
    'POST /ajax-web/customer/password': { old_password: password, password: 'Changed2026' },
    'GET /ajax-web/customer/email': {},
    'GET /rest/order/tracking': { email, order_no: receivedOrder.no },
  }
}

function requestReturn(orderNo: string, lineId: string, reasons: number[]) {
  return {
    order_no: orderNo,
    comment: 'The waist measures 3 cm less than the size guide says.',
    order_product_ids: [lineId],
    after_sale_reason_ids: reasons,
    order_products: [{ subOrderId: lineId, reason_ids: reasons }],
  }
}
