import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { analyticsEvents } from '#features/analytics/server/analytics.tables.ts'
import { bindCoupons } from '#features/coupons/coupons.contract.ts'
import { markClaimUsed, releaseClaim, reserveClaim } from '#features/coupons/server/claims.service.ts'
import { couponClaims, couponWidgets } from '#features/coupons/server/coupons.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { newId, newOrderNo } from '#server/database/ids.ts'
import { sessionCookie } from '#testing/session-cookie.ts'
import { saveTestCoupon, saveTestCurrencies, saveTestWidget } from '#testing/shops/test-offers.ts'
import { type Browser, json, testShop } from '#testing/test-shop.ts'
import { getAdvert, listWidgets, recordAdvertClick } from '../adverts.contract.ts'
import { saveAdvert } from './adverts.service.ts'
import { advertClicks, adverts } from './adverts.tables.ts'

const shop = testShop()
beforeAll(() => saveTestCurrencies(shop.shop.db))

const longAgo = new Date('2026-01-01T00:00:00Z')
const iphone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' }
const android = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15; Pixel 9)' }
let lastId = 100

async function banner(changes: Partial<typeof adverts.$inferInsert> = {}): Promise<number> {
  const id = ++lastId
  await saveAdvert(shop.shop.db, {
    id,
    position: 'coupon',
    linkType: 'custom_link',
    imagePath: '/catalogue/banner-swim.svg',
    imageWidth: 780,
    imageHeight: 300,
    alt: 'Back in the water',
    linkPath: '/search?q=swim',
    startsAt: longAgo,
    ...changes,
  })
  return id
}

async function widgetAdvert(couponIds: number[], changes: Parameters<typeof saveTestWidget>[2] = {}) {
  const widget = await saveTestWidget(shop.shop.db, couponIds, changes)
  const advertId = await banner({
    position: 'account',
    linkType: 'coupon_module',
    couponWidgetId: widget.id,
    imagePath: null,
    linkPath: null,
  })
  return { ...widget, advertId }
}

async function clear() {
  await shop.shop.db.update(adverts).set({ isActive: false })
}

test('returns the first running advert of a position', async () => {
  await clear()
  const now = shop.clock.now().getTime()
  await banner({ sort: 1, endsAt: new Date(now) })
  await banner({ sort: 1, startsAt: new Date(now + 3_600_000) })
  await banner({ sort: 1, isActive: false })
  await banner({ sort: 1, position: 'home' })
  const second = await banner({ sort: 3, alt: 'Second' })
  const first = await banner({ sort: 2 })
  const response = await shop.stranger().fetch('/ajax-web/ads?pos=coupon')
  expect(await response.json()).toEqual({
    code: 0,
    message: 'success',
    data: {
      id: first,
      link_type: 'custom_link',
      title: 'Back in the water',
      image_path: '/catalogue/banner-swim.svg',
      image_width: 780,
      image_height: 300,
      link_path: '/search?q=swim',
      link_detail: null,
    },
  })
  await shop.shop.db
    .update(adverts)
    .set({ endsAt: new Date(now + 60_000) })
    .where(eq(adverts.id, first))
  shop.clock.advance(60_000)
  expect(await shop.stranger().call(getAdvert, { pos: 'coupon' })).toMatchObject({ id: second })
})

test('returns null if no advert runs, and rejects an unknown position', async () => {
  await clear()
  expect(await shop.stranger().call(getAdvert, { pos: 'order_list' })).toBe(null)
  expect((await shop.stranger().fetch('/ajax-web/ads?pos=nowhere')).status).toBe(422)
})

test('shows device-specific adverts on that device only, and sends both store addresses', async () => {
  await clear()
  const stores = { ios_url: 'https://apps.apple.com/app/id1', google_url: 'https://play.google.com/store/apps/x' }
  const forPhones = { linkType: 'down', linkPath: null, iosUrl: stores.ios_url, googleUrl: stores.google_url }
  const onIos = await banner({ ...forPhones, device: 'ios', sort: 1 })
  const onAndroid = await banner({ ...forPhones, device: 'android', sort: 1 })
  const guest = shop.stranger()
  expect(await guest.call(getAdvert, { pos: 'coupon' }, { headers: iphone })).toMatchObject({
    id: onIos,
    link_detail: stores,
  })
  expect(await guest.call(getAdvert, { pos: 'coupon' }, { headers: android })).toMatchObject({ id: onAndroid })
  expect(await guest.call(getAdvert, { pos: 'coupon' })).toBe(null)
})

test('links a banner to any https site, rejects other links on save, and sends null instead of a stored invalid link', async () => {
  await clear()
  await expect(banner({ linkPath: 'http://lookbook.example' })).rejects.toMatchObject({ status: 422 })
  const id = await banner({ linkPath: 'https://lookbook.example/autumn' })
  const link_path = 'https://lookbook.example/autumn'
  expect(await shop.stranger().call(getAdvert, { pos: 'coupon' })).toMatchObject({ id, link_path })
  await shop.shop.db.update(adverts).set({ linkPath: 'javascript:alert(1)' }).where(eq(adverts.id, id))
  expect(await shop.stranger().call(getAdvert, { pos: 'coupon' })).toMatchObject({ id, link_path: null })
})

