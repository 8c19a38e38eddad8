import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { answerGuestOffer } from '#features/account/account.contract.ts'
import { orderLinks, orders } from '#features/orders/server/orders.tables.ts'
import { createOrderLink, orderLinkDays } from '#features/orders/server/queries/order-links.service.ts'
import * as guest from '#features/returns/guest-returns.contract.ts'
import * as calls from '#features/returns/returns.contract.ts'
import { drawPicture } from '#testing/shops/pictures.ts'
import { receive, shopWithReasons, toRequest } from '#testing/shops/returned-goods.ts'
import { goods } from '#testing/shops/stocked-shop.ts'
import { json } from '#testing/test-shop.ts'
import { approveReturn, receiveReturn, refundReturn } from '../commands/return-commands.service.ts'
import { returnImages, returns } from '../returns.tables.ts'

const shop = shopWithReasons()
const dayMs = 24 * 60 * 60 * 1000
let email = ''
let guests = 0

beforeEach(() => {
  email = `guest-${++guests}@harbor.test`
})

const receiveAsGuest = (skuIds: number[]) => receive(shop.shop, { ...shop.stranger(), email }, skuIds)
type Received = Awaited<ReturnType<typeof receiveAsGuest>>

/** Opens the order in a browser by the link of its mail. */
async function openInBrowser({ orderNo }: Received) {
  const browser = shop.browser()
  await browser.call(guest.sendOrderLink, { email, order_no: orderNo })
  const { token } = readLink((await shop.mailsTo(email)).at(-1)?.text)
  await browser.call(guest.openOrderLink, { token })
  return browser
}

async function countLinkMails(address: string): Promise<number> {
  return (await shop.mailsTo(address)).filter(({ subject }) => subject.startsWith('Your link to order')).length
}

function readLink(text = '') {
  const url = new URL(/http\S+guest-order\S*/.exec(text)?.[0] ?? 'http://harbor.test/')
  return { token: url.searchParams.get('token') ?? '', returnId: url.searchParams.get('return') }
}

test('lets a guest return items by the mailed link: request, picture, parcel, edit, refund', async () => {
  const order = await receiveAsGuest([goods.dress, goods.scarf])
  const browser = await openInBrowser(order)
  const shown = await browser.call(guest.getGuestOrder, {})
  expect(shown.expires_at).toBe('2026-06-30 10:00:00')
  expect(shown.order).toMatchObject({ order_no: order.orderNo, email })
  expect(shown.order.products.map(({ can_after_sale }) => can_after_sale)).toEqual([true, true])
  const [dress = '', scarf = ''] = order.lineIds
  const quote = await browser.call(guest.quoteGuestReturn, { order_product_ids: [dress] })
  expect(quote).toMatchObject({ refund_total: { price: '$150.00' }, as_credit: null })

  const { image } = await browser.call(guest.uploadGuestReturnImage, { image: await drawPicture() })
  const request = { ...toRequest({ ...order, lineIds: [dress] }), image_ids: [image.id], email }
  const { id } = await browser.call(guest.requestGuestReturn, request)
  expect(await browser.call(guest.requestGuestReturn, request)).toEqual({ id })
  expect((await browser.fetch(image.url)).status).toBe(200)
  expect((await shop.stranger().fetch(image.url)).status).toBe(404)
  const again = (await browser.call(guest.getGuestOrder, {})).order.products.find((line) => line.id === dress)
  expect(again).toMatchObject({ can_after_sale: false, after_sale_id: id, after_sale_status: 1 })

  await approveReturn(shop.shop, { returnId: id })
  const parcel = { order_product_ids: [dress], delivery_company: 'DHL Express', tracking_number: 'LX1234' }
  expect(await browser.call(guest.giveGuestParcel, { after_sale_id: id, ...parcel })).toMatchObject({ can_edit: true })
  const edited = await browser.call(guest.giveGuestParcel, { ...parcel, tracking_number: 'LX9999' })
  expect(edited.tracking_number).toBe('LX9999')
  await receiveReturn(shop.shop, { returnId: id })
  await refundReturn(shop.shop, { returnId: id })
  const done = await browser.call(guest.getGuestReturn, { returnId: id })
  expect(done).toMatchObject({ status: 5, refund_total: { price: '$150.00' }, images: [image] })

  const second = await browser.call(guest.requestGuestReturn, toRequest({ ...order, lineIds: [scarf] }))
  const cancelled = await browser.call(guest.cancelGuestReturn, { returnId: second.id, id: second.id })
  expect(cancelled.status).toBe(8)
})

