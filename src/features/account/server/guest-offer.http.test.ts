import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { addAddress, listAddresses } from '#features/addresses/addresses.contract.ts'
import { addToCart, getCartCount } from '#features/cart/cart.contract.ts'
import { collectProduct } from '#features/catalogue/product-list.contract.ts'
import { wishlistItems } from '#features/catalogue/server/wishlist/wishlist.tables.ts'
import { listCoupons } from '#features/coupons/coupons.contract.ts'
import { giveCoupon } from '#features/coupons/server/bind.service.ts'
import { listOrders } from '#features/orders/orders.contract.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { settings } from '#features/settings/server/settings.tables.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import * as signIn from '#features/sign-in/sign-in.contract.ts'
import { getChat, sendChatMessage } from '#features/support/chat.contract.ts'
import { sendTicket } from '#features/support/contact.contract.ts'
import { saveProblemTypes } from '#features/support/server/contact/problem-types.ts'
import { referenceQuestionTypes } from '#reference/question-types.ts'
import { buy, goods, stockShop } from '#testing/shops/stocked-shop.ts'
import { saveTestCoupon } from '#testing/shops/test-offers.ts'
import { type Browser, testPassword, testShop } from '#testing/test-shop.ts'
import { answerGuestOffer, getAccountSummary } from '../account.contract.ts'

const shop = testShop()
const password = testPassword

beforeAll(async () => {
  const { db } = shop.shop
  await stockShop(db, shop.clock.now())
  await saveProblemTypes(db, referenceQuestionTypes)
  await db.insert(settings).values({ key: 'open_collect', value: '1' }).onConflictDoNothing()
})

const address = {
  ...{ firstname: 'Mal', lastname: 'Lory', telephone: '+1 207 555 0142', address_1: '1 Planted Street', address_2: '' },
  ...{ house_num: '', city: 'Portland', state: 'Maine', country: 'United States', postcode: '04101' },
}

/** Creates an order, a ticket and a coupon claim as a guest. */
async function liveAsGuest(email: string) {
  const { db } = shop.shop
  await buy(shop.shop, { id: '', email }, [goods.scarf])
  await shop.stranger().call(sendTicket, { email, message: 'Where is it?', problem_type: 6 })
  await giveCoupon(shop.shop, { customerId: null, email }, await saveTestCoupon(db))
}

async function readLink(email: string): Promise<string> {
  const mails = await shop.mailsTo(email)
  const texts = mails.map(({ text }) => /token=([\w-]+)/.exec(text)?.[1]).filter(Boolean)
  return texts.at(-1) ?? ''
}

/** Adds an address, a wishlist entry, a cart item and a chat message to an account. */
async function plant(browser: Browser) {
  await browser.call(addAddress, address)
  await browser.call(collectProduct, { product_id: goods.dress, is_collected: true })
  await browser.call(addToCart, { sku_id: goods.dress })
  await browser.call(sendChatMessage, { body: 'Hello, it is me', client_key: crypto.randomUUID() })
}

async function lookAround(browser: Browser, email: string) {
  const { db } = shop.shop
  const liked = db
    .select()
    .from(wishlistItems)
    .innerJoin(customers, eq(customers.id, wishlistItems.customerId))
    .where(eq(customers.email, email))
  return {
    addresses: (await browser.call(listAddresses, {})).length,
    liked: (await liked).length,
    inCart: (await browser.call(getCartCount, {})).count,
    messages: (await browser.call(getChat, { after: 0 })).messages.length,
  }
}

const nothing = { orders: 0, tickets: 0, coupons: 0 }
const everything = { orders: 1, tickets: 1, coupons: 1 }
const offeredTo = async (browser: Browser) => (await browser.call(getAccountSummary, {})).offered

test('deletes an impostor’s data from the account when the owner verifies the email address', async () => {
  const email = 'victim@harbor.test'
  await liveAsGuest(email)
  const mallory = shop.browser()
  await mallory.call(signIn.register, { email, password })
  await plant(mallory)
  const token = await readLink(email)
  const victim = shop.browser()
  await expect(victim.call(signIn.confirmEmail, { token })).rejects.toMatchObject({
    status: 409,
    refusal: { code: 'other_browser' },
  })
  expect(await mallory.call(getAccountSummary, {})).toMatchObject({ email_confirmed: false, offered: null })
  expect(await mallory.call(answerGuestOffer, { accept: true })).toEqual(nothing)
  expect((await mallory.call(listOrders, {})).data).toEqual([])

  await victim.call(signIn.confirmEmail, { token, password: 'Mine2026' })
  expect(await mallory.call(signIn.getEmail, {})).toEqual({ email: null })
  await expect(shop.stranger().call(signIn.signIn, { email, password })).rejects.toMatchObject({ status: 401 })
  await expect(mallory.call(signIn.confirmEmail, { token, password: 'Again2026' })).rejects.toMatchObject({
    refusal: { code: 'reset_expired' },
  })
  await victim.call(signIn.signIn, { email, password: 'Mine2026' })
  expect(await lookAround(victim, email)).toEqual({ addresses: 0, liked: 0, inCart: 0, messages: 0 })
  expect(await offeredTo(victim)).toEqual(everything)
})

