import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, describe, expect, test } from 'vitest'
import { runStaffJobs } from '#app/staff/staff-jobs.ts'
import { staffApiHandlers } from '#app/staff-api.ts'
import { nameStaffCall } from '#app/staff-contracts.ts'
import type { StaffCall, StaffCallOptions, StaffInput, StaffOutput } from '#contract/calls/staff-call.ts'
import * as adverts from '#features/adverts/adverts.staff.contract.ts'
import * as categories from '#features/catalogue/categories.staff.contract.ts'
import * as prices from '#features/catalogue/prices.staff.contract.ts'
import * as products from '#features/catalogue/products.staff.contract.ts'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import * as sizes from '#features/catalogue/shoe-sizes.staff.contract.ts'
import * as stock from '#features/catalogue/stock.staff.contract.ts'
import { previewTax } from '#features/catalogue/tax-preview.staff.contract.ts'
import * as newOrder from '#features/checkout/new-order.staff.contract.ts'
import * as coupons from '#features/coupons/coupons.staff.contract.ts'
import * as widgets from '#features/coupons/widgets.staff.contract.ts'
import * as customers from '#features/customers/customers.staff.contract.ts'
import * as guests from '#features/customers/guests.staff.contract.ts'
import * as figures from '#features/dashboard/figures.staff.contract.ts'
import * as taxReport from '#features/dashboard/tax-report.staff.contract.ts'
import * as documents from '#features/documents/documents.staff.contract.ts'
import { storeImage } from '#features/images/server/images.service.ts'
import * as exported from '#features/imports/exports.staff.contract.ts'
import * as imports from '#features/imports/imports.staff.contract.ts'
import { processImports } from '#features/imports/server/work/process-imports.service.ts'
import * as markets from '#features/markets/markets.staff.contract.ts'
import * as letters from '#features/onboarding/mails.staff.contract.ts'
import * as setup from '#features/onboarding/setup.staff.contract.ts'
import * as commands from '#features/orders/order-commands.staff.contract.ts'
import * as orderJobs from '#features/orders/order-jobs.staff.contract.ts'
import * as orders from '#features/orders/orders.staff.contract.ts'
import * as parcels from '#features/orders/parcels.staff.contract.ts'
import * as pages from '#features/pages/pages.staff.contract.ts'
import * as texts from '#features/pages/texts.staff.contract.ts'
import * as payments from '#features/payments/payments.staff.contract.ts'
import * as returnCommands from '#features/returns/return-commands.staff.contract.ts'
import * as returnJobs from '#features/returns/return-jobs.staff.contract.ts'
import * as returnReasons from '#features/returns/return-reasons.staff.contract.ts'
import { giveParcel, requestReturn, uploadReturnImage } from '#features/returns/returns.contract.ts'
import * as returns from '#features/returns/returns.staff.contract.ts'
import { writeReview } from '#features/reviews/reviews.contract.ts'
import * as reviews from '#features/reviews/reviews.staff.contract.ts'
import * as failedMails from '#features/settings/failed-mails.staff.contract.ts'
import { saveLanguages, saveSetting } from '#features/settings/server/save-settings.service.ts'
import * as settings from '#features/settings/settings.staff.contract.ts'
import { customers as customerRows } from '#features/sign-in/server/sign-in.tables.ts'
import * as audit from '#features/staff/audit.staff.contract.ts'
import { formatAuditSentence, formatSentence } from '#features/staff/console/audit/audit-sentence.rules.ts'
import * as jobs from '#features/staff/jobs.staff.contract.ts'
import * as keys from '#features/staff/keys.staff.contract.ts'
import * as me from '#features/staff/me.staff.contract.ts'
import * as members from '#features/staff/members.staff.contract.ts'
import * as requests from '#features/staff/requests.staff.contract.ts'
import * as signIn from '#features/staff/sign-in.staff.contract.ts'
import * as views from '#features/staff/views.staff.contract.ts'
import { sendChatMessage } from '#features/support/chat.contract.ts'
import { sendTicket } from '#features/support/contact.contract.ts'
import * as inbox from '#features/support/inbox.staff.contract.ts'
import { tickets } from '#features/support/server/contact/contact.tables.ts'
import * as webhooks from '#features/webhooks/webhooks.staff.contract.ts'
import { mails } from '#server/mail/mail.tables.ts'
import { shortLists } from '#testing/checks/short-lists.ts'
import { createSoftPasskey } from '#testing/outside/soft-passkey.ts'
import { drawPicture } from '#testing/shops/pictures.ts'
import { populateShop } from '#testing/shops/populated-shop.ts'
import { receive, toRequest } from '#testing/shops/returned-goods.ts'
import { buy, goods, pay, testAddress } from '#testing/shops/stocked-shop.ts'
import { makeZip } from '#testing/shops/zip.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { type Person, testShop } from '#testing/test-shop.ts'

