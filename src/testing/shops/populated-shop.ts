import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { exampleInputs } from '#app/openapi/call-examples.ts'
import { type Call, fillPath, toQuery } from '#contract/calls/call.ts'
import { addAddress } from '#features/addresses/addresses.contract.ts'
import { saveAdvert } from '#features/adverts/server/adverts.service.ts'
import { addToCart } from '#features/cart/cart.contract.ts'
import { quoteCheckout } from '#features/checkout/checkout.contract.ts'
import { claimLinks } from '#features/coupons/server/coupons.tables.ts'
import { storeImage } from '#features/images/server/images.service.ts'
import { completeOrder } from '#features/orders/server/commands/order-commands.service.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { createOrderLink } from '#features/orders/server/queries/order-links.service.ts'
import { saveBlogPosts, saveInformationPages, saveProductTests } from '#features/pages/server/save-pages.service.ts'
import { requestReturn } from '#features/returns/returns.contract.ts'
import { requestReturn as requestReturnBy } from '#features/returns/server/commands/request-return.service.ts'
import { approveReturn } from '#features/returns/server/commands/return-commands.service.ts'
import { writeReview } from '#features/reviews/reviews.contract.ts'
import { saveReviewLabels } from '#features/reviews/server/reviews.service.ts'
import { hashToken } from '#features/sign-in/server/session.service.ts'
import { emailConfirmationTokens, passwordResetTokens } from '#features/sign-in/server/sign-in.tables.ts'
import { sendChatMessage } from '#features/support/chat.contract.ts'
import { sendTicket } from '#features/support/contact.contract.ts'
import { saveProblemTypes } from '#features/support/server/contact/problem-types.ts'
import { referenceQuestionTypes } from '#reference/question-types.ts'
import type { Database } from '#server/database/database.ts'
import { newId, newToken } from '#server/database/ids.ts'
import { json, type Person, testPassword, type testShop } from '../test-shop.ts'
import { reasons, receive, stockReasons, toRequest } from './returned-goods.ts'
import { buy, buyAndReceive, goods, stockShop, testAddress } from './stocked-shop.ts'
import { claimTestCoupon, saveTestCoupon, saveTestWidget } from './test-offers.ts'

type TestShop = ReturnType<typeof testShop>
/**
 * All resources of a person that a call can name. Each private text of the person contains a word that others must
 * never see.
 */
export type SampleData = Awaited<ReturnType<typeof createSampleData>>

let advertId = 0
let widgetLinkId = 0

/** Creates everything that a shop has before its first shopper: products, reasons, pages, an advert and a coupon to claim. */
export async function populateShop({ shop, clock }: TestShop): Promise<void> {
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

/** Gives a person orders, a return, a review, a coupon, a cart, an address, a ticket and a chat. */
export async function createSampleData({ shop }: TestShop, person: Person) {
  // Only letters, because the masks of guest tracking would leave parts of a word with digits.
  const secret = `Geheim${newId().replace(/[^a-z]/g, '')}`
  const address = { ...testAddress, address1: `1 ${secret}`, address2: secret }
  const secretOrder = await buy(shop, person, [goods.scarf], { address })
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
  const guestOrder = await orderAsGuest(shop, person)
  return {
    secret,
    /** The number of an order that no sample input names. */
    secretOrderNo: secretOrder.orderNo,
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
    guestOrder,
    ...tokens,
  }
}

/**
 * Creates a received guest order under a different email address, opened by its link. Two items are returned and one is
 * kept.
 */
async function orderAsGuest(shop: TestShop['shop'], person: Person) {
  const email = `guest-${person.email}`
  const order = await receive(shop, { id: '', email }, [goods.scarf, goods.dress, goods.shoe])
  const token = await createOrderLink(shop.db, shop, order.orderId)
  const owner = { guestOrderId: order.orderId }
  const [returned = '', second = '', keptLineId = ''] = order.lineIds
  const ask = (lineId: string) =>
    requestReturnBy(shop, owner, { ...toRequest({ ...order, lineIds: [lineId] }), refund_to: 'payment' })
  const { id: returnId } = await ask(returned)
  const { id: secondReturnId } = await ask(second)
  await approveReturn(shop, { returnId })
  const image = await storeImage(shop, { ...owner, kind: 'return', bytes: await draw() })
  return {
    email,
    no: order.orderNo,
    token,
    returnedLineId: returned,
    keptLineId,
    returnId,
    secondReturnId,
    imageId: image.id,
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

/** Returns all rows of a customer in every table with a customer_id, as one text for comparison. */
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

/**
 * Returns a valid input of every call with existing resources. The owner of these resources gets a result from each
 * call.
 */
export async function sampleInputs(sampleData: SampleData): Promise<ReturnType<typeof exampleInputs>> {
  const { person, unpaid, received, complete, quote } = sampleData
  picture ??= draw()
  return exampleInputs({
    ...sampleData,
    email: person.email,
    newEmail: `new-${newId().slice(0, 8)}@harbor.test`,
    password: testPassword,
    image: new File([new Uint8Array(await picture)], 'a.png', { type: 'image/png' }),
    checkout: {
      shipping_method: quote.shipping_method,
      claim_id: quote.claim_id,
      currency: quote.currency,
      lines: quote.lines.map((line) => ({ sku_id: line.sku_id, quantity: line.quantity })),
      total: quote.total.price_value,
    },
    returnReasonIds: [reasons.changedMind],
    dressId: goods.dress,
    shoeId: goods.shoe,
    advertId,
    widgetLinkId,
    receivedOrder: { id: received.orderId, no: received.orderNo },
    completeOrder: { id: complete.orderId, no: complete.orderNo },
    unpaidOrderId: unpaid.orderId,
    returnedLineId: received.returned,
    keptLineId: received.kept,
  })
}

/** Returns the request of a call with this input. */
export function toRequestInit(call: Call, input: Record<string, unknown>): [path: string, init: RequestInit] {
  const { path, rest } = fillPath(call, input)
  if (call.method === 'GET') return [path + toQuery(rest), {}]
  if (call.sentAs !== 'multipart') return [path, json(rest)]
  const body = new FormData()
  for (const [name, value] of Object.entries(rest)) body.append(name, value instanceof Blob ? value : String(value))
  return [path, { method: 'POST', body }]
}
