import { writeFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StaffCall, StaffCallOptions, StaffInput, StaffOutput } from '#contract/calls/staff-call.ts'
import * as adverts from '#features/adverts/adverts.staff.contract.ts'
import * as categories from '#features/catalogue/categories.staff.contract.ts'
import * as prices from '#features/catalogue/prices.staff.contract.ts'
import * as products from '#features/catalogue/products.staff.contract.ts'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import * as sizes from '#features/catalogue/shoe-sizes.staff.contract.ts'
import * as stock from '#features/catalogue/stock.staff.contract.ts'
import * as newOrder from '#features/checkout/new-order.staff.contract.ts'
import * as coupons from '#features/coupons/coupons.staff.contract.ts'
import * as widgets from '#features/coupons/widgets.staff.contract.ts'
import * as customers from '#features/customers/customers.staff.contract.ts'
import * as guests from '#features/customers/guests.staff.contract.ts'
import * as figures from '#features/dashboard/figures.staff.contract.ts'
import { storeImage } from '#features/images/server/images.service.ts'
import * as exported from '#features/imports/exports.staff.contract.ts'
import * as imports from '#features/imports/imports.staff.contract.ts'
import { workImports } from '#features/imports/server/work/work-imports.service.ts'
import * as letters from '#features/onboarding/letters.staff.contract.ts'
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
import { saveLanguages } from '#features/settings/server/save-settings.service.ts'
import * as settings from '#features/settings/settings.staff.contract.ts'
import { customers as customerRows } from '#features/sign-in/server/sign-in.tables.ts'
import * as audit from '#features/staff/audit.staff.contract.ts'
import { tellAudit, writeSentence } from '#features/staff/console/audit/audit-sentence.rules.ts'
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
import { furnishShop } from '#testing/shops/lived-in-shop.ts'
import { drawPicture } from '#testing/shops/pictures.ts'
import { receive, toRequest } from '#testing/shops/returned-goods.ts'
import { buy, goods, pay, testAddress } from '#testing/shops/stocked-shop.ts'
import { makeZip } from '#testing/shops/zip.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import { runStaffJobs } from '../staff/staff-jobs.ts'
import { staffApiHandlers } from '../staff-api.ts'
import { nameStaffCall } from '../staff-contracts.ts'
import recorded from './staff-examples.json' with { type: 'json' }
import type { StaffExamples } from './staff-examples.ts'

// A day in a shop, told in calls: what is sent and answered here is what the reference shows. `RECORD=true` writes it down anew.

const shop = testShop()
const staff = testStaff(shop)
const told: StaffExamples = {}
let owner: StaffPerson
let maren: Person

type Asking = Pick<StaffPerson, 'call'>

/** Makes a call, and keeps what was sent and answered. */
async function show<C extends StaffCall>(call: C, input: StaffInput<C>, by: Asking = owner): Promise<StaffOutput<C>> {
  const options: StaffCallOptions = ['PATCH', 'PUT', 'DELETE'].includes(call.method) ? { ifMatch: '*' } : {}
  const { data } = await by.call(call, input, options)
  const { file: _, ...written } = input as Record<string, unknown>
  const isWritten = call.answers === 'one' || call.answers === 'list'
  told[nameStaffCall(call).name] = { input: hide(written), ...(isWritten && { answer: hide(shorten(call, data)) }) }
  return data
}

/** One row says what a list answers. */
const shorten = (call: StaffCall, data: unknown) =>
  call.answers === 'list' ? { ...(data as object), data: (data as { data: unknown[] }).data.slice(0, 1) } : data

/** What opens something is not written down, not even of a shop that is gone. */
const hide = (value: object | unknown) =>
  JSON.parse(
    JSON.stringify(value)
      .replace(/hk_live_[\w-]+/g, 'hk_live_…')
      .replace(/"secret":"[^"]+"/g, '"secret":"…"')
      .replace(/"token":"[^"]+"/g, '"token":"0123456789abcdefghijklmnopqrstuvwxyz0123456"')
      .replace(/secret=\w+/g, 'secret=…')
      .replace(/"qr":"(?:[^"\\]|\\.)*"/g, '"qr":"<svg …></svg>"')
      .replace(/preview=[\w.-]+/g, 'preview=0123456789abcdefghijklmnopqrstuvwxyz'),
  )