// A day in a shop that makes every call of the staff API.

const shop = testShop()
const staff = testStaff(shop)
/** The responses of the calls so far, by call name. */
const answers = new Map<string, unknown>()
let owner: StaffPerson
let maren: Person

type Asking = Pick<StaffPerson, 'call'>

async function make<C extends StaffCall>(call: C, input: StaffInput<C>, by: Asking = owner): Promise<StaffOutput<C>> {
  const options: StaffCallOptions = ['PATCH', 'PUT', 'DELETE'].includes(call.method) ? { ifMatch: '*' } : {}
  const { data } = await by.call(call, input, options)
  answers.set(nameStaffCall(call).name, data)
  return data
}

const tokenIn = (text = '') => /token=([\w-]{43})/.exec(text)?.[1] ?? ''
const mailTo = async (email: string) => (await shop.mailsTo(email)).at(-1)?.text

beforeAll(async () => {
  await populateShop(shop)
  owner = await staff.member('owner', 'Tess Berg')
  const { id, email, ...person } = await shop.signedIn('maren')
  maren = { ...person, id, email: 'maren@harbor.test' }
  await shop.shop.db
    .update(customerRows)
    .set({ email: maren.email, name: 'Maren Lindqvist' })
    .where(eq(customerRows.id, id))
})

test.each([
  [
    'a page',
    pages.createPage,
    pages.removePage,
    [
      texts.listPageTexts,
      texts.getPageText,
      texts.savePageText,
      texts.removePageText,
      texts.listPageVersions,
      texts.getPageVersion,
    ],
  ],
  [
    'a post',
    pages.createPost,
    pages.removePost,
    [
      texts.listPostTexts,
      texts.getPostText,
      texts.savePostText,
      texts.removePostText,
      texts.listPostVersions,
      texts.getPostVersion,
    ],
  ],
] as const)(
  'edits %s in another language',
  async (_, create, takeAway, [list, get, save, remove, versions, version]) => {
    const { data: made } = await owner.call(create as typeof pages.createPage, create.example?.input as never)
    const which = { id: made.id, language: 'de' }
    await saveLanguages(shop.shop.db, [
      { id: 1, code: 'en', ownName: 'English', englishName: 'English', sort: 1 },
      { id: 4, code: 'de', ownName: 'Deutsch', englishName: 'German', sort: 2 },
    ])
    await make(save, { ...which, title: 'Pflege', summary: 'Damit es lange hält', body: '## Leinen\nKalt waschen.' })
    await make(get, which)
    await make(list, { id: made.id })
    const published = await make(versions, which)
    await make(version, { id: made.id, version: published.data[0]?.id ?? 0 })
    await make(remove, which)
    await owner.call(takeAway, { id: made.id }, { ifMatch: '*' })
  },
)

test.each(shortLists)('edits the short list of %s', async (_, list, get, create, edit, remove) => {
  const made = (await make(create, create.example?.input as never)) as Record<string, unknown>
  const key = get.path.split(':')[1] ?? ''
  const which = { [key]: made[key] }
  await make(get, which)
  await make(edit, { ...edit.example?.input, ...which })
  await make(list, list.example?.input as never)
  await make(remove, which)
})

test('edits settings and shoe sizes', async () => {
  await make(settings.editSettings, { shop: { name: 'Harbor' }, exchange_rates: { source: 'ecb' } })
  await make(settings.getSettings, {})
  const [edited] = (await owner.call(audit.listAudit, { about: 'settings', limit: 1 })).data.data
  await make(audit.undoChange, { id: edited?.id ?? '' })
  await owner.call(settings.editSettings, { exchange_rates: { source: 'ecb' } }, { ifMatch: '*' })
  shop.shop.ratesUrl = 'http://127.0.0.1:9/daily.xml'
  await make(settings.fetchExchangeRates, {})
  await make(markets.getMarketUse, { id: 'worldwide' })
  await make(setup.getSetup, {})
  const tax = { country: 'DE', vat_number: 'DE136695976', tax_number: '', uses_oss: true }
  await make(setup.saveTaxSetup, { ...tax, status: 'registered' })
  await make(payments.getPaymentProvider, {})
  await make(letters.listLetters, {})
  await make(letters.getLetter, { kind: 'ticket_received' })
  await make(letters.testLetter, { kind: 'ticket_received' })
  const which = { category: 'women_shoes' }
  await make(sizes.saveShoeSizes, { ...which, sizes: [{ eu: 38, us: '7.5' }] })
  await make(sizes.getShoeSizes, which)
  await make(sizes.listShoeSizes, {})
  await make(sizes.removeShoeSizes, which)
})