test("returns a coupon widget with the field names of the API and the visitor's claims", async () => {
  await clear()
  const { db } = shop.shop
  const mine = await saveTestCoupon(db, { discountAmount: 1250 })
  const gone = await saveTestCoupon(db, { couponType: 'P', discountPercent: 20, stockTotal: 0 })
  const free = await saveTestCoupon(db, { couponType: 'S' })
  const style = {
    button_text: { font_size: 14, color: '#FFFFFF', bold: true, backgroud_color: '#8E2A14' },
    discount_text: 'nonsense',
    m_image_width: 780,
  }
  const widget = await widgetAdvert([mine, gone, free], {
    style,
    backgroundColor: '#E7A08A',
    numPerRow: 3,
    hasPopup: true,
  })
  const sneaked = { ...style, m_backgroud_image: 'https://evil.example/x.png' }
  await db.update(couponWidgets).set({ style: sneaked }).where(eq(couponWidgets.id, widget.id))
  const ada = await shop.signedIn()
  await ada.call(bindCoupons, { code_id: String(widget.linkIds[0]) })
  const response = await ada.fetch('/ajax-web/ads?pos=account')
  const unstyled = { font_size: null, color: null, bold: false }
  expect(await response.json()).toMatchObject({
    data: {
      id: widget.advertId,
      link_type: 'coupon_module',
      link_detail: {
        date_start: '2026-01-01 00:00:00',
        date_end: null,
        settings: {
          backgroud_color: '#E7A08A',
          user_group: { id: 1, path: '' },
          register_type: 1,
          has_popup: true,
          style: {
            button_text: style.button_text,
            discount_text: unstyled,
            condition_text: unstyled,
            backgroud_color: null,
            m_backgroud_image: null,
            m_image_width: 780,
            m_image_height: null,
          },
          coupon: {
            bundle_receive: 0,
            num_per_row: 3,
            row_num: 1,
            codes: [
              { is_available: true, is_received: true, link_detail: { discount: '$12.50 off', coupon_type: 'F' } },
              { is_available: false, is_received: false, link_detail: { discount: '20% off' } },
              { is_available: true, is_received: false, link_detail: { discount: 'Free ship' } },
            ],
          },
        },
      },
    },
  })
})

test("recognizes a guest's coupons by the claiming browser, never by the email address alone", async () => {
  const { db } = shop.shop
  const advert = await widgetAdvert([await saveTestCoupon(db)])
  const guest = shop.browser()
  const headers = { 'x-subscribe-email': 'known@harbor.test' }
  await guest.call(bindCoupons, { email: 'known@harbor.test', code_id: String(advert.linkIds[0]) }, { headers })
  const isReceived = async (who: Pick<Browser, 'call'>, sent: Record<string, string> = {}) => {
    const [found] = await who.call(listWidgets, { ids: String(advert.advertId) }, { headers: sent })
    const detail = found?.link_detail
    return detail && 'settings' in detail ? detail.settings.coupon.codes[0]?.is_received : undefined
  }
  expect(await isReceived(guest)).toBe(true)
  expect(await isReceived(guest, headers)).toBe(true)
  expect(await isReceived(guest, { 'x-subscribe-email': 'another@harbor.test' })).toBe(false)
  expect(await isReceived(shop.stranger(), headers)).toBe(false)
  expect(await isReceived(shop.stranger(), { cookie: 'subscribe_email=known%40harbor.test' })).toBe(false)
  expect(await isReceived(shop.stranger(), { cookie: 'subscribe_email=%E0%A4%A; claims=%E0%A4%A' })).toBe(false)
})

test('returns whether a claimed coupon is reserved by an order, released again, used or expired', async () => {
  const { db } = shop.shop
  const ada = await shop.signedIn()
  const couponId = await saveTestCoupon(db, { validDays: 7 })
  const advert = await widgetAdvert([couponId])
  await ada.call(bindCoupons, { code_id: String(advert.linkIds[0]) })
  const now = shop.clock.now()
  const mine = { customerId: ada.id, email: ada.email }
  const [claim] = await db.select().from(couponClaims).where(eq(couponClaims.couponId, couponId))
  const orderId = newId()
  const amounts = { currency: 'USD', subtotalAmount: 0, totalAmount: 0 }
  await db
    .insert(orders)
    .values({ id: orderId, orderNo: newOrderNo(), ...mine, ...amounts, createdAt: now, expiresAt: now })
  const lines = [{ lineRef: 'a', productId: 1, categoryCode: 'coats', amount: 10_000 }]
  const use = {
    ...mine,
    claimId: claim?.id ?? '',
    orderId,
    currency: 'USD',
    lines,
    shippingAmount: 0,
    isNew: true,
    now,
  }
  const look = async () => {
    const [found] = await ada.call(listWidgets, { ids: String(advert.advertId) })
    const detail = found?.link_detail
    const code = detail && 'settings' in detail ? detail.settings.coupon.codes[0] : undefined
    return [code?.is_received, code?.block_reason]
  }
  expect(await look()).toEqual([true, null])
  await db.transaction((tx) => reserveClaim(tx, use))
  expect(await look()).toEqual([true, 'coupon_reserved'])
  await releaseClaim(db, orderId)
  expect(await look()).toEqual([true, null])
  await db.transaction((tx) => reserveClaim(tx, use))
  await markClaimUsed(db, orderId, now)
  expect(await look()).toEqual([true, 'coupon_used'])
  await db.update(couponClaims).set({ status: 1, orderId: null, usedAt: null, expiresAt: now })
  expect(await look()).toEqual([true, 'coupon_expired'])
})