test('verifies the email address by a password reset link and deletes an impostor’s data', async () => {
  const email = 'reset-proves@harbor.test'
  await liveAsGuest(email)
  const mallory = shop.browser()
  await mallory.call(signIn.register, { email, password })
  await plant(mallory)
  const oldLink = await readLink(email)
  const owner = shop.browser()
  await owner.call(signIn.forgotPassword, { email })
  await owner.call(signIn.resetPassword, { token: await readLink(email), password: 'Mine2026' })
  // The password reset invalidates the older confirmation link, because that link could also set a password.
  const late = mallory.call(signIn.confirmEmail, { token: oldLink, password: 'Again2026' })
  await expect(late).rejects.toMatchObject({ refusal: { code: 'reset_expired' } })
  await owner.call(signIn.signIn, { email, password: 'Mine2026' })
  expect(await lookAround(owner, email)).toEqual({ addresses: 0, liked: 0, inCart: 0, messages: 0 })
  expect(await offeredTo(owner)).toEqual(everything)
})

test('verifies the address in the browser that registered, offers the guest activity there, and adds it to the account on request', async () => {
  const email = 'here@harbor.test'
  await liveAsGuest(email)
  const here = shop.browser()
  await here.call(signIn.register, { email, password })
  const elsewhere = shop.browser()
  await elsewhere.call(signIn.signIn, { email, password })
  await plant(here)
  expect(await offeredTo(here)).toBe(null)
  await here.call(signIn.confirmEmail, { token: await readLink(email) })
  // The verification ends the sessions of other browsers, because the owner of these sessions is uncertain.
  expect(await elsewhere.call(signIn.getEmail, {})).toEqual({ email: null })
  // The cart and the chat stay, because they belonged to this browser and not to the account.
  expect(await lookAround(here, email)).toEqual({ addresses: 0, liked: 0, inCart: 1, messages: 2 })
  expect(await here.call(getAccountSummary, {})).toMatchObject({ email_confirmed: true, offered: everything })
  expect((await here.call(listOrders, {})).data).toEqual([])
  expect(await here.call(answerGuestOffer, { accept: true })).toEqual(everything)
  expect(await here.call(answerGuestOffer, { accept: true })).toEqual(nothing)
  expect(await offeredTo(here)).toBe(null)
  expect((await here.call(listOrders, {})).data).toHaveLength(1)
  expect((await here.call(listCoupons, {})).data).toHaveLength(1)
})

test('sends the confirmation mail again and verifies the address in the browser that requested the mail', async () => {
  const email = 'once-more@harbor.test'
  const laptop = shop.browser()
  await laptop.call(signIn.register, { email, password })
  const first = await readLink(email)
  const phone = shop.browser()
  await phone.call(signIn.signIn, { email, password })
  await expect(phone.call(signIn.confirmEmail, { token: first })).rejects.toMatchObject({ status: 409 })
  await phone.call(signIn.sendConfirmation, {})
  await phone.call(signIn.confirmEmail, { token: await readLink(email) })
  expect(await phone.call(getAccountSummary, {})).toMatchObject({ email_confirmed: true })
  const mails = (await shop.mailsTo(email)).length
  expect(await phone.call(signIn.sendConfirmation, {})).toBe(null)
  expect(await shop.mailsTo(email)).toHaveLength(mails)
})

test('offers new guest activity at every sign-in, adds the activity to the account only on request, and lets the customer decline', async () => {
  const ada = await shop.signedIn()
  const browser = shop.browser()
  await liveAsGuest(ada.email)
  await browser.call(signIn.signIn, { email: ada.email, password })
  expect((await browser.call(listOrders, {})).data).toEqual([])
  expect(await offeredTo(browser)).toEqual(everything)
  expect(await browser.call(answerGuestOffer, { accept: false })).toEqual(nothing)
  expect(await offeredTo(browser)).toBe(null)
  expect(await browser.call(answerGuestOffer, { accept: true })).toEqual(nothing)
  shop.clock.advance(1000)
  await buy(shop.shop, { id: '', email: ada.email }, [goods.scarf])
  expect(await offeredTo(browser)).toEqual({ ...nothing, orders: 1 })
  const bob = await shop.signedIn('bob')
  expect(await bob.call(answerGuestOffer, { accept: true })).toEqual(nothing)
  expect(await browser.call(answerGuestOffer, { accept: true })).toEqual({ ...nothing, orders: 1 })
})

test('adds guest activity to an account once when ten requests arrive at the same time', async () => {
  const ada = await shop.signedIn()
  await liveAsGuest(ada.email)
  const answers = await Promise.all(Array.from({ length: 10 }, () => ada.call(answerGuestOffer, { accept: true })))
  expect(answers.filter(({ orders }) => orders > 0)).toEqual([everything])
  const held = await shop.shop.db.select().from(orders).where(eq(orders.email, ada.email))
  expect(held.map(({ customerId }) => customerId)).toEqual([ada.id])
})