const tokenIn = (text = '') => /token=([\w-]{43})/.exec(text)?.[1] ?? ''
const mailTo = async (email: string) => (await shop.mailsTo(email)).at(-1)?.text

beforeAll(async () => {
  await furnishShop(shop)
  owner = await staff.member('owner', 'Tess Berg')
  const { id, email, ...person } = await shop.signedIn('maren')
  maren = { ...person, id, email: 'maren@harbor.test' }
  await shop.shop.db
    .update(customerRows)
    .set({ email: maren.email, name: 'Maren Lindqvist' })
    .where(eq(customerRows.id, id))
})
afterAll(async () => {
  if (process.env.RECORD !== 'true') return
  const sorted = Object.fromEntries(Object.entries(told).sort(([a], [b]) => (a < b ? -1 : 1)))
  await writeFile(new URL('./staff-examples.json', import.meta.url), `${JSON.stringify(sorted, null, 2)}\n`)
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
] as const)('%s in another language', async (_, create, takeAway, [list, get, save, remove, versions, version]) => {
  const { data: made } = await owner.call(create as typeof pages.createPage, create.example?.input as never)
  const which = { id: made.id, language: 'de' }
  await saveLanguages(shop.shop.db, [
    { id: 1, code: 'en', ownName: 'English', englishName: 'English', sort: 1 },
    { id: 4, code: 'de', ownName: 'Deutsch', englishName: 'German', sort: 2 },
  ])
  await show(save, { ...which, title: 'Pflege', summary: 'Damit es lange hält', body: '## Leinen\nKalt waschen.' })
  await show(get, which)
  await show(list, { id: made.id })
  const published = await show(versions, which)
  await show(version, { id: made.id, version: published.data[0]?.id ?? 0 })
  await show(remove, which)
  await owner.call(takeAway, { id: made.id }, { ifMatch: '*' })
})

test.each(shortLists)('the short list of %s', async (_, list, get, create, edit, remove) => {
  const made = (await show(create, create.example?.input as never)) as Record<string, unknown>
  const key = get.path.split(':')[1] ?? ''
  const which = { [key]: made[key] }
  await show(get, which)
  await show(edit, { ...edit.example?.input, ...which })
  await show(list, list.example?.input as never)
  await show(remove, which)
})

test('settings and shoe sizes', async () => {
  await show(settings.editSettings, { shop: { name: 'Harbor' }, exchange_rates: { source: 'ecb' } })
  await show(settings.getSettings, {})
  const [edited] = (await owner.call(audit.listAudit, { about: 'settings', limit: 1 })).data.data
  await show(audit.undoChange, { id: edited?.id ?? '' })
  await owner.call(settings.editSettings, { exchange_rates: { source: 'ecb' } }, { ifMatch: '*' })
  shop.shop.ratesUrl = 'http://127.0.0.1:9/daily.xml'
  await show(settings.fetchExchangeRates, {})
  await show(setup.getSetup, {})
  await show(payments.getPaymentProvider, {})
  await show(letters.listLetters, {})
  await show(letters.getLetter, { kind: 'ticket_received' })
  await show(letters.testLetter, { kind: 'ticket_received' })
  const which = { category: 'women_shoes' }
  await show(sizes.saveShoeSizes, { ...which, sizes: [{ eu: 38, us: '7.5' }] })
  await show(sizes.getShoeSizes, which)
  await show(sizes.listShoeSizes, {})
  await show(sizes.removeShoeSizes, which)
})