describe('the shop', () => {
  test('edits the catalog', async () => {
    const linen = { code: 'linen' }
    await make(categories.createCategory, categories.createCategory.example?.input as never)
    await make(categories.editCategory, { ...linen, sort: 4 })
    await make(categories.getStaffCategory, linen)
    await make(categories.listStaffCategories, { q: 'linen' })
    await make(categories.deleteCategory, linen)
    const example = products.createProduct.example?.input as StaffInput<typeof products.createProduct>
    const { handle, skus: grid } = await make(products.createProduct, example)
    await make(products.editProduct, { handle, description: 'Falls to the calf, ties at the side, has pockets.' })
    const [first] = grid
    await make(products.saveSkuGrid, {
      handle,
      skus: [
        ...(example.skus ?? []),
        {
          sku: 'EBB-CLA-L',
          options: [
            { name: 'Color', value: 'Clay' },
            { name: 'Size', value: 'L' },
          ],
          stock: 8,
          prices: [{ price: { amount: 12_800, currency: 'USD' } }],
        },
      ],
    })
    const file = await drawPicture('peru')
    const { pictures } = await make(products.addProductPicture, { handle, file, alt: 'The dress from the front' })
    await make(products.arrangePictures, {
      handle,
      pictures: pictures.map(({ path }) => ({ path, alt: 'Ebb Wrap Midi Dress in clay' })),
    })
    await make(products.getStaffProduct, { handle })
    await make(products.createPreviewLink, { handle })
    await make(products.listStaffProducts, { status: 'live', q: 'ebb' })
    await make(products.countStaffProducts, {})
    const sku = first?.sku ?? ''
    await make(stock.changeStock, { items: [{ sku, by: 20, reason: 'received', note: 'Order 4711 of the mill' }] })
    await make(stock.listStock, { below: 50, q: 'EBB' })
    await make(stock.listStockMoves, { sku })
    const planned = { sku, currency: 'USD', price: 12_800, special: 9_900, from: '2026-06-20T00:00:00Z' }
    const changed = await make(prices.changePrices, { items: [planned] })
    await make(prices.listSkuPrices, { sku })
    await make(prices.endPrice, { id: changed.prices[0]?.id ?? '' })
  })

  test('edits coupons, widgets and adverts', async () => {
    const made = await make(coupons.createCoupon, coupons.createCoupon.example?.input as never)
    const id = 'LINEN15'
    await make(coupons.editCoupon, { id, object: 'For everything made of linen' })
    await make(coupons.giveStaffCoupon, { id, email: maren.email, reason: 'The parcel came a week late' })
    await make(coupons.getStaffCoupon, { id: String(made.id) })
    await make(coupons.listStaffCoupons, { status: 'running', q: 'LINEN' })
    await make(coupons.listClaims, { id })
    await make(coupons.countCoupons, {})
    await make(coupons.listCouponUses, { codes: id })
    await make(figures.getCouponSales, { id })
    await make(coupons.listCouponTexts, { id })
    await make(coupons.pauseCoupon, { id })
    await make(coupons.resumeCoupon, { id })
    const widget = await make(widgets.createWidget, { title: 'Linen week', register: 'subscribe', coupons: [id] })
    const widgetId = { id: String(widget.id) }
    await make(widgets.editWidget, { ...widgetId, background_color: '#F3EEE4' })
    await make(widgets.publishWidget, widgetId)
    await make(widgets.getStaffWidget, widgetId)
    await make(widgets.listStaffWidgets, { limit: 1 })
    await make(widgets.pauseWidget, widgetId)
    const picture = await make(adverts.addPicture, { file: await drawPicture('teal') })
    const advert = await make(adverts.createAdvert, {
      position: 'home',
      kind: 'link',
      picture,
      alt: 'Linen week',
      link: '/products/ebb-wrap-midi-dress',
    })
    const advertId = { id: String(advert.id) }
    await make(adverts.editAdvert, { ...advertId, sort: 2 })
    await make(adverts.getStaffAdvert, advertId)
    await make(adverts.listStaffAdverts, { position: 'home' })
    await make(adverts.getAdvertFigures, { ...advertId, days: 7 })
    await make(adverts.listAdvertFigures, { days: 7 })
    await make(adverts.deleteAdvert, advertId)
    await make(coupons.endCoupon, { id })
  })
})