test('applies the rules for signed-in shoppers to a guest', async () => {
  const order = await receiveAsGuest([goods.dress])
  const browser = await openInBrowser(order)
  const request = toRequest(order)
  const refused = (changed: object) => browser.call(guest.requestGuestReturn, { ...request, ...changed })
  await expect(refused({ order_product_ids: ['other'] })).rejects.toMatchObject({ status: 422 })
  await expect(refused({ refund_to: 'credit' })).rejects.toMatchObject({ status: 422 })
  await expect(refused({ email: 'other@harbor.test' })).rejects.toMatchObject({ status: 404 })
  shop.clock.advance(15 * dayMs - 1000)
  const late = await openInBrowser(order)
  shop.clock.advance(2000)
  await expect(late.call(guest.requestGuestReturn, request)).rejects.toMatchObject({
    refusal: { code: 'line_not_returnable' },
  })
})

test('returns the same response whether or not a lookup finds an order, and mails the link to the address of the order only', async () => {
  const order = await receiveAsGuest([goods.dress])
  const ask = (input: object) => shop.stranger().fetch(guest.sendOrderLink.path, json(input))
  const describeResponse = async (response: Response) => [
    response.status,
    await response.text(),
    response.headers.getSetCookie(),
  ]
  const hit = await describeResponse(await ask({ email, order_no: order.orderNo.toLowerCase() }))
  expect(hit).toEqual([204, '', []])
  expect(await describeResponse(await ask({ email: 'x@harbor.test', order_no: order.orderNo }))).toEqual(hit)
  expect(await describeResponse(await ask({ email, order_no: 'HB2222222222A' }))).toEqual(hit)
  expect(await countLinkMails(email)).toBe(1)
  expect(await shop.mailsTo('x@harbor.test')).toHaveLength(0)
})

test('mails at most three links of an order in an hour', async () => {
  const order = await receiveAsGuest([goods.dress])
  const ask = () => shop.stranger().call(guest.sendOrderLink, { email, order_no: order.orderNo })
  for (let round = 0; round < 3; round++) await ask()
  await expect(ask()).rejects.toMatchObject({ status: 429 })
  expect(await countLinkMails(email)).toBe(3)
})

test('stores only the hash of a link, and ends the link after its lifetime', async () => {
  const order = await receiveAsGuest([goods.dress])
  const browser = await openInBrowser(order)
  const token = browser.jar.get('order_link') ?? ''
  const rows = await shop.shop.db.select().from(orderLinks).where(eq(orderLinks.orderId, order.orderId))
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(token)
  shop.clock.advance(orderLinkDays * dayMs)
  const ended = { status: 404, refusal: { code: 'order_link_ended' } }
  await expect(browser.call(guest.getGuestOrder, {})).rejects.toMatchObject(ended)
  await expect(shop.browser().call(guest.openOrderLink, { token })).rejects.toMatchObject(ended)
})

test('opens only the order of the link', async () => {
  const mine = await receiveAsGuest([goods.dress])
  const browser = await openInBrowser(mine)
  email = 'other-guest@harbor.test'
  const others = await receiveAsGuest([goods.dress, goods.scarf])
  const otherBrowser = await openInBrowser(others)
  const { id: returnId } = await otherBrowser.call(
    guest.requestGuestReturn,
    toRequest({ ...others, lineIds: others.lineIds.slice(0, 1) }),
  )
  const notFound = { status: 404 }
  await expect(browser.call(guest.getGuestReturn, { returnId })).rejects.toMatchObject(notFound)
  await expect(browser.call(guest.cancelGuestReturn, { returnId })).rejects.toMatchObject(notFound)
  await expect(browser.call(guest.requestGuestReturn, toRequest(others))).rejects.toMatchObject(notFound)
  await expect(browser.call(guest.quoteGuestReturn, { order_product_ids: others.lineIds })).rejects.toMatchObject(
    notFound,
  )
  const parcel = { delivery_company: 'DHL Express', tracking_number: 'LX1234' }
  await expect(
    browser.call(guest.giveGuestParcel, { order_product_ids: others.lineIds.slice(0, 1), ...parcel }),
  ).rejects.toMatchObject(notFound)
  // A link is no session, so calls that require an account are refused.
  await expect(browser.call(calls.getReturn, { returnId })).rejects.toMatchObject({ status: 401 })
})