test('returns ten widgets in one call, in the requested order', async () => {
  const { db } = shop.shop
  const ids: number[] = []
  for (let made = 0; made < 10; made++) {
    const { advertId } = await widgetAdvert([await saveTestCoupon(db), await saveTestCoupon(db)])
    ids.push(advertId)
  }
  const newOrder = ids.toReversed()
  const found = await shop.stranger().call(listWidgets, { ids: [...newOrder, 999_999].join(',') })
  expect(found.map((advert) => advert.id)).toEqual(newOrder)
  expect(found.every((advert) => advert.link_type === 'coupon_module')).toBe(true)
  expect(await shop.stranger().call(listWidgets, { ids: String(await banner()) })).toEqual([])
  expect((await shop.stranger().fetch('/ajax-web/coupon/widgets?ids=1,x')).status).toBe(422)
})

test('shows the next advert when a widget has expired', async () => {
  await clear()
  const widget = await widgetAdvert([await saveTestCoupon(shop.shop.db)])
  const next = await banner({ position: 'account', sort: 9 })
  expect(await shop.stranger().call(getAdvert, { pos: 'account' })).toMatchObject({ link_type: 'coupon_module' })
  await shop.shop.db.update(couponWidgets).set({ endsAt: shop.clock.now() }).where(eq(couponWidgets.id, widget.id))
  expect(await shop.stranger().call(getAdvert, { pos: 'account' })).toMatchObject({ id: next })
})

test('attributes a tap on an advert to the customer of the session cookie', async () => {
  const id = await banner()
  const ada = await shop.signedIn()
  const response = await shop
    .stranger()
    .fetch(`/ajax-web/ads/${id}/click`, { method: 'POST', headers: { cookie: sessionCookie(ada.token) } })
  expect(response.status).toBe(204)
  await shop.stranger().call(recordAdvertClick, { advertId: id })
  const clicks = await shop.shop.db.select().from(advertClicks).where(eq(advertClicks.advertId, id))
  expect(clicks.map((click) => click.customerId)).toEqual([ada.id, null])
  await expect(shop.stranger().call(recordAdvertClick, { advertId: 999_999 })).rejects.toMatchObject({ status: 404 })
})

test('stores known events with small props and rejects everything else', async () => {
  const ada = await shop.signedIn()
  const report = (body: unknown) => ada.fetch('/ajax-web/event', json(body))
  expect((await report({ name: 'coupon_claim', props: { link_ids: [1, 2], is_success: 1 } })).status).toBe(204)
  expect((await report({ name: 'page_view' })).status).toBe(204)
  const kept = await shop.shop.db.select().from(analyticsEvents).where(eq(analyticsEvents.customerId, ada.id))
  expect(kept).toMatchObject([
    { name: 'coupon_claim', props: { link_ids: [1, 2], is_success: 1 } },
    { name: 'page_view' },
  ])
  const tooMany = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`p${index}`, 1]))
  for (const body of [
    { name: 'made_up' },
    { name: 'search', props: { q: 'x'.repeat(201) } },
    { name: 'search', props: { q: { deep: 1 } } },
    { name: 'search', props: { 'bad key': 1 } },
    { name: 'search', props: tooMany },
    { props: {} },
  ]) {
    expect((await report(body)).status).toBe(422)
  }
})

test('records a reported purchase only for orders of the shopper who reports the purchase', async () => {
  const { db } = shop.shop
  const ada = await shop.signedIn()
  const bob = await shop.signedIn('bob')
  const now = shop.clock.now()
  const order = {
    id: newId(),
    orderNo: newOrderNo(),
    customerId: ada.id,
    email: ada.email,
    currency: 'USD',
    statusId: 4,
  }
  await db
    .insert(orders)
    .values({ ...order, subtotalAmount: 0, totalAmount: 0, createdAt: now, expiresAt: now, paidAt: now, gaCounter: 1 })
  const counter = async () => (await db.select().from(orders).where(eq(orders.id, order.id)))[0]?.gaCounter
  const event = json({ name: 'purchase', props: { order_id: order.id } })
  await bob.fetch('/ajax-web/event', event)
  expect(await counter()).toBe(1)
  await ada.fetch('/ajax-web/event', event)
  expect(await counter()).toBe(0)
})