describe('orders and support', () => {
  const buyDress = async () => {
    const [dress] = await shop.shop.db.select({ id: skus.id }).from(skus).where(eq(skus.sku, 'EBB-CLA-M'))
    return buy(shop.shop, maren, [dress?.id ?? 0])
  }

  test('takes an order from payment to delivery', async () => {
    const { orderNo: no } = await buyDress()
    await make(payments.markPaid, { no, method: 'Bank transfer', reference: '2026-06-15 Lindqvist' })
    await make(commands.holdOrder, { no, reason: 'The address has no number' })
    const { house_num: _, ...address } = { ...toStaffAddress(), house_num: '' }
    await make(commands.changeAddress, { no, ...address, house_num: '18', why: 'shopper_asked' })
    await make(commands.tagOrder, { no, add: ['Gift wrap', 'Call first'] })
    await owner.call(commands.tagOrder, { no, remove: ['Call first'] })
    await make(commands.noteOrder, { no, body: 'Rang her: it is number 18.' })
    await make(commands.releaseOrder, { no })
    await make(commands.prepareOrder, { no })
    const { data: prepared } = await owner.call(orders.getOrder, { no })
    const parcelsOf = { parcels: [{ line_ids: prepared.lines.map(({ id }) => id), weight_grams: 900 }] }
    await make(commands.packOrder, { no, ...parcelsOf })
    await make(commands.unpackOrder, { no })
    await owner.call(commands.packOrder, { no })
    await make(parcels.getPackingSlip, { no })
    await make(parcels.printPackingSlips, { numbers: [no] })
    const tracked = { carrier: 'DHL', tracking_number: 'LX482917306US' }
    await make(commands.shipOrder, { no, parcels: [{ ...tracked, weight_grams: 900 }] })
    await make(parcels.reportParcel, {
      ...tracked,
      events: [
        { kind: 'in_transit', description: 'Left the sorting centre', place: 'Boston', at: '2026-06-15T09:00:00Z' },
      ],
    })
    await make(commands.deliverOrder, { no })
    await make(commands.completeOrder, { no })
    await make(orders.countOrders, {})
    await make(orders.sumOrders, { status: 'complete' })
    await make(orders.listOrderChoices, {})
    await make(orders.getOrder, { no })
    await make(orders.findOrderPlace, { no, status: 'complete' })
    await make(orders.listOrders, { status: 'complete', email: maren.email })
  })

  test('creates an order for a caller', async () => {
    const [item] = (await make(newOrder.listOrderItems, { q: 'dress' })).data
    const [sku, currency] = [item?.sku ?? '', 'EUR']
    const input = { customer_id: maren.id, currency, shipping_method: 'express' }
    const quote = await make(newOrder.quoteOrder, { ...input, lines: `${sku}:2` })
    const lines = [{ sku, quantity: 2 }]
    const made = await make(newOrder.createOrder, {
      ...{ ...input, address: toStaffAddress(), lines, claim_id: quote.claim_id, total: quote.total, sends_link: true },
    })
    await make(commands.sendPaymentLink, { no: made.number })
    // The order is canceled, so that it does not affect the rest of the day.
    await owner.call(commands.cancelOrder, { no: made.number })
  })

  test('refunds money and edits many orders at once', async () => {
    const first = await buyDress()
    await pay(shop.shop, first)
    const no = first.orderNo
    const { data: order } = await owner.call(orders.getOrder, { no })
    const [line] = order.lines
    const reason = 'A button is missing; she keeps it'
    await make(payments.previewRefund, { no, shipping: 'true' })
    await make(payments.askToRefundOrder, { no, lines: [{ id: line?.id ?? '', amount: 1500 }], reason })
    const refunded = await make(payments.refundOrder, { no, lines: [{ id: line?.id ?? '', amount: 1500 }], reason })
    const { id = '' } = refunded.refunds[0] ?? {}
    await make(payments.getRefund, { id })
    await make(payments.listRefunds, { status: 'pending' })
    await make(payments.settleRefund, { id, reference: 'SEPA 4711' })
    await make(commands.cancelOrder, { no, reason: 'The shopper asked for it' })
    const { data: open } = await owner.call(payments.listRefunds, { status: 'pending' })
    await make(payments.retryRefund, { id: open.data[0]?.id ?? '' })
    await saveSetting(shop.shop.db, 'seller_country', 'US')
    const issued = await make(documents.listDocuments, { order: no })
    const documentId = issued.data[0]?.id ?? ''
    await make(documents.getDocument, { id: documentId })
    await make(documents.getDocumentPdf, { id: documentId })
    await make(documents.emailDocuments, { no })
    await saveSetting(shop.shop.db, 'seller_country', '')
    const second = await buyDress()
    await pay(shop.shop, second)
    const many = { command: 'hold' as const, numbers: [second.orderNo], reason: 'The mill is closed' }
    const job = await make(orderJobs.changeOrders, many)
    await make(orderJobs.tagOrders, { numbers: [second.orderNo], add: ['Waits for the mill'] })
    await runStaffJobs(shop.shop)
    await owner.call(commands.releaseOrder, { no: second.orderNo })
    await owner.call(commands.packOrder, { no: second.orderNo })
    const sent = [{ carrier: 'DHL', tracking_number: 'LX482917307US' }]
    await make(orderJobs.shipOrders, { orders: [{ number: second.orderNo, parcels: sent }] })
    await make(jobs.getJob, { id: job.id })
  })

  test('processes a return', async () => {
    const { image } = await maren.call(uploadReturnImage, { image: await drawPicture('olive') })
    const order = await receive(shop.shop, maren, [goods.dress, goods.scarf])
    const request = { ...toRequest(order), image_ids: [image.id] }
    const { id } = await maren.call(requestReturn, request)
    const { number: no, items } = (await owner.call(returns.getReturn, { no: id })).data
    const [dress = '', scarf = ''] = items.map((item) => item.id)
    await make(returnReasons.getReasonShares, {})
    await make(returns.listReturns, { status: 'processing' })
    await make(returns.countReturns, {})
    await make(returns.findReturnPlace, { no, due: 'any' })
    await make(returns.getReturnImage, { no, id: image.id })
    await make(returns.getReturnSlip, { no })
    await make(returnCommands.commentReturn, { no, text: 'We will look at it today.' })
    await make(returnCommands.noteReturn, { no, body: 'Batch 0825 ran small. Third one this week.' })
    await make(returns.listReturnPeople, {})
    const called = await receive(shop.shop, maren, [goods.scarf])
    await make(returnCommands.getReturnOptions, { no: called.orderNo })
    const changeTexts = called.lineIds.map((line_id) => ({ line_id, reason: 'changed_mind' }))
    await make(returnCommands.startReturn, { no: called.orderNo, items: changeTexts, comment: 'She called: too warm.' })
    await make(returnCommands.assignReturn, { no, assignee: owner.id })
    await make(returnJobs.changeReturns, { command: 'assign', numbers: [no], assignee: 'me' })
    const approve = (item: string) => ({ id: item, decision: 'approve' as const })
    await make(returnCommands.decideReturn, { no, items: [approve(dress), approve(scarf)] })
    const sent = { order_product_ids: order.lineIds, delivery_company: 'DHL Express', tracking_number: 'LX482917999US' }
    await maren.call(giveParcel, { after_sale_id: id, ...sent })
    await make(returnCommands.scanReturn, { no })
    await make(returnCommands.receiveReturn, {
      no,
      items: [
        { id: dress, condition: 'as_sold', restock: true },
        { id: scarf, condition: 'worn', note: 'Smells of smoke', restock: false, not_restocked_reason: 'Smells' },
      ],
    })
    const file = await drawPicture('grey')
    const pictured = await make(returnCommands.addArrivalPicture, { no, item_id: scarf, file })
    const picture = pictured.items.flatMap(({ pictures }) => pictures)[0]?.id ?? ''
    await make(returns.getArrivalPicture, { no, item_id: scarf, id: picture })
    await make(returnCommands.previewReturnRefund, { no, items: scarf, deduction: 2000 })
    const deduction = { amount: 2000, reason: 'The scarf was worn' }
    await make(returnCommands.askToRefundReturn, { no, items: [scarf], deduction })
    await make(returnCommands.refundReturn, { no, items: [scarf], deduction })
    await make(returnCommands.failRefund, { no, items: [dress], text: 'Your bank sent the money back.' })
    await make(returnCommands.retryReturnRefund, { no, items: [dress] })
    await make(returns.getReturn, { no })
  })

  test('answers questions, chats and reviews', async () => {
    const input = { email: maren.email, message: 'Will the dress be back in M?', problem_type: 8 }
    await maren.call(sendTicket, { ...input, customer_name: 'Maren Lindqvist' })
    const [ticket] = await shop.shop.db.select().from(tickets)
    const number = ticket?.ticketNo ?? ''
    await make(inbox.listInbox, { kind: 'ticket' })
    await make(inbox.countInbox, {})
    await make(inbox.listInboxPeople, {})
    await make(inbox.assignTicket, { number, assignee: owner.id })
    await make(inbox.noteTicket, { number, body: 'Asked the mill.' })
    const photo = await make(inbox.addTicketPicture, { number, file: await drawPicture('oldlace') })
    await make(inbox.getTicketPicture, { number, id: photo.id })
    const answer = { number, body: 'In three weeks; we will write to you.', pictures: [photo.id] }
    await make(inbox.answerStaffTicket, answer)
    await make(inbox.closeStaffTicket, { number })
    await make(inbox.reopenTicket, { number })
    await make(inbox.getStaffTicket, { number })
    const said = await maren.call(sendChatMessage, { body: 'Is the linen washed?', client_key: 'key-20260615' })
    const id = said.conversation_id
    await make(inbox.attendChat, { minutes: 60 })
    await make(inbox.getAttendance, {})
    await make(inbox.assignChat, { id, assignee: owner.id })
    await make(inbox.noteChat, { id, body: 'Asked before about the trousers.' })
    const washed = await make(inbox.addChatPicture, { id, file: await drawPicture('linen') })
    await make(inbox.getChatPicture, { id, picture: washed.id })
    await make(inbox.answerStaffChat, { id, body: 'It is, twice.', pictures: [washed.id] })
    await make(inbox.getStaffChat, { id })
    await make(inbox.closeChat, { id })
    await make(inbox.reopenChat, { id })
    const template = await make(inbox.addTemplate, {
      name: 'Back in stock',
      area: 'inbox',
      language: 'en',
      body: 'It will be back in three weeks.',
    })
    const which = { id: template.id }
    await make(inbox.editTemplate, { ...which, body: 'It will be back in two weeks.' })
    await make(inbox.getTemplate, which)
    await make(inbox.listTemplates, { area: 'inbox' })
    await make(inbox.removeTemplate, which)

    const bought = await receive(shop.shop, maren, [goods.dress])
    await owner.call(commands.completeOrder, { no: bought.orderNo })
    const bytes = new Uint8Array(await (await drawPicture('red')).arrayBuffer())
    const { id: picture } = await storeImage(shop.shop, { customerId: maren.id, kind: 'review', bytes })
    const wrote = { product_id: goods.dress, sku: 'SKU-101', rank: 90, content: 'Soft and light.', image_ids: picture }
    const review = await maren.call(writeReview, { order_no: bought.orderNo, ...wrote })
    const reviewId = { id: review.id }
    await make(reviews.listStaffReviews, { rank: 100, has_pictures: 'true' })
    await make(reviews.getReviewPicture, { ...reviewId, image_id: picture })
    await make(reviews.hideReview, { ...reviewId, reason: 'Names a neighbour' })
    await make(reviews.showReview, reviewId)
    await make(reviews.answerReview, { ...reviewId, content: 'Thank you, Maren!' })
    await make(reviews.getStaffReview, reviewId)
    await make(reviews.unreadReview, reviewId)
    await make(reviews.readReview, reviewId)
    await make(reviews.countReviews, {})
  })

  test('shows customers, figures and waiting work', async () => {
    await owner.call(coupons.createCoupon, { code: 'SORRY10', kind: 'percent', percent: 10 })
    await make(customers.listCustomers, { q: 'maren' })
    await make(customers.countCustomers, {})
    await make(guests.listGuests, { limit: 50 })
    await make(customers.addCustomer, customers.addCustomer.example?.input as never)
    await make(customers.saveCustomerAddress, {
      id: maren.id,
      firstname: 'Maren',
      lastname: 'Lindqvist',
      telephone: '+1 207 555 0142',
      country: 'United States',
      address_1: '18 Ropewalk Lane',
      address_2: 'Apt 4',
      city: 'Portland',
      state: 'Maine',
      postcode: '04101',
    })
    const noted = await make(customers.noteCustomer, { id: maren.id, body: 'Prefers mail over chat.' })
    const note = { id: maren.id, note_id: noted.notes[0]?.id ?? '' }
    await make(customers.removeCustomerNote, note)
    await make(customers.restoreCustomerNote, note)
    await make(customers.getCustomer, { id: maren.email })
    await make(customers.giveCustomerCoupon, { id: maren.id, code: 'SORRY10' })
    await make(customers.changeCustomerCredit, { id: maren.id, amount: 1500, reason: 'late' })
    await make(customers.exportCustomer, { id: maren.id })
    await make(customers.endCustomerSessions, { id: maren.id })
    const bob = await shop.signedIn('bob')
    const { id: requestId } = await make(customers.askToEraseCustomer, { id: bob.id })
    await make(requests.listRequests, {})
    await make(requests.refuseRequest, { id: requestId })
    await make(customers.eraseCustomer, { id: bob.id })
    await make(figures.getToday, {})
    await make(figures.getTodayFigures, {})
    const days = { from: '2026-06-15', to: '2026-06-15' }
    await make(figures.getFigures, days)
    await make(figures.getFiguresCsv, days)
    await make(taxReport.getTaxReport, days)
    await make(taxReport.getTaxReportCsv, days)
    await make(previewTax, { amount: 8900, currency: 'USD', country: 'FR' })
  })
})