test('mails a link to the order page if the order belongs to an account, without an access link', async () => {
  const ada = await shop.signedIn()
  const order = await receive(shop.shop, ada, [goods.dress])
  await shop.stranger().call(guest.sendOrderLink, { email: ada.email, order_no: order.orderNo })
  const [mail] = await shop.mailsTo(ada.email).then((mails) => mails.slice(-1))
  expect(mail?.text).toContain(`http://harbor.test/account/order/${order.orderId}`)
  expect(mail?.text).not.toContain('guest-order')
})

test('moves returns and pictures of a guest order to the account together with the order, and ends the link', async () => {
  const ada = await shop.signedIn()
  email = ada.email
  const order = await receiveAsGuest([goods.dress])
  const browser = await openInBrowser(order)
  const { image } = await browser.call(guest.uploadGuestReturnImage, { image: await drawPicture() })
  const { id } = await browser.call(guest.requestGuestReturn, { ...toRequest(order), image_ids: [image.id] })
  await approveReturn(shop.shop, { returnId: id })
  await ada.call(answerGuestOffer, { accept: true })
  expect(await ada.call(calls.getReturn, { returnId: id })).toMatchObject({ status: 2, images: [image] })
  expect((await ada.fetch(image.url)).status).toBe(200)
  expect((await browser.fetch(image.url)).status).toBe(404)
  await expect(browser.call(guest.getGuestReturn, { returnId: id })).rejects.toMatchObject({ status: 404 })
  await ada.call(calls.cancelReturn, { returnId: id })
  const kept = await shop.shop.db.select().from(returnImages).where(eq(returnImages.returnId, id))
  expect(kept.map(({ customerId }) => customerId)).toEqual([ada.id])
})

test('adds a link to the return to each mail about a guest return', async () => {
  const order = await receiveAsGuest([goods.dress])
  const browser = await openInBrowser(order)
  const { id } = await browser.call(guest.requestGuestReturn, toRequest(order))
  await approveReturn(shop.shop, { returnId: id })
  const { token, returnId } = readLink((await shop.mailsTo(email)).at(-1)?.text)
  expect(returnId).toBe(id)
  const fresh = shop.browser()
  expect(await fresh.call(guest.openOrderLink, { token })).toEqual({
    order_no: order.orderNo,
    expires_at: expect.any(String),
  })
  expect(await fresh.call(guest.getGuestReturn, { returnId: id })).toMatchObject({ id, status: 2 })
})

test('keeps at most twenty links of an order, and ends the oldest link first', async () => {
  const order = await receiveAsGuest([goods.dress])
  const first = await createOrderLink(shop.shop.db, shop.shop, order.orderId)
  for (let round = 0; round < 20; round++) {
    shop.clock.advance(1000)
    await createOrderLink(shop.shop.db, shop.shop, order.orderId)
  }
  expect(await shop.shop.db.$count(orderLinks, eq(orderLinks.orderId, order.orderId))).toBe(20)
  await expect(shop.browser().call(guest.openOrderLink, { token: first })).rejects.toMatchObject({ status: 404 })
})

test('closes a completely returned guest order without assigning it to an account', async () => {
  const order = await receiveAsGuest([goods.scarf])
  const browser = await openInBrowser(order)
  const { id } = await browser.call(guest.requestGuestReturn, toRequest(order))
  await approveReturn(shop.shop, { returnId: id })
  await receiveReturn(shop.shop, { returnId: id })
  await refundReturn(shop.shop, { returnId: id })
  const [row] = await shop.shop.db.select().from(returns).where(eq(returns.id, id))
  expect(row).toMatchObject({ status: 5, customerId: null })
  const [closed] = await shop.shop.db.select().from(orders).where(eq(orders.id, order.orderId))
  expect(closed?.statusId).toBe(9)
})
