import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { type Call, fillPath, toQuery } from '#contract/call.ts'
import { addAddress } from '#features/addresses/addresses.contract.ts'
import { saveAdvert } from '#features/adverts/server/adverts.service.ts'
import { addToCart } from '#features/cart/cart.contract.ts'
import { sendChatMessage } from '#features/chat/chat.contract.ts'
import { quoteCheckout } from '#features/checkout/checkout.contract.ts'
import { sendTicket } from '#features/contact/contact.contract.ts'
import { saveProblemTypes } from '#features/contact/server/problem-types.ts'
import { claimLinks } from '#features/coupons/server/coupons.tables.ts'
import { storeImage } from '#features/images/server/images.service.ts'
import { completeOrder } from '#features/orders/server/order-commands.service.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { saveBlogPosts, saveInformationPages, saveProductTests } from '#features/pages/server/save-pages.service.ts'
import { requestReturn } from '#features/returns/returns.contract.ts'
import { approveReturn } from '#features/returns/server/return-commands.service.ts'
import { writeReview } from '#features/reviews/reviews.contract.ts'
import { saveReviewLabels } from '#features/reviews/server/reviews.service.ts'
import { hashToken } from '#features/sign-in/server/session.service.ts'
import { emailConfirmationTokens, passwordResetTokens } from '#features/sign-in/server/sign-in.tables.ts'
import { referenceQuestionTypes } from '#reference/question-types.ts'
import type { Database } from '#server/database.ts'
import { newId, newToken } from '#server/ids.ts'
import { reasons, receive, stockReasons, toRequest } from './returned-goods.ts'
import { buy, buyAndReceive, goods, stockShop, testAddress } from './stocked-shop.ts'
import { claimTestCoupon, saveTestCoupon, saveTestWidget } from './test-offers.ts'
import { json, type Person, peoplesPassword, type testShop } from './test-shop.ts'

type TestShop = ReturnType<typeof testShop>
/** Everything of somebody that a call can name, with a word in all their private texts that nobody else may ever see. */
export type Life = Awaited<ReturnType<typeof liveIn>>

let advertId = 0
let widgetLinkId = 0

/** Everything a shop has before the first shopper comes: goods, reasons, pages, an advert and a coupon to claim. */
export async function furnishShop({ shop, clock }: TestShop): Promise<void> {
  const { db } = shop
  const now = clock.now()
  await stockShop(db, now)
  await stockReasons(db)
  await saveProblemTypes(db, referenceQuestionTypes)
  await saveReviewLabels(db, [{ id: 1, name: 'Lovely fabric' }])
  await saveInformationPages(shop, [{ id: 1, title: 'Privacy Notice', body: 'Little.' }])
  await saveBlogPosts(db, [{ id: 1, handle: 'linen', title: 'Linen', body: 'Cool.', publishedAt: new Date(0) }])
  await saveProductTests(db, [{ id: 1, title: 'Try it', body: 'Do.', productId: goods.dress, startsAt: new Date(0) }])
  const widget = await saveTestWidget(db, [await saveTestCoupon(db)])
  widgetLinkId = widget.linkIds[0] ?? 0
  advertId = 1
  const look = { couponWidgetId: widget.id, startsAt: new Date(0) }
  await saveAdvert(db, { id: advertId, position: 'account', linkType: 'coupon_module', ...look })
}

async function draw(): Promise<Uint8Array> {
  const background = { r: Math.floor(Math.random() * 255), g: Math.floor(Math.random() * 255), b: 7 }
  return sharp({ create: { width: 24, height: 16, channels: 3, background } })
    .png()
    .toBuffer()
}