test('resends an undeliverable mail', async () => {
  const now = shop.clock.now()
  await shop.shop.db.insert(mails).values({
    id: 'mail1',
    kind: 'order-shipped',
    toEmail: 'maren@harbor.test',
    subject: 'Your order is on its way',
    textBody: 'It left today.',
    htmlBody: '',
    attempts: 50,
    lastError: '552 Mailbox full',
    createdAt: now,
    sendAfter: now,
    parkedAt: now,
  })
  await make(failedMails.listFailedMails, {})
  await make(failedMails.sendMailAgain, { id: 'mail1' })
})

test('imports and exports data', async () => {
  const file = 'handle,name,sku,price,pictures\nquay-shirt,Quay Shirt,QUAY-1,48,front.jpg\nno-price,No Price,NOP-1,,\n'
  const { id } = await make(imports.createImport, { kind: 'products', file_name: 'products.csv', file })
  await make(imports.getImport, { id })
  await make(imports.listImportRows, { id, outcome: 'new' })
  await make(imports.getWrongRows, { id })
  const front = Buffer.from(await (await drawPicture('navy')).arrayBuffer())
  await make(imports.sendImportPictures, { id, file: new Uint8Array(makeZip([['front.jpg', front]])) })
  await make(imports.leaveOutRows, { id, lines: [2] })
  await owner.call(imports.leaveOutRows, { id, lines: [2], is_left_out: false })
  await make(imports.runImport, { id })
  await make(imports.stopImport, { id })
  await owner.call(imports.runImport, { id })
  await processImports(shop.shop)
  // The timer of the built server may have run the import first.
  await expect.poll(async () => (await owner.call(imports.getImport, { id })).data.status).toBe('done')
  await make(imports.listImports, { limit: 1 })
  await make(imports.undoImport, { id })
  for (const call of Object.values(exported)) await make(call, {})
  await make(products.deleteProduct, { handle: 'ebb-wrap-midi-dress' })
})

