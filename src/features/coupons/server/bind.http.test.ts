import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { removeDue } from '#app/retention.ts'
import { listWidgets } from '#features/adverts/adverts.contract.ts'
import { saveAdvert } from '#features/adverts/server/adverts.service.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { register } from '#features/sign-in/sign-in.contract.ts'
import { openDatabase } from '#server/database/database.ts'
import { newId, newOrderNo } from '#server/database/ids.ts'
import { openWithManyConnections } from '#testing/processes/cluster.ts'
import { saveTestCoupon, saveTestCurrencies, saveTestWidget } from '#testing/shops/test-offers.ts'
import { json, type Person, testShop } from '#testing/test-shop.ts'
import * as calls from '../coupons.contract.ts'
import { bindCoupons } from './bind.service.ts'
import { couponClaims, coupons, subscribers } from './coupons.tables.ts'

const shop = testShop()
beforeAll(() => saveTestCurrencies(shop.shop.db))

const allClaimedMessage = {
  status: 200,
  refusal: { code: 'coupons_gone', message: 'The coupons have been snapped up' },
}

async function offer(stockTotal: number | null = null, widget: Parameters<typeof saveTestWidget>[2] = {}) {
  const { db } = shop.shop
  const couponId = await saveTestCoupon(db, { stockTotal })
  const { linkIds } = await saveTestWidget(db, [couponId], widget)
  return { couponId, code_id: linkIds.join(',') }
}

async function claimsOf(couponId: number) {
  return shop.shop.db.select().from(couponClaims).where(eq(couponClaims.couponId, couponId))
}

async function stockOf(couponId: number) {
  const [row] = await shop.shop.db.select().from(coupons).where(eq(coupons.id, couponId))
  return row?.stockClaimed
}

function bindAsGuest(guest: Pick<Person, 'call'>, email: string, code_id: string) {
  return guest.call(calls.bindCoupons, { email, code_id }, { headers: { 'x-subscribe-email': email } })
}

async function havePaid(who: { id: string | null; email: string }) {
  const now = shop.clock.now()
  await shop.shop.db.insert(orders).values({
    id: newId(),
    orderNo: newOrderNo(),
    customerId: who.id,
    email: who.email,
    statusId: 4,
    currency: 'USD',
    subtotalAmount: 100,
    totalAmount: 100,
    createdAt: now,
    expiresAt: now,
    paidAt: now,
  })
}

test('claims a coupon and returns its link id with code 1', async () => {
  const ada = await shop.signedIn()
  const { couponId, code_id } = await offer(5)
  const response = await ada.fetch('/ajax-web/coupon/bind', json({ email: ada.email, code_id }))
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ code: 1, message: 'success', data: [Number(code_id)] })
  expect(await claimsOf(couponId)).toMatchObject([{ customerId: ada.id, email: ada.email, status: 1, orderId: null }])
  expect(await stockOf(couponId)).toBe(1)
})

test('returns success for a second claim without taking another coupon', async () => {
  const ada = await shop.signedIn()
  const { couponId, code_id } = await offer(5)
  await ada.call(calls.bindCoupons, { code_id })
  expect(await ada.call(calls.bindCoupons, { code_id })).toEqual([Number(code_id)])
  expect(await claimsOf(couponId)).toHaveLength(1)
  expect(await stockOf(couponId)).toBe(1)
})

test('claims as a guest if the email addresses in header and body match', async () => {
  const guest = shop.stranger()
  const { couponId, code_id } = await offer()
  expect(await bindAsGuest(guest, 'guest@harbor.test', code_id)).toEqual([Number(code_id)])
  expect(await claimsOf(couponId)).toMatchObject([{ customerId: null, email: 'guest@harbor.test' }])
  const mismatch = guest.call(
    calls.bindCoupons,
    { email: 'guest@harbor.test', code_id },
    { headers: { 'x-subscribe-email': 'other@harbor.test' } },
  )
  await expect(mismatch).rejects.toMatchObject({ status: 422, refusal: { errors: { email: [expect.any(String)] } } })
  await expect(guest.call(calls.bindCoupons, { code_id })).rejects.toMatchObject({ status: 422 })
  await expect(guest.call(calls.bindCoupons, { email: 'guest@harbor.test', code_id })).rejects.toMatchObject({
    status: 422,
  })
})