/** Lets somebody have orders, a return, a review, a coupon, a cart, an address, a ticket and a chat. */
export async function liveIn({ shop }: TestShop, person: Person) {
  // Letters only: the masks of guest tracking would otherwise leave parts of it standing.
  const secret = `Geheim${newId().replace(/[^a-z]/g, '')}`
  const address = { ...testAddress, address1: `1 ${secret}`, address2: secret }
  const untold = await buy(shop, person, [goods.scarf], { address })
  const unpaid = await buy(shop, person, [goods.scarf], { address })
  const received = await receive(shop, person, [goods.dress, goods.scarf], { address })
  const complete = await buyAndReceive(shop, person, [goods.dress, goods.shoe], { address })
  await completeOrder(shop, complete.orderId)
  const [returned = '', kept = ''] = received.lineIds
  const image = await storeImage(shop, { customerId: person.id, kind: 'return', bytes: await draw() })
  const request = { ...toRequest({ ...received, lineIds: [returned] }), comment: secret, image_ids: [image.id] }
  const { id: returnId } = await person.call(requestReturn, request)
  await approveReturn(shop, { returnId })
  const spareImage = await storeImage(shop, { customerId: person.id, kind: 'return', bytes: await draw() })
  const reviewImage = await storeImage(shop, { customerId: person.id, kind: 'review', bytes: await draw() })
  const wrote = { order_no: complete.orderNo, rank: 80, image_ids: [reviewImage.id], label_ids: [1] }
  await person.call(writeReview, { ...wrote, product_id: goods.dress, sku: 'SKU-101', content: 'Lovely' })
  const second = await findSecondLine(shop.db, complete.orderId)
  const { id: secondReturnId } = await person.call(requestReturn, toRequest({ ...complete, lineIds: [second] }))
  const claimId = await claimTestCoupon(shop, person)
  const { address1: _, address2: __, ...fields } = testAddress
  const wireAddress = { ...fields, house_num: '', address_1: '18 Ropewalk Lane', address_2: '' }
  const book = await person.call(addAddress, { ...wireAddress, address_1: address.address1, address_2: secret })
  const ticket = await person.call(sendTicket, { email: person.email, message: secret, problem_type: 6 })
  const chat = await person.call(sendChatMessage, { body: secret, client_key: `key-${newId()}` })
  await person.call(addToCart, { sku_id: goods.dress })
  const quote = await person.call(quoteCheckout, {})
  const tokens = { resetToken: newToken(), confirmToken: newToken(), claimToken: newToken() }
  const soon = {
    customerId: person.id,
    createdAt: shop.clock.now(),
    expiresAt: new Date(shop.clock.now().getTime() + 60_000),
  }
  await shop.db.insert(passwordResetTokens).values({ ...soon, tokenHash: hashToken(tokens.resetToken) })
  const confirmation = { ...soon, email: person.email, tokenHash: hashToken(tokens.confirmToken) }
  await shop.db.insert(emailConfirmationTokens).values(confirmation)
  const { customerId: _owner, ...lasting } = soon
  const claimLink = { ...lasting, email: person.email, tokenHash: hashToken(tokens.claimToken) }
  await shop.db.insert(claimLinks).values(claimLink)
  return {
    secret,
    /** Of an order that no sample names. */
    untoldOrderNo: untold.orderNo,
    person,
    unpaid,
    received: { ...received, returned, kept },
    complete,
    returnId,
    secondReturnId,
    packageId: complete.packageIds[0] ?? '',
    imageId: image.id,
    spareImageId: spareImage.id,
    reviewImageId: reviewImage.id,
    claimId,
    addressId: book.id,
    ticketId: ticket.id,
    conversationId: chat.conversation_id,
    wireAddress,
    quote,
    ...tokens,
  }
}

async function findSecondLine(db: Database, orderId: string): Promise<string> {
  const [, second] = await db
    .select({ id: orderLines.id })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.position)
  return second?.id ?? ''
}