test('manages members, roles and keys', async () => {
  const member = await make(members.addMember, members.addMember.example?.input as never)
  const which = { id: member.id }
  await make(members.changeMember, { ...which, role: 'support' })
  await make(members.signOutMember, which)
  await make(members.disableMember, which)
  await make(members.enableMember, which)
  await make(members.getMember, which)
  await make(members.listMembers, { role: 'support' })
  await make(members.getSecondStepRule, {})
  await make(members.changeSecondStepRule, { is_required: true })
  const role = await make(members.addRole, members.addRole.example?.input as never)
  await make(members.changeRole, { id: role.id, refund_limit: 5000 })
  await make(members.getRole, { id: role.id })
  await make(members.listRoles, {})
  await make(members.removeRole, { id: role.id })
  const saved = { place: 'orders' as const, name: 'To pack today', search: 'status=preparing' }
  const view = await make(views.saveView, saved)
  await make(views.listViews, { place: 'orders' })
  await make(views.removeView, { id: view.id })
  const key = await make(keys.makeKey, keys.makeKey.example?.input as never)
  await make(keys.listKeys, { status: 'live' })
  await make(keys.endKey, { id: key.id })
  await owner.call(members.invite, { email: 'lea@shop.example', role: 'viewer' })
  await make(members.listInvitations, {})
  const again = await owner.call(members.invite, { email: 'lea@shop.example', role: 'viewer' })
  await make(members.endInvitation, { id: again.data.id })
  await make(audit.listAudit, { about: `members/${member.id}` })
})