const received = async (who: Pick<Person, 'call'>, advertId: number, headers: Record<string, string> = {}) => {
  const [advert] = await who.call(listWidgets, { ids: String(advertId) }, { headers })
  const detail = advert?.link_detail
  return detail && 'settings' in detail ? detail.settings.coupon.codes[0]?.is_received : undefined
}

async function offerOnPage() {
  const { db } = shop.shop
  const couponId = await saveTestCoupon(db, { stockTotal: 9 })
  const { id, linkIds } = await saveTestWidget(db, [couponId])
  const look = { couponWidgetId: id, startsAt: new Date(0) }
  await saveAdvert(db, { id: 7000 + id, position: 'home', linkType: 'coupon_module', ...look })
  return { couponId, code_id: linkIds.join(','), advertId: 7000 + id }
}

test("claims under a stranger's email address without touching the account or showing its coupons", async () => {
  const ada = await shop.signedIn()
  const { couponId, code_id, advertId } = await offerOnPage()
  await ada.call(calls.bindCoupons, { code_id })
  const known = { 'x-subscribe-email': ada.email }
  const mallory = shop.browser()
  mallory.jar.set('subscribe_email', encodeURIComponent(ada.email))
  expect(await received(mallory, advertId, known)).toBe(false)
  expect(await bindAsGuest(mallory, ada.email, code_id)).toEqual([Number(code_id)])
  expect(await claimsOf(couponId)).toMatchObject([{ customerId: ada.id }, { customerId: null }])
  expect(await received(mallory, advertId, known)).toBe(true)
  // Another browser with the same address sees neither claim.
  expect(await received(shop.browser(), advertId, known)).toBe(false)
})

test('keeps claims separate per browser and ignores a changed or forged cookie', async () => {
  const email = 'shared@harbor.test'
  const { couponId, code_id, advertId } = await offerOnPage()
  const [one, other] = [shop.browser(), shop.browser()]
  await bindAsGuest(one, email, code_id)
  await bindAsGuest(one, email, code_id)
  expect(await claimsOf(couponId)).toHaveLength(1)
  await bindAsGuest(other, email, code_id)
  expect(await claimsOf(couponId)).toHaveLength(2)
  const [text = '', sign = ''] = (one.jar.get('claims') ?? '').split('.')
  const stolen = { ...JSON.parse(Buffer.from(text, 'base64url').toString()), p: [email] }
  const forged = Buffer.from(JSON.stringify(stolen)).toString('base64url')
  for (const cookie of [`${forged}.${sign}`, `${text}.${'A'.repeat(43)}`, 'x', `${text}.`]) {
    const thief = shop.browser()
    thief.jar.set('claims', cookie)
    expect(await received(thief, advertId)).toBe(false)
  }
  expect(await received(one, advertId)).toBe(true)
  await one.fetch('/ajax-web/customer/logout', json({}))
  expect(await received(one, advertId)).toBe(false)
})