describe('the shop', () => {
  test('the catalogue', async () => {
    const linen = { code: 'linen' }
    await show(categories.createCategory, categories.createCategory.example?.input as never)
    await show(categories.editCategory, { ...linen, sort: 4 })
    await show(categories.getStaffCategory, linen)
    await show(categories.listStaffCategories, { q: 'linen' })
    await show(categories.deleteCategory, linen)
    const example = products.createProduct.example?.input as StaffInput<typeof products.createProduct>
    const { handle, skus: grid } = await show(products.createProduct, example)
    await show(products.editProduct, { handle, description: 'Falls to the calf, ties at the side, has pockets.' })
    const [first] = grid
    await show(products.saveSkuGrid, {
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
    const { pictures } = await show(products.addProductPicture, { handle, file, alt: 'The dress from the front' })
    await show(products.arrangePictures, {
      handle,
      pictures: pictures.map(({ path }) => ({ path, alt: 'Ebb Wrap Midi Dress in clay' })),
    })
    await show(products.getStaffProduct, { handle })
    await show(products.createPreviewLink, { handle })
    await show(products.listStaffProducts, { status: 'live', q: 'ebb' })
    await show(products.countStaffProducts, {})
    const sku = first?.sku ?? ''
    await show(stock.changeStock, { items: [{ sku, by: 20, reason: 'received', note: 'Order 4711 of the mill' }] })
    await show(stock.listStock, { below: 50, q: 'EBB' })
    await show(stock.listStockMoves, { sku })
    const planned = { sku, currency: 'USD', price: 12_800, special: 9_900, from: '2026-06-20T00:00:00Z' }
    const changed = await show(prices.changePrices, { items: [planned] })
    await show(prices.listSkuPrices, { sku })
    await show(prices.endPrice, { id: changed.prices[0]?.id ?? '' })
  })

  test('coupons, widgets and adverts', async () => {
    const made = await show(coupons.createCoupon, coupons.createCoupon.example?.input as never)
    const id = 'LINEN15'
    await show(coupons.editCoupon, { id, object: 'For everything made of linen' })
    await show(coupons.giveStaffCoupon, { id, email: maren.email, reason: 'The parcel came a week late' })
    await show(coupons.getStaffCoupon, { id: String(made.id) })
    await show(coupons.listStaffCoupons, { status: 'running', q: 'LINEN' })
    await show(coupons.listClaims, { id })
    await show(coupons.countCoupons, {})
    await show(coupons.listCouponUses, { codes: id })
    await show(figures.getCouponSales, { id })
    await show(coupons.listCouponTexts, { id })
    await show(coupons.pauseCoupon, { id })
    await show(coupons.resumeCoupon, { id })
    const widget = await show(widgets.createWidget, { title: 'Linen week', register: 'subscribe', coupons: [id] })
    const widgetId = { id: String(widget.id) }
    await show(widgets.editWidget, { ...widgetId, background_color: '#F3EEE4' })
    await show(widgets.publishWidget, widgetId)
    await show(widgets.getStaffWidget, widgetId)
    await show(widgets.listStaffWidgets, { limit: 1 })
    await show(widgets.pauseWidget, widgetId)
    const picture = await show(adverts.addPicture, { file: await drawPicture('teal') })
    const advert = await show(adverts.createAdvert, {
      position: 'home',
      kind: 'link',
      picture,
      alt: 'Linen week',
      link: '/products/ebb-wrap-midi-dress',
    })
    const advertId = { id: String(advert.id) }
    await show(adverts.editAdvert, { ...advertId, sort: 2 })
    await show(adverts.getStaffAdvert, advertId)
    await show(adverts.listStaffAdverts, { position: 'home' })
    await show(adverts.getAdvertFigures, { ...advertId, days: 7 })
    await show(adverts.listAdvertFigures, { days: 7 })
    await show(adverts.deleteAdvert, advertId)
    await show(coupons.endCoupon, { id })
  })
})

describe('work', () => {
  const buyDress = async () => {
    const [dress] = await shop.shop.db.select({ id: skus.id }).from(skus).where(eq(skus.sku, 'EBB-CLA-M'))
    return buy(shop.shop, maren, [dress?.id ?? 0])
  }

  test('an order, from its payment to its arrival', async () => {
    const { orderNo: no } = await buyDress()
    await show(payments.markPaid, { no, method: 'Bank transfer', reference: '2026-06-15 Lindqvist' })
    await show(commands.holdOrder, { no, reason: 'The address has no number' })
    const { house_num: _, ...address } = { ...toStaffAddress(), house_num: '' }
    await show(commands.changeAddress, { no, ...address, house_num: '18', why: 'shopper_asked' })
    await show(commands.tagOrder, { no, add: ['Gift wrap', 'Call first'] })
    await owner.call(commands.tagOrder, { no, remove: ['Call first'] })
    await show(commands.noteOrder, { no, body: 'Rang her: it is number 18.' })
    await show(commands.releaseOrder, { no })
    await show(commands.prepareOrder, { no })
    const { data: prepared } = await owner.call(orders.getOrder, { no })
    const parcelsOf = { parcels: [{ line_ids: prepared.lines.map(({ id }) => id), weight_grams: 900 }] }
    await show(commands.packOrder, { no, ...parcelsOf })
    await show(commands.unpackOrder, { no })
    await owner.call(commands.packOrder, { no })
    await show(parcels.getPackingSlip, { no })
    await show(parcels.printPackingSlips, { numbers: [no] })
    const tracked = { carrier: 'DHL', tracking_number: 'LX482917306US' }
    await show(commands.shipOrder, { no, parcels: [{ ...tracked, weight_grams: 900 }] })
    await show(parcels.reportParcel, {
      ...tracked,
      events: [
        { kind: 'in_transit', description: 'Left the sorting centre', place: 'Boston', at: '2026-06-15T09:00:00Z' },
      ],
    })
    await show(commands.deliverOrder, { no })
    await show(commands.completeOrder, { no })
    await show(orders.countOrders, {})
    await show(orders.sumOrders, { status: 'complete' })
    await show(orders.listOrderChoices, {})
    await show(orders.getOrder, { no })
    await show(orders.findOrderPlace, { no, status: 'complete' })
    await show(orders.listOrders, { status: 'complete', email: maren.email })
  })

  test('an order for somebody who called', async () => {
    const [item] = (await show(newOrder.listOrderItems, { q: 'dress' })).data
    const [sku, currency] = [item?.sku ?? '', 'EUR']
    const asked = { customer_id: maren.id, currency, shipping_method: 'express' }
    const quote = await show(newOrder.quoteOrder, { ...asked, lines: `${sku}:2` })
    const lines = [{ sku, quantity: 2 }]
    const made = await show(newOrder.createOrder, {
      ...{ ...asked, address: toStaffAddress(), lines, claim_id: quote.claim_id, total: quote.total, sends_link: true },
    })
    await show(commands.sendPaymentLink, { no: made.number })
    // So that the day goes on as if it had not been.
    await owner.call(commands.cancelOrder, { no: made.number })
  })

  test('money back, and many orders at once', async () => {
    const first = await buyDress()
    await pay(shop.shop, first)
    const no = first.orderNo
    const { data: order } = await owner.call(orders.getOrder, { no })
    const [line] = order.lines
    const reason = 'A button is missing; she keeps it'
    await show(payments.previewRefund, { no, shipping: 'true' })
    await show(payments.askToRefundOrder, { no, lines: [{ id: line?.id ?? '', amount: 1500 }], reason })
    const refunded = await show(payments.refundOrder, { no, lines: [{ id: line?.id ?? '', amount: 1500 }], reason })
    const { id = '' } = refunded.refunds[0] ?? {}
    await show(payments.getRefund, { id })
    await show(payments.listRefunds, { status: 'pending' })
    await show(payments.settleRefund, { id, reference: 'SEPA 4711' })
    await show(commands.cancelOrder, { no, reason: 'The shopper asked for it' })
    const { data: open } = await owner.call(payments.listRefunds, { status: 'pending' })
    await show(payments.retryRefund, { id: open.data[0]?.id ?? '' })
    const second = await buyDress()
    await pay(shop.shop, second)
    const many = { command: 'hold' as const, numbers: [second.orderNo], reason: 'The mill is closed' }
    const job = await show(orderJobs.changeOrders, many)
    await show(orderJobs.tagOrders, { numbers: [second.orderNo], add: ['Waits for the mill'] })
    await runStaffJobs(shop.shop)
    await owner.call(commands.releaseOrder, { no: second.orderNo })
    await owner.call(commands.packOrder, { no: second.orderNo })
    const sent = [{ carrier: 'DHL', tracking_number: 'LX482917307US' }]
    await show(orderJobs.shipOrders, { orders: [{ number: second.orderNo, parcels: sent }] })
    await show(jobs.getJob, { id: job.id })
  })

  test('what comes back', async () => {
    const { image } = await maren.call(uploadReturnImage, { image: await drawPicture('olive') })
    const order = await receive(shop.shop, maren, [goods.dress, goods.scarf])
    const request = { ...toRequest(order), image_ids: [image.id] }
    const { id } = await maren.call(requestReturn, request)
    const { number: no, items } = (await owner.call(returns.getReturn, { no: id })).data
    const [dress = '', scarf = ''] = items.map((item) => item.id)
    await show(returnReasons.getReasonShares, {})
    await show(returns.listReturns, { status: 'processing' })
    await show(returns.countReturns, {})
    await show(returns.findReturnPlace, { no, due: 'any' })
    await show(returns.getReturnImage, { no, id: image.id })
    await show(returnCommands.commentReturn, { no, text: 'We will look at it today.' })
    await show(returnCommands.noteReturn, { no, body: 'Batch 0825 ran small. Third one this week.' })
    await show(returns.listReturnPeople, {})
    const called = await receive(shop.shop, maren, [goods.scarf])
    await show(returnCommands.getReturnOptions, { no: called.orderNo })
    const told = called.lineIds.map((line_id) => ({ line_id, reason: 'changed_mind' }))
    await show(returnCommands.startReturn, { no: called.orderNo, items: told, comment: 'She called: too warm.' })
    await show(returnCommands.assignReturn, { no, assignee: owner.id })
    await show(returnJobs.changeReturns, { command: 'assign', numbers: [no], assignee: 'me' })
    const approve = (item: string) => ({ id: item, decision: 'approve' as const })
    await show(returnCommands.decideReturn, { no, items: [approve(dress), approve(scarf)] })
    const sent = { order_product_ids: order.lineIds, delivery_company: 'DHL Express', tracking_number: 'LX482917999US' }
    await maren.call(giveParcel, { after_sale_id: id, ...sent })
    await show(returnCommands.scanReturn, { no })
    await show(returnCommands.receiveReturn, {
      no,
      items: [
        { id: dress, condition: 'as_sold', restock: true },
        { id: scarf, condition: 'worn', note: 'Smells of smoke', restock: false, not_restocked_reason: 'Smells' },
      ],
    })
    const file = await drawPicture('grey')
    const pictured = await show(returnCommands.addArrivalPicture, { no, item_id: scarf, file })
    const picture = pictured.items.flatMap(({ pictures }) => pictures)[0]?.id ?? ''
    await show(returns.getArrivalPicture, { no, item_id: scarf, id: picture })
    await show(returnCommands.previewReturnRefund, { no, items: scarf, deduction: 2000 })
    const deduction = { amount: 2000, reason: 'The scarf was worn' }
    await show(returnCommands.askToRefundReturn, { no, items: [scarf], deduction })
    await show(returnCommands.refundReturn, { no, items: [scarf], deduction })
    await show(returnCommands.failRefund, { no, items: [dress], text: 'Your bank sent the money back.' })
    await show(returnCommands.retryReturnRefund, { no, items: [dress] })
    await show(returns.getReturn, { no })
  })

  test('questions, chats and reviews', async () => {
    const asked = { email: maren.email, message: 'Will the dress be back in M?', problem_type: 8 }
    await maren.call(sendTicket, { ...asked, customer_name: 'Maren Lindqvist' })
    const [ticket] = await shop.shop.db.select().from(tickets)
    const number = ticket?.ticketNo ?? ''
    await show(inbox.listInbox, { kind: 'ticket' })
    await show(inbox.countInbox, {})
    await show(inbox.listInboxPeople, {})
    await show(inbox.assignTicket, { number, assignee: owner.id })
    await show(inbox.noteTicket, { number, body: 'Asked the mill.' })
    const photo = await show(inbox.addTicketPicture, { number, file: await drawPicture('oldlace') })
    await show(inbox.getTicketPicture, { number, id: photo.id })
    const answer = { number, body: 'In three weeks; we will write to you.', pictures: [photo.id] }
    await show(inbox.answerStaffTicket, answer)
    await show(inbox.closeStaffTicket, { number })
    await show(inbox.reopenTicket, { number })
    await show(inbox.getStaffTicket, { number })
    const said = await maren.call(sendChatMessage, { body: 'Is the linen washed?', client_key: 'key-20260615' })
    const id = said.conversation_id
    await show(inbox.attendChat, { minutes: 60 })
    await show(inbox.getAttendance, {})
    await show(inbox.assignChat, { id, assignee: owner.id })
    await show(inbox.noteChat, { id, body: 'Asked before about the trousers.' })
    const washed = await show(inbox.addChatPicture, { id, file: await drawPicture('linen') })
    await show(inbox.getChatPicture, { id, picture: washed.id })
    await show(inbox.answerStaffChat, { id, body: 'It is, twice.', pictures: [washed.id] })
    await show(inbox.getStaffChat, { id })
    await show(inbox.closeChat, { id })
    await show(inbox.reopenChat, { id })
    const template = await show(inbox.addTemplate, {
      name: 'Back in stock',
      area: 'inbox',
      language: 'en',
      body: 'It will be back in three weeks.',
    })
    const which = { id: template.id }
    await show(inbox.editTemplate, { ...which, body: 'It will be back in two weeks.' })
    await show(inbox.getTemplate, which)
    await show(inbox.listTemplates, { area: 'inbox' })
    await show(inbox.removeTemplate, which)

    const bought = await receive(shop.shop, maren, [goods.dress])
    await owner.call(commands.completeOrder, { no: bought.orderNo })
    const bytes = new Uint8Array(await (await drawPicture('red')).arrayBuffer())
    const { id: picture } = await storeImage(shop.shop, { customerId: maren.id, kind: 'review', bytes })
    const wrote = { product_id: goods.dress, sku: 'SKU-101', rank: 90, content: 'Soft and light.', image_ids: picture }
    const review = await maren.call(writeReview, { order_no: bought.orderNo, ...wrote })
    const reviewId = { id: review.id }
    await show(reviews.listStaffReviews, { rank: 100, has_pictures: 'true' })
    await show(reviews.getReviewPicture, { ...reviewId, image_id: picture })
    await show(reviews.hideReview, { ...reviewId, reason: 'Names a neighbour' })
    await show(reviews.showReview, reviewId)
    await show(reviews.answerReview, { ...reviewId, content: 'Thank you, Maren!' })
    await show(reviews.getStaffReview, reviewId)
    await show(reviews.unreadReview, reviewId)
    await show(reviews.readReview, reviewId)
    await show(reviews.countReviews, {})
  })

  test('customers, figures and what waits', async () => {
    await owner.call(coupons.createCoupon, { code: 'SORRY10', kind: 'percent', percent: 10 })
    await show(customers.listCustomers, { q: 'maren' })
    await show(customers.countCustomers, {})
    await show(guests.listGuests, { limit: 50 })
    await show(customers.addCustomer, customers.addCustomer.example?.input as never)
    await show(customers.saveCustomerAddress, {
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
    const noted = await show(customers.noteCustomer, { id: maren.id, body: 'Prefers mail over chat.' })
    const note = { id: maren.id, note_id: noted.notes[0]?.id ?? '' }
    await show(customers.removeCustomerNote, note)
    await show(customers.restoreCustomerNote, note)
    await show(customers.getCustomer, { id: maren.email })
    await show(customers.giveCustomerCoupon, { id: maren.id, code: 'SORRY10' })
    await show(customers.changeCustomerCredit, { id: maren.id, amount: 1500, reason: 'late' })
    await show(customers.exportCustomer, { id: maren.id })
    await show(customers.endCustomerSessions, { id: maren.id })
    const bob = await shop.signedIn('bob')
    const { id: requestId } = await show(customers.askToEraseCustomer, { id: bob.id })
    await show(requests.listRequests, {})
    await show(requests.refuseRequest, { id: requestId })
    await show(customers.eraseCustomer, { id: bob.id })
    await show(figures.getToday, {})
    await show(figures.getTodayFigures, {})
    const days = { from: '2026-06-15', to: '2026-06-15' }
    await show(figures.getFigures, days)
    await show(figures.getFiguresCsv, days)
  })
})

test('a mail that nobody took', async () => {
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
  await show(failedMails.listFailedMails, {})
  await show(failedMails.sendMailAgain, { id: 'mail1' })
})

test('moving in and out', async () => {
  const file = 'handle,name,sku,price,pictures\nquay-shirt,Quay Shirt,QUAY-1,48,front.jpg\nno-price,No Price,NOP-1,,\n'
  const { id } = await show(imports.createImport, { kind: 'products', file_name: 'products.csv', file })
  await show(imports.getImport, { id })
  await show(imports.listImportRows, { id, outcome: 'new' })
  await show(imports.getWrongRows, { id })
  const front = Buffer.from(await (await drawPicture('navy')).arrayBuffer())
  await show(imports.sendImportPictures, { id, file: new Uint8Array(makeZip([['front.jpg', front]])) })
  await show(imports.leaveOutRows, { id, lines: [2] })
  await owner.call(imports.leaveOutRows, { id, lines: [2], is_left_out: false })
  await show(imports.runImport, { id })
  await show(imports.stopImport, { id })
  await owner.call(imports.runImport, { id })
  await workImports(shop.shop)
  // The timer of the built server may have taken the import first.
  await expect.poll(async () => (await owner.call(imports.getImport, { id })).data.status).toBe('done')
  await show(imports.listImports, { limit: 1 })
  await show(imports.undoImport, { id })
  for (const call of Object.values(exported)) await show(call, {})
  await show(products.deleteProduct, { handle: 'ebb-wrap-midi-dress' })
})

test('who works here', async () => {
  const member = await show(members.addMember, members.addMember.example?.input as never)
  const which = { id: member.id }
  await show(members.changeMember, { ...which, role: 'support' })
  await show(members.signOutMember, which)
  await show(members.disableMember, which)
  await show(members.enableMember, which)
  await show(members.getMember, which)
  await show(members.listMembers, { role: 'support' })
  const role = await show(members.addRole, members.addRole.example?.input as never)
  await show(members.changeRole, { id: role.id, refund_limit: 5000 })
  await show(members.getRole, { id: role.id })
  await show(members.listRoles, {})
  await show(members.removeRole, { id: role.id })
  const saved = { place: 'orders' as const, name: 'To pack today', search: 'status=preparing' }
  const view = await show(views.saveView, saved)
  await show(views.listViews, { place: 'orders' })
  await show(views.removeView, { id: view.id })
  const key = await show(keys.makeKey, keys.makeKey.example?.input as never)
  await show(keys.listKeys, { status: 'live' })
  await show(keys.endKey, { id: key.id })
  await owner.call(members.invite, { email: 'lea@shop.example', role: 'viewer' })
  await show(members.listInvitations, {})
  const again = await owner.call(members.invite, { email: 'lea@shop.example', role: 'viewer' })
  await show(members.endInvitation, { id: again.data.id })
  await show(audit.listAudit, { about: `members/${member.id}` })
})

test('telling other programs', async () => {
  const made = await show(webhooks.createWebhook, webhooks.createWebhook.example?.input as never)
  const which = { id: made.id }
  await show(webhooks.changeWebhook, { ...which, events: ['order.*', 'refund.*'] })
  await show(webhooks.rotateWebhookSecret, which)
  const sent = await show(webhooks.testWebhook, which)
  await show(webhooks.listDeliveries, { state: 'waiting', webhook_id: made.id })
  await show(webhooks.retryDelivery, { id: sent.id })
  await show(webhooks.getDelivery, { id: sent.id })
  await show(webhooks.retryFailedDeliveries, which)
  await show(webhooks.getWebhook, which)
  await show(webhooks.listWebhooks, {})
  await show(webhooks.removeWebhook, which)
})

test('signing in, and the own account', async () => {
  const { email } = await show(members.invite, members.invite.example?.input as never)
  const password = 'kelp forest at noon'
  const ines = staff.browser()
  const invited = tokenIn(await mailTo(email ?? ''))
  await show(signIn.acceptInvitation, { token: invited, name: 'Inês Prado', password }, ines)
  const { secret } = await show(me.startMyCode, {}, ines)
  const code = () => {
    shop.clock.advance(30_000)
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: shop.clock.now().getTime() })
  }
  await show(me.confirmMyCode, { code: code() }, ines)
  await show(me.renewMyRecoveryCodes, {}, ines)
  const passkey = createSoftPasskey('http://harbor.test')
  const making = await show(me.startMyPasskey, {}, ines)
  const kept = await show(me.addMyPasskey, { name: 'Phone', response: passkey.make(making.options) }, ines)
  await show(me.listMyPasskeys, {}, ines)
  await show(me.startConfirming, {}, ines)
  await show(me.confirmMe, { code: code() }, ines)
  await show(me.changeMe, { name: 'Inês Prado' }, ines)
  await show(me.getMe, {}, ines)
  await show(signIn.signOutStaff, {}, ines)
  const asked = await show(signIn.askForPasskey, {}, ines)
  await show(signIn.sendPasskey, { response: passkey.sign(asked.options) }, ines)
  const elsewhere = staff.browser('10.9.8.8')
  await show(signIn.signInStaff, { email: email ?? '', password }, elsewhere)
  await show(signIn.sendCode, { code: code() }, elsewhere)
  const { data: sessions } = await show(me.listMySessions, {}, ines)
  await show(me.endMySession, { id: sessions.find((one) => !one.is_current)?.id ?? '' }, ines)
  await show(me.endMyOtherSessions, {}, ines)
  // The shop asks for a second step, so another passkey stays.
  const { data: second } = await ines.call(me.startMyPasskey, {})
  const another = createSoftPasskey('http://harbor.test')
  await ines.call(me.addMyPasskey, { name: 'Key', response: another.make(second.options) })
  await show(me.removeMyPasskey, { id: kept.passkey.id }, ines)
  await show(me.removeMyCode, {}, ines)
  await show(me.changeMyPassword, { old_password: password, password: 'a slow tide at dusk' }, ines)
  await show(signIn.forgotStaffPassword, { email: email ?? '' }, ines)
  const token = tokenIn(await mailTo(email ?? ''))
  await show(signIn.resetStaffPassword, { token, password: 'the gulls are out early' }, ines)
})

test('every call has been made', () => {
  const names = staffApiHandlers.map(({ call }) => nameStaffCall(call).name)
  expect(Object.keys(told).sort()).toEqual(names.sort())
})

test('every row that the day wrote into the audit log reads as a sentence, without ids and raw values', async () => {
  const { data: page } = await owner.call(audit.listAudit, { limit: 200 })
  const rows = [...page.data]
  for (let after = page.next; after !== null; ) {
    const { data: more } = await owner.call(audit.listAudit, { limit: 200, after })
    rows.push(...more.data)
    after = more.next
  }
  const said = rows.map((row) => {
    const { changes } = tellAudit(row, (at) => at.slice(0, 10))
    const told = changes.flatMap(({ name, before, after }) => [name, before ?? '', after ?? ''])
    return { call: row.call, text: [writeSentence(row, (at) => at.slice(0, 10)), ...told].join(' | ') }
  })
  expect(said.length).toBeGreaterThan(100)
  const isRaw = (text: string) =>
    /[{}]|\bundefined\b|\bNaN\b|(?<![\w-])(?=[a-z0-9]*\d)[a-z0-9]{24}(?![\w@-])/.test(text)
  expect(said.filter(({ text }) => isRaw(text))).toEqual([])
})

test('what the reference shows has every call, and fits its schemas', () => {
  const shown = (process.env.RECORD === 'true' ? told : recorded) as StaffExamples
  const wrong = staffApiHandlers.filter(({ call }) => {
    const example = shown[nameStaffCall(call).name]
    const isFile = call.sentAs === 'multipart'
    if (!example || (!isFile && !call.input.safeParse(example.input).success)) return true
    if (call.answers === 'file' || call.answers === 'nothing') return false
    const rows = call.answers === 'list' ? (example.answer as { data: unknown[] }).data : [example.answer]
    return rows.some((row) => {
      const parsed = call.output.safeParse(row)
      return !parsed.success || !isDeepStrictEqual(parsed.data, row)
    })
  })
  expect(wrong.map(({ call }) => nameStaffCall(call).name)).toEqual([])
  expect(Object.keys(shown)).toHaveLength(staffApiHandlers.length)
})

function toStaffAddress() {
  const { address1, address2, ...rest } = testAddress
  return { ...rest, address_1: address1, address_2: address2 ?? '' }
}