test('sends webhooks', async () => {
  const made = await make(webhooks.createWebhook, webhooks.createWebhook.example?.input as never)
  const which = { id: made.id }
  await make(webhooks.changeWebhook, { ...which, events: ['order.*', 'refund.*'] })
  await make(webhooks.rotateWebhookSecret, which)
  const sent = await make(webhooks.testWebhook, which)
  await make(webhooks.listDeliveries, { state: 'waiting', webhook_id: made.id })
  await make(webhooks.retryDelivery, { id: sent.id })
  await make(webhooks.getDelivery, { id: sent.id })
  await make(webhooks.retryFailedDeliveries, which)
  await make(webhooks.getWebhook, which)
  await make(webhooks.listWebhooks, {})
  await make(webhooks.removeWebhook, which)
})

test('signs in and edits the member’s own account', async () => {
  const { email } = await make(members.invite, members.invite.example?.input as never)
  const password = 'kelp forest at noon'
  const ines = staff.browser()
  const invited = tokenIn(await mailTo(email ?? ''))
  await make(signIn.acceptInvitation, { token: invited, name: 'Inês Prado', password }, ines)
  const { secret } = await make(me.startMyCode, {}, ines)
  const code = () => {
    shop.clock.advance(30_000)
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: shop.clock.now().getTime() })
  }
  await make(me.confirmMyCode, { code: code() }, ines)
  await make(me.renewMyRecoveryCodes, {}, ines)
  const passkey = createSoftPasskey('http://harbor.test')
  const making = await make(me.startMyPasskey, {}, ines)
  const kept = await make(me.addMyPasskey, { name: 'Phone', response: passkey.make(making.options) }, ines)
  await make(me.listMyPasskeys, {}, ines)
  await make(me.startConfirming, {}, ines)
  await make(me.confirmMe, { code: code() }, ines)
  await make(me.changeMe, { name: 'Inês Prado' }, ines)
  await make(me.getMe, {}, ines)
  await make(signIn.signOutStaff, {}, ines)
  const response = await make(signIn.askForPasskey, {}, ines)
  await make(signIn.sendPasskey, { response: passkey.sign(response.options) }, ines)
  const elsewhere = staff.browser('10.9.8.8')
  await make(signIn.signInStaff, { email: email ?? '', password }, elsewhere)
  await make(signIn.sendCode, { code: code() }, elsewhere)
  const { data: sessions } = await make(me.listMySessions, {}, ines)
  await make(me.endMySession, { id: sessions.find((one) => !one.is_current)?.id ?? '' }, ines)
  await make(me.endMyOtherSessions, {}, ines)
  // The shop requires a second step, so the member must keep another passkey.
  const { data: second } = await ines.call(me.startMyPasskey, {})
  const another = createSoftPasskey('http://harbor.test')
  await ines.call(me.addMyPasskey, { name: 'Key', response: another.make(second.options) })
  await make(me.removeMyPasskey, { id: kept.passkey.id }, ines)
  await make(me.removeMyCode, {}, ines)
  await make(me.changeMyPassword, { old_password: password, password: 'a slow tide at dusk' }, ines)
  await make(signIn.forgotStaffPassword, { email: email ?? '' }, ines)
  const token = tokenIn(await mailTo(email ?? ''))
  await make(signIn.resetStaffPassword, { token, password: 'the gulls are out early' }, ines)
})