test('sends one mail per email address and day, with a link that opens the claims in another browser', async () => {
  const email = 'mailbox@harbor.test'
  const { code_id, advertId } = await offerOnPage()
  for (let round = 0; round < 3; round++) await bindAsGuest(shop.browser(), email, code_id)
  const mails = await shop.mailsTo(email)
  expect(mails.map(({ subject }) => subject)).toEqual(['Your coupons at Harbor'])
  const token = /claimedcoupons\?token=([\w-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? ''
  const elsewhere = shop.browser()
  await expect(elsewhere.call(calls.openClaims, { token: 'x' })).rejects.toMatchObject({ status: 422 })
  expect(await received(elsewhere, advertId)).toBe(false)
  expect(await elsewhere.call(calls.openClaims, { token })).toEqual({ email })
  expect(await elsewhere.call(calls.openClaims, { token })).toEqual({ email })
  expect(await received(elsewhere, advertId)).toBe(true)
  expect(await received(shop.browser(), advertId, { 'x-subscribe-email': email })).toBe(false)
  shop.clock.advance(24 * 60 * 60 * 1000)
  await bindAsGuest(shop.browser(), email, code_id)
  expect(await shop.mailsTo(email)).toHaveLength(2)
  shop.clock.advance(31 * 24 * 60 * 60 * 1000)
  await expect(elsewhere.call(calls.openClaims, { token })).rejects.toMatchObject({ status: 422 })
  expect(await removeDue(shop.shop, 'removeOldClaimLinks')).toBeGreaterThan(1)
})

test('limits the mails per network without limiting claims', async () => {
  const { limits } = shop.shop
  for (let round = 0; round < 20; round++) await limits.allows('claimMailsByNetwork', '10.97.97.0/24')
  const { code_id } = await offer()
  expect(await bindAsGuest(shop.browser('10.97.97.9'), 'flood@harbor.test', code_id)).toHaveLength(1)
  expect(await shop.mailsTo('flood@harbor.test')).toEqual([])
})

test('rejects guests on a widget that requires sign-in, with or without an email address', async () => {
  const { code_id } = await offer(null, { registerType: 2 })
  await expect(bindAsGuest(shop.stranger(), 'guest@harbor.test', code_id)).rejects.toMatchObject({ status: 401 })
  const ada = await shop.signedIn()
  expect(await ada.call(calls.bindCoupons, { code_id })).toHaveLength(1)
})

test('returns 200 with code -1 and a message when the coupon is out of stock', async () => {
  const { couponId, code_id } = await offer(1)
  const ada = await shop.signedIn()
  await ada.call(calls.bindCoupons, { code_id })
  const bob = await shop.signedIn('bob')
  const response = await bob.fetch('/ajax-web/coupon/bind', json({ code_id }))
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ code: -1, message: 'The coupons have been snapped up' })
  expect(await claimsOf(couponId)).toHaveLength(1)
  expect(await ada.call(calls.bindCoupons, { code_id })).toHaveLength(1)
})

test('claims the remaining coupons of a bundle', async () => {
  const { db } = shop.shop
  const gone = await saveTestCoupon(db, { stockTotal: 0 })
  const left = await saveTestCoupon(db, { stockTotal: 3 })
  const { linkIds } = await saveTestWidget(db, [left, gone], { bundleReceive: 1 })
  const ada = await shop.signedIn()
  expect(await ada.call(calls.bindCoupons, { code_id: linkIds.join(',') })).toEqual([linkIds[0]])
  expect(await stockOf(left)).toBe(1)
  expect(await claimsOf(gone)).toEqual([])
})

test('rejects claims of an ended or deactivated coupon', async () => {
  const { db } = shop.shop
  const ada = await shop.signedIn()
  const ended = await saveTestCoupon(db, { endsAt: shop.clock.now() })
  const off = await saveTestCoupon(db, { isActive: false })
  const { linkIds } = await saveTestWidget(db, [ended, off])
  await expect(ada.call(calls.bindCoupons, { code_id: linkIds.join(',') })).rejects.toMatchObject(allClaimedMessage)
})

test('rejects claims on an expired widget', async () => {
  const ada = await shop.signedIn()
  const { couponId, code_id } = await offer(null, { endsAt: shop.clock.now() })
  await expect(ada.call(calls.bindCoupons, { code_id })).rejects.toMatchObject(allClaimedMessage)
  expect(await claimsOf(couponId)).toEqual([])
})