/** Everything that is somebody's, in every table that says whose its rows are: the same as before, or not. */
export async function snapshotOf(db: Database, customerId: string): Promise<string> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attname = 'customer_id' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`)
  const parts = tables.map(
    ({ name }) =>
      sql`select ${name} as name, coalesce(string_agg(t::text, '|' order by t::text), '') as rows
        from ${sql.identifier(name)} t where t.customer_id = ${customerId}`,
  )
  const { rows } = await db.execute(sql.join(parts, sql` union all `))
  if (rows.length < 20) throw new Error('Most tables should say whose their rows are')
  return JSON.stringify(rows)
}

let picture: Promise<Uint8Array> | undefined
type Samples = Record<string, Record<string, unknown>>

/** An input for every call that its owner may send and is answered: whoever adds a call adds its line here. */
export async function sampleInputs(life: Life): Promise<Samples> {
  const { person, unpaid, received, complete, returnId, packageId, quote, wireAddress } = life
  const { email } = person
  const product = { product_id: goods.shoe }
  const pay = { orderId: unpaid.orderId, email }
  picture ??= draw()
  const image = new File([new Uint8Array(await picture)], 'a.png', { type: 'image/png' })
  const sku = { sku_id: goods.dress, quantity: 1 }
  const newcomer = { email: `new-${newId().slice(0, 8)}@harbor.test`, password: peoplesPassword }
  return {
    'GET /ajax-web/account/user': {},
    'POST /ajax-web/account/offer': { accept: true },
    'GET /rest/address': {},
    'POST /rest/address': { ...wireAddress, city: 'Bangor' },
    'POST /rest/address/:id': { ...wireAddress, id: life.addressId, city: 'Salem' },
    'POST /rest/address/:id/delete': { id: life.addressId },
    'POST /rest/address/:id/default': { id: life.addressId },
    'GET /ajax-web/ads': { pos: 'account' },
    'POST /ajax-web/ads/:advertId/click': { advertId },
    'POST /ajax-web/event': { name: 'purchase', props: { order_id: complete.orderId, note: 'x', list: [1, 'a'] } },
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
    'POST /rest/collect': { product_id: goods.dress, is_collected: true },
    'GET /ajax-web/chat': { after: 0 },
    'GET /ajax-web/chat/unread': {},
    'POST /ajax-web/chat/message': { body: 'Hello', client_key: 'key-12345678' },
    'POST /ajax-web/chat/read': { last_id: 1 },
    'GET /rest/checkout': { currency: 'USD', shipping_method: 'express', claim_id: life.claimId },
    'POST /rest/checkout': {
      address_id: life.addressId,
      shipping_method: quote.shipping_method,
      claim_id: quote.claim_id,
      currency: quote.currency,
      lines: quote.lines.map((line) => ({ sku_id: line.sku_id, quantity: line.quantity })),
      total: quote.total.price_value,
    },
    'GET /rest/payment/:orderId': pay,
    'POST /rest/payment/:orderId': pay,
    'POST /rest/payment/:orderId/check': pay,
    'POST /rest/payment/:orderId/trial': { ...pay, outcome: 'decline' },
    'GET /rest/contact/problems': {},
    'GET /rest/contact/orders': { keyword: received.orderNo },
    'POST /rest/contact': { email, message: 'Where is it?', problem_type: 6, order_no: received.orderNo },
    'GET /rest/contact/tickets': { page: 1, limit: 10 },
    'GET /rest/contact/tickets/:id': { id: life.ticketId },
    'GET /ajax-web/account/coupon': { status: 1, page: 1, limit: 10, language_id: 1 },
    'POST /ajax-web/coupon/bind': { email, code_id: String(widgetLinkId) },
    'GET /ajax-web/coupon/user-check': { email },
    'POST /ajax-web/subscribe': { email },
    'POST /ajax-web/coupon/open': { token: life.claimToken },
    'GET /ajax-web/coupon/widgets': { ids: String(advertId) },
    'GET /rest/order': { page: 1, limit: 10, order_status_id: '4,10', from_type: 'a' },
    'GET /rest/order/:orderId': { orderId: received.orderId, email },
    'POST /rest/order/cancel/:orderId': { orderId: unpaid.orderId },
    'GET /rest/package/:packageId/tracking': { packageId },
    'GET /rest/information/:title': { title: 'Privacy Notice' },
    'GET /rest/blog': { page: 1, limit: 10 },
    'GET /rest/blog/:handle': { handle: 'linen' },
    'GET /rest/new-product-test/:id': { id: 1 },
    'GET /rest/after_sale': { page: 1, limit: 10 },
    'GET /rest/after_sale/reason': {},
    'GET /rest/after_sale/:returnId': { returnId, email },
    'POST /rest/after_sale': {
      ...toRequest({ orderNo: received.orderNo, lineIds: [received.kept] }, [reasons.changedMind]),
      image_ids: [life.spareImageId],
      email,
    },
    'POST /rest/after_sale/image': { image },
    'POST /rest/after_sale/quote': { order_product_ids: [received.kept] },
    'POST /rest/after_sale/shipment': {
      after_sale_id: returnId,
      order_product_ids: [received.returned],
      delivery_company: 'DHL Express',
      tracking_number: 'LX12345678',
      email,
    },
    'POST /rest/after_sale/cancel/:returnId': { returnId: life.secondReturnId, id: life.secondReturnId, email },
    'GET /rest/customer/reviews': { order_id: complete.orderId, product_id: goods.dress },
    'GET /rest/reviews/label': {},
    'POST /rest/reviews': {
      ...{ ...product, order_no: complete.orderNo, sku: 'SKU-107', email, rank: 60, content: 'Fine' },
      ...{ image_ids: [], label_ids: '1' },
    },
    'POST /rest/review-images': { image, email, ...product },
    'GET /rest/products/:handle/reviews': { handle: 'dress', with_photos: 1, stars: 4 },
    'GET /rest/reviews': { page: 1, limit: 10 },
    'GET /ajax-web/navigation/bottom': {},
    'GET /rest/currency': {},
    'GET /rest/language': {},
    'POST /ajax-web/customer/login': { email, password: peoplesPassword },
    'POST /ajax-web/customer/register': newcomer,
    'POST /ajax-web/customer/logout': {},
    'POST /ajax-web/customer/forgot': { email },
    'POST /ajax-web/customer/reset': { token: life.resetToken, password: peoplesPassword },
    'POST /ajax-web/customer/confirm': { token: life.confirmToken },
    'POST /ajax-web/customer/confirm/send': {},
    'POST /ajax-web/customer/password': { old_password: peoplesPassword, password: 'Changed2026' },
    'GET /ajax-web/customer/email': {},
    'GET /rest/order/tracking': { email, order_no: received.orderNo },
  }
}

/** The request that a call with this input is. */
export function toRequestInit(call: Call, input: Record<string, unknown>): [path: string, init: RequestInit] {
  const { path, rest } = fillPath(call, input)
  if (call.method === 'GET') return [path + toQuery(rest), {}]
  if (call.sentAs !== 'multipart') return [path, json(rest)]
  const body = new FormData()
  for (const [name, value] of Object.entries(rest)) body.append(name, value instanceof Blob ? value : String(value))
  return [path, { method: 'POST', body }]
}
