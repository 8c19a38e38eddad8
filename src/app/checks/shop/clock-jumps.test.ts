import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listTimers } from '#app/jobs.ts'
import { createCaller } from '#contract/calls/call.ts'
import { addAddress, listAddresses } from '#features/addresses/addresses.contract.ts'
import { listCoupons } from '#features/coupons/coupons.contract.ts'
import { giveCoupon } from '#features/coupons/server/bind.service.ts'
import { getOrder } from '#features/orders/orders.contract.ts'
import { getReturn } from '#features/returns/returns.contract.ts'
import { approveReturn } from '#features/returns/server/commands/return-commands.service.ts'
import { getEmail, signIn } from '#features/sign-in/sign-in.contract.ts'
import { sendChatMessage } from '#features/support/chat.contract.ts'
import { openDatabase } from '#server/database/database.ts'
import { type LiveEvent, openLive } from '#server/live/live.ts'
import { mails } from '#server/mail/mail.tables.ts'
import { receive, requestReturnOf, shopWithReasons } from '#testing/shops/returned-goods.ts'
import { buy, goods } from '#testing/shops/stocked-shop.ts'
import { saveTestCoupon } from '#testing/shops/test-offers.ts'
import { json, type Person, testPassword } from '#testing/test-shop.ts'

const shop = shopWithReasons()
const minute = 60_000
const day = 24 * 60 * minute

/** Runs every timer once at the current time of the clock. */
async function runTimers() {
  for (const { run } of listTimers(shop.shop)) await run()
}

async function signInAs({ email }: Person) {
  const { fetch, call } = shop.stranger()
  const { token } = await call(signIn, { email, password: testPassword })
  return createCaller({ fetch, token: () => token })
}

test('ends no session, return window or coupon when the clock is set back', async () => {
  const ada = await shop.signedIn()
  const { orderId } = await receive(shop.shop, ada, [goods.dress])
  const { returnId } = await requestReturnOf(shop.shop, ada, [goods.dress])
  await approveReturn(shop.shop, { returnId })
  await giveCoupon(shop.shop, { customerId: ada.id, email: ada.email }, await saveTestCoupon(shop.shop.db))
  const unpaid = await buy(shop.shop, ada, [goods.scarf])
  shop.clock.advance(-day)
  await runTimers()
  expect(await ada.call(getEmail, {})).toEqual({ email: ada.email })
  expect((await ada.call(getOrder, { orderId })).products[0]).toMatchObject({ can_after_sale: true })
  expect(await ada.call(getOrder, { orderId: unpaid.orderId })).toMatchObject({ order_status_id: 1 })
  expect((await ada.call(listCoupons, {})).data).toMatchObject([{ can_use: true }])
  const seen = await ada.call(getReturn, { returnId })
  expect(seen.status).toBe(2)
  // The deadline is a fixed moment that the shopper has seen. The deadline stays the same when the clock changes.
  expect(seen.remind_time).toBe((15 * day) / 1000)
  shop.clock.advance(day)
})

test('ends only due items when the clock jumps ahead, and loses no other data after the correction', async () => {
  const ada = await shop.signedIn()
  const { orderId } = await receive(shop.shop, ada, [goods.dress])
  shop.clock.advance(40 * day)
  expect(await ada.call(getEmail, {})).toEqual({ email: null })
  const later = await signInAs(ada)
  expect((await later(getOrder, { orderId })).products[0]?.can_after_sale).toBe(false)
  shop.clock.advance(-40 * day)
  expect(await ada.call(getEmail, {})).toEqual({ email: ada.email })
  expect((await ada.call(getOrder, { orderId })).products[0]?.can_after_sale).toBe(true)
  expect(await later(getEmail, {})).toEqual({ email: ada.email })
})

test('delays a locked out visitor for minutes, not days, after the clock is corrected', async () => {
  const ada = await shop.signedIn()
  const stranger = shop.stranger()
  const guess = () => stranger.fetch('/ajax-web/customer/login', json({ email: ada.email, password: 'Wrong2026' }))
  shop.clock.advance(3 * day)
  for (let round = 0; round < 9; round++) await guess()
  shop.clock.advance(-3 * day)
  // This password is checked, because the wait from the wrong clock no longer applies. The try is counted, and later
  // waits grow from that count.
  expect((await guess()).status).toBe(401)
  const refused = await guess()
  // Still refused: setting the clock back must not bypass a limit.
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(600)
  shop.clock.advance(10 * minute)
  expect(await (await signInAs(ada))(getEmail, {})).toEqual({ email: ada.email })
})

test('sends a mail after the clock is corrected, if the clock ran ahead when the mail was queued', async () => {
  const { db } = shop.shop
  const ada = await shop.signedIn()
  shop.clock.advance(30 * day)
  await shop.stranger().fetch('/ajax-web/customer/forgot', json({ email: ada.email }))
  const [waiting] = await db.select().from(mails).where(eq(mails.toEmail, ada.email))
  expect(waiting?.sendAfter.getTime()).toBe(shop.clock.now().getTime())
  shop.clock.advance(-30 * day)
  expect(await shop.mailsTo(ada.email)).toHaveLength(1)
  expect(await shop.mailsTo(ada.email)).toHaveLength(1)
})

test('recognizes a repeated request after the clock changed in either direction', async () => {
  const ada = await shop.signedIn()
  const address = {
    firstname: 'Ada',
    lastname: 'Lind',
    telephone: '+1 207 555 0142',
    address_1: '1 Quay',
    city: 'Bath',
    state: 'Maine',
  }
  const body = { ...address, country: 'United States', postcode: '04101' }
  const send = () => ada.fetch(addAddress.path, json(body, { 'idempotency-key': 'one' }))
  const first = await (await send()).json()
  for (const step of [-2 * day, 2 * day + 23 * 60 * minute]) {
    shop.clock.advance(step)
    expect(await (await send()).json()).toEqual(first)
  }
  expect(await ada.call(listAddresses, {})).toHaveLength(1)
  shop.clock.advance(-23 * 60 * minute)
})

test('delivers live updates after the clock changed in either direction', async () => {
  const ada = await shop.signedIn()
  const say = (body: string) => ada.call(sendChatMessage, { body, client_key: crypto.randomUUID() })
  const { conversation_id } = await say('Hello')
  const { pool, close } = openDatabase(shop.url, { max: 2 })
  const live = openLive(pool, shop.shop.log)
  const heard: LiveEvent[] = []
  await live.subscribe(`chat:${conversation_id}`, (event) => heard.push(event)).ready
  for (const step of [-day, 3 * day, -2 * day]) {
    shop.clock.advance(step)
    await say(`After ${step}`)
  }
  await expect.poll(() => heard.length).toBe(3)
  await live.close()
  await close()
})