test('returns 404 for unknown link ids, and for link ids of two widgets', async () => {
  const ada = await shop.signedIn()
  const one = await offer()
  const other = await offer()
  for (const code_id of ['999999999', `${one.code_id},999999999`, `${one.code_id},${other.code_id}`]) {
    await expect(ada.call(calls.bindCoupons, { code_id })).rejects.toMatchObject({ status: 404 })
  }
  expect(await claimsOf(one.couponId)).toEqual([])
})

test('returns 404 for another customer’s email address', async () => {
  const ada = await shop.signedIn()
  const { code_id } = await offer()
  const asOther = ada.call(calls.bindCoupons, { email: 'bob@harbor.test', code_id })
  await expect(asOther).rejects.toMatchObject({ status: 404 })
})

test.each([
  {},
  { code_id: '' },
  { code_id: 'x' },
  { code_id: '1,' },
  { code_id: ['1'] },
  { code_id: '-1' },
  { code_id: '1', email: 'no' },
])('rejects the invalid input %o', async (sent) => {
  const response = await shop.stranger().fetch('/ajax-web/coupon/bind', json(sent))
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ code: -1, status_code: 422, errors: expect.any(Object) })
})

test('enforces user groups on the server and returns their messages', async () => {
  const newOnly = await offer(null, { userGroup: 2 })
  const oldOnly = await offer(null, { userGroup: 3 })
  const fresh = await shop.signedIn('fresh')
  const old = await shop.signedIn('old')
  await havePaid(old)
  expect(await fresh.call(calls.bindCoupons, { code_id: newOnly.code_id })).toHaveLength(1)
  expect(await old.call(calls.bindCoupons, { code_id: oldOnly.code_id })).toHaveLength(1)
  await expect(old.call(calls.bindCoupons, { code_id: newOnly.code_id })).rejects.toMatchObject({
    status: 200,
    refusal: { message: 'Sorry, you are not a new user and can’t get the coupon' },
  })
  await expect(fresh.call(calls.bindCoupons, { code_id: oldOnly.code_id })).rejects.toMatchObject({
    status: 200,
    refusal: { message: 'Sorry, you are not eligible for the coupon' },
  })
})

test('reveals whether an address is new only to its verified owner, and gives strangers the same response for any address', async () => {
  const email = 'paid@harbor.test'
  await havePaid({ id: null, email })
  const ada = await shop.signedIn()
  await havePaid({ id: ada.id, email: 'another@harbor.test' })
  const guest = shop.browser()
  for (const one of ['Paid@harbor.test', ada.email, 'nobody@harbor.test']) {
    expect(await guest.call(calls.checkNewUser, { email: one })).toEqual({ is_new: true })
  }
  expect(await ada.call(calls.checkNewUser, { email: ada.email })).toEqual({ is_new: false })
  await expect(ada.call(calls.checkNewUser, { email })).rejects.toMatchObject({ status: 404 })
  await expect(guest.call(calls.checkNewUser, { email: 'nope' })).rejects.toMatchObject({ status: 422 })
  // For any user group, a claim also reveals nothing about the address.
  const newOnly = await offer(null, { userGroup: 2 })
  const oldOnly = await offer(null, { userGroup: 3 })
  for (const one of [email, 'never-paid@harbor.test']) {
    expect(await bindAsGuest(guest, one, newOnly.code_id)).toHaveLength(1)
    const refused = bindAsGuest(guest, one, oldOnly.code_id)
    await expect(refused).rejects.toMatchObject({ refusal: { code: 'not_eligible' } })
  }
  // An account with an unverified address reveals nothing.
  const squatter = shop.browser()
  await squatter.call(register, { email, password: 'Harbor2026' })
  expect(await squatter.call(calls.checkNewUser, { email })).toEqual({ is_new: true })
  const token = /claimedcoupons\?token=([\w-]+)/.exec((await shop.mailsTo(email))[0]?.text ?? '')?.[1] ?? ''
  await guest.call(calls.openClaims, { token })
  expect(await guest.call(calls.checkNewUser, { email })).toEqual({ is_new: false })
  await expect(bindAsGuest(guest, email, newOnly.code_id)).rejects.toMatchObject({ refusal: { code: 'not_new_user' } })
  expect(await bindAsGuest(guest, email, oldOnly.code_id)).toHaveLength(1)
})