test('makes every call', () => {
  const names = staffApiHandlers.map(({ call }) => nameStaffCall(call).name)
  expect([...answers.keys()].sort()).toEqual(names.sort())
})

test('shows every audit row of the day as a sentence without ids and raw values', async () => {
  const { data: page } = await owner.call(audit.listAudit, { limit: 200 })
  const rows = [...page.data]
  for (let after = page.next; after !== null; ) {
    const { data: more } = await owner.call(audit.listAudit, { limit: 200, after })
    rows.push(...more.data)
    after = more.next
  }
  const formats = { time: (at: string) => at.slice(0, 10), currency: 'USD' }
  const said = rows.map((row) => {
    const { changes } = formatAuditSentence(row, formats)
    const changeTexts = changes.flatMap(({ name, before, after }) => [name, before ?? '', after ?? ''])
    return { call: row.call, text: [formatSentence(row, formats), ...changeTexts].join(' | ') }
  })
  expect(said.length).toBeGreaterThan(100)
  const isRaw = (text: string) =>
    /[{}]|\bundefined\b|\bNaN\b|(?<![\w-])(?=[a-z0-9]*\d)[a-z0-9]{24}(?![\w@-])/.test(text)
  expect(said.filter(({ text }) => isRaw(text))).toEqual([])
})

test('returns answers that match their schemas', () => {
  const wrong = staffApiHandlers.filter(({ call }) => {
    if (call.answers === 'file' || call.answers === 'nothing') return false
    const answer = answers.get(nameStaffCall(call).name)
    const rows = call.answers === 'list' ? (answer as { data: unknown[] }).data : [answer]
    return rows.some((row) => {
      const parsed = call.output.safeParse(row)
      return !parsed.success || !isDeepStrictEqual(parsed.data, row)
    })
  })
  expect(wrong.map(({ call }) => nameStaffCall(call).name)).toEqual([])
})

function toStaffAddress() {
  const { address1, address2, ...rest } = testAddress
  return { ...rest, address_1: address1, address_2: address2 ?? '' }
}