test('limits how many email addresses one network can check', async () => {
  const guest = shop.stranger()
  for (let tries = 0; tries < 30; tries++) await guest.call(calls.checkNewUser, { email: `a${tries}@harbor.test` })
  const response = await guest.fetch('/ajax-web/coupon/user-check?email=b@harbor.test')
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('stores a subscription once and sets the cookie', async () => {
  const guest = shop.stranger()
  const response = await guest.fetch('/ajax-web/subscribe', json({ email: 'News@harbor.test' }))
  expect(await response.json()).toEqual({ code: 0, message: 'success', data: { email: 'news@harbor.test' } })
  expect(response.headers.getSetCookie()[0]).toContain('subscribe_email=news%40harbor.test')
  await guest.call(calls.subscribe, { email: 'news@harbor.test' })
  const kept = await shop.shop.db.select().from(subscribers).where(eq(subscribers.email, 'news@harbor.test'))
  expect(kept).toHaveLength(1)
  await expect(guest.call(calls.subscribe, { email: '' })).rejects.toMatchObject({
    status: 422,
    refusal: { errors: { email: ['Please fill in this field'] } },
  })
})

test('gives exactly 100 coupons when 1,000 shoppers claim concurrently', async () => {
  const { couponId, code_id } = await offer(100)
  const people = Array.from({ length: 1000 }, (_, index) => `crowd-${index}@harbor.test`)
  const { db, close } = openWithManyConnections(shop.url)
  const claim = async (email: string) => {
    try {
      const input = { email, code_id: [Number(code_id)] }
      return (
        await bindCoupons({ ...shop.shop, db }, { customerId: null }, input, email, { holder: email, proved: [] })
      ).length
    } catch (error) {
      expect(error).toMatchObject(allClaimedMessage)
      return 0
    }
  }
  const results = await Promise.all(people.map(claim))
  await close()
  expect(results.filter(Boolean)).toHaveLength(100)
  expect(await claimsOf(couponId)).toHaveLength(100)
  expect(await stockOf(couponId)).toBe(100)
}, 180_000)

test('gives one coupon to a shopper who claims 50 times at once', async () => {
  const ada = await shop.signedIn()
  const { couponId, code_id } = await offer(10)
  const { db, close } = openDatabase(shop.url, { max: 30 })
  const actor = { customerId: ada.id, email: ada.email, sessionId: '', isVerified: true }
  const input = { code_id: [Number(code_id)] }
  const claims = Array.from({ length: 50 }, () => bindCoupons({ ...shop.shop, db }, actor, input, undefined))
  for (const held of await Promise.all(claims)) expect(held).toEqual([Number(code_id)])
  await close()
  expect(await claimsOf(couponId)).toHaveLength(1)
  expect(await stockOf(couponId)).toBe(1)
})

test('claims overlapping bundles in any order without a deadlock', async () => {
  const { db: first } = shop.shop
  const ids = await Promise.all([1, 2, 3].map(() => saveTestCoupon(first, { stockTotal: 20 })))
  const { linkIds } = await saveTestWidget(first, ids)
  const { db, close } = openDatabase(shop.url, { max: 30 })
  const claims = Array.from({ length: 60 }, (_, index) => {
    const email = `bundle-${index}@harbor.test`
    const code_id = index % 2 ? linkIds : linkIds.toReversed()
    const guestProof = { holder: email, proved: [] }
    return bindCoupons({ ...shop.shop, db }, { customerId: null }, { email, code_id }, email, guestProof).catch(
      (error: unknown) => {
        expect(error).toMatchObject(allClaimedMessage)
      },
    )
  })
  await Promise.all(claims)
  await close()
  for (const id of ids) expect([await stockOf(id), (await claimsOf(id)).length]).toEqual([20, 20])
}, 60_000)
