import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import { goods, stockShop } from '#testing/stocked-shop.ts'
import { json, testShop } from '#testing/test-shop.ts'
import * as calls from '../cart.contract.ts'
import { pourGuestCart, removeAbandonedCarts } from './cart.service.ts'
import { cartItems } from './cart.tables.ts'

const shop = testShop()

beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))

test('a shopper’s cart counts what is in it', async () => {
  const ada = await shop.signedIn()
  expect(await ada.call(calls.getCartCount, {})).toEqual({ count: 0 })
  expect(await ada.call(calls.addToCart, { sku_id: goods.dress })).toEqual({ count: 1 })
  expect(await ada.call(calls.addToCart, { sku_id: goods.dress, quantity: 2 })).toEqual({ count: 3 })
  const body = await (await ada.fetch('/rest/cart/count')).json()
  expect(body).toEqual({ data: { count: 3 } })
  const bob = await shop.signedIn('bob')
  expect(await bob.call(calls.getCartCount, {})).toEqual({ count: 0 })
})

test('adding can be undone, and undoing too much does nothing', async () => {
  const ada = await shop.signedIn()
  await ada.call(calls.addToCart, { sku_id: goods.dress, quantity: 2 })
  expect(await ada.call(calls.removeFromCart, { sku_id: goods.dress })).toEqual({ count: 1 })
  expect(await ada.call(calls.removeFromCart, { sku_id: goods.dress })).toEqual({ count: 0 })
  expect(await ada.call(calls.removeFromCart, { sku_id: goods.dress })).toEqual({ count: 0 })
})

test('nobody gets more than there is', async () => {
  const ada = await shop.signedIn()
  await expect(ada.call(calls.addToCart, { sku_id: goods.soldOut })).rejects.toMatchObject({
    status: 422,
    refusal: { code: 'only_left', message: 'Only 0 left' },
  })
  await shop.shop.db.update(skus).set({ inventory: 2 }).where(eq(skus.id, goods.gift))
  await ada.call(calls.addToCart, { sku_id: goods.gift, quantity: 2 })
  await expect(ada.call(calls.addToCart, { sku_id: goods.gift })).rejects.toMatchObject({
    refusal: { message: 'Only 2 left' },
  })
  expect(await ada.call(calls.getCartCount, {})).toEqual({ count: 2 })
})

test('twenty taps at once put in no more than there is', async () => {
  const ada = await shop.signedIn()
  await shop.shop.db.update(skus).set({ inventory: 3 }).where(eq(skus.id, goods.bag))
  await Promise.allSettled(Array.from({ length: 20 }, () => ada.call(calls.addToCart, { sku_id: goods.bag })))
  expect(await ada.call(calls.getCartCount, {})).toEqual({ count: 3 })
})

test.each([{}, { sku_id: 'x' }, { sku_id: 101, quantity: 0 }, { sku_id: 101, quantity: 100 }])(
  'the input %j is refused',
  async (body) => {
    const ada = await shop.signedIn()
    expect((await ada.fetch('/rest/cart', json(body))).status).toBe(422)
  },
)

test('what is not for sale is refused', async () => {
  const ada = await shop.signedIn()
  for (const sku_id of [goods.takenDown, 123_456]) {
    await expect(ada.call(calls.addToCart, { sku_id })).rejects.toMatchObject({ refusal: { code: 'not_for_sale' } })
  }
})

test('a guest’s cart is that of the browser, and pours into the account', async () => {
  const guest = shop.stranger()
  const first = await guest.fetch('/rest/cart', json({ sku_id: goods.scarf }))
  const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect(cookie).toMatch(/^cart=[\w-]{43}$/)
  expect(await (await guest.fetch('/rest/cart/count', { headers: { cookie } })).json()).toEqual({ data: { count: 1 } })
  expect(await (await guest.fetch('/rest/cart/count')).json()).toEqual({ data: { count: 0 } })
  await guest.fetch('/rest/cart', json({ sku_id: goods.scarf }, { cookie }))
  expect(await (await guest.fetch('/rest/cart/remove', json({ sku_id: goods.scarf }, { cookie }))).json()).toEqual({
    data: { count: 1 },
  })
  const ada = await shop.signedIn()
  const added = await ada.fetch('/rest/cart', json({ sku_id: goods.scarf }, { cookie }))
  expect(await added.json()).toEqual({ data: { count: 2 } })
  expect(await (await guest.fetch('/rest/cart/count', { headers: { cookie } })).json()).toEqual({ data: { count: 0 } })
})

test('pouring twice pours once', async () => {
  const guest = shop.stranger()
  const first = await guest.fetch('/rest/cart', json({ sku_id: goods.dress, quantity: 2 }))
  const guestToken = /cart=([\w-]+)/.exec(first.headers.get('set-cookie') ?? '')?.[1] ?? ''
  const ada = await shop.signedIn()
  await Promise.all([1, 2].map(() => pourGuestCart(shop.shop, { customerId: ada.id, guestToken })))
  expect(await ada.call(calls.getCartCount, {})).toEqual({ count: 2 })
})

test('the cart shows its lines the newest first, with stock, price and what it comes to', async () => {
  const ada = await shop.signedIn()
  await ada.call(calls.addToCart, { sku_id: goods.dress, quantity: 2 })
  shop.clock.advance(1000)
  await ada.call(calls.addToCart, { sku_id: goods.shoe })
  const cart = await ada.call(calls.getCart, {})
  expect(cart).toMatchObject({ count: 3, buyable_count: 3, subtotal: { price: '$395.00' } })
  expect(cart.lines).toMatchObject([
    {
      sku_id: goods.shoe,
      handle: 'shoe',
      quantity: 1,
      inventory: 99,
      problem: null,
      options: [{ value_name: 'Clay' }, { value_name: '39', us_size: '8' }],
    },
    { sku_id: goods.dress, quantity: 2, price: { price: '$150.00' }, compare_at_price: { price: '$180.00' } },
  ])
  expect((await ada.call(calls.getCart, { currency: 'EUR' })).subtotal.price).toBe('355.50 €')
  expect((await shop.stranger().call(calls.getCart, {})).lines).toEqual([])
})

test('a number is set, not added: twice is the same, and none takes the line out', async () => {
  const ada = await shop.signedIn()
  await ada.call(calls.setCartQuantity, { sku_id: goods.dress, quantity: 3 })
  expect(await ada.call(calls.setCartQuantity, { sku_id: goods.dress, quantity: 3 })).toEqual({ count: 3 })
  expect(await ada.call(calls.setCartQuantity, { sku_id: goods.dress, quantity: 1 })).toEqual({ count: 1 })
  expect(await ada.call(calls.setCartQuantity, { sku_id: goods.dress, quantity: 0 })).toEqual({ count: 0 })
  await expect(ada.call(calls.setCartQuantity, { sku_id: goods.soldOut, quantity: 1 })).rejects.toMatchObject({
    refusal: { code: 'only_left', message: 'Only 0 left' },
  })
  for (const quantity of [-1, 100, 1.5]) {
    expect((await ada.fetch('/rest/cart/quantity', json({ sku_id: goods.dress, quantity }))).status).toBe(422)
  }
})

test('a line that asks for more than is left now, or for what is gone, says so and costs nothing', async () => {
  const ada = await shop.signedIn()
  const { db } = shop.shop
  for (const sku_id of [goods.lingerie, goods.swimsuit]) await ada.call(calls.setCartQuantity, { sku_id, quantity: 5 })
  await ada.call(calls.addToCart, { sku_id: goods.scarf })
  await db.update(skus).set({ inventory: 2 }).where(eq(skus.id, goods.lingerie))
  await db.update(skus).set({ inventory: 0 }).where(eq(skus.id, goods.swimsuit))
  const cart = await ada.call(calls.getCart, {})
  const problems = Object.fromEntries(cart.lines.map(({ sku_id, problem }) => [sku_id, problem]))
  expect(problems).toEqual({ [goods.lingerie]: 'only_left', [goods.swimsuit]: 'sold_out', [goods.scarf]: null })
  expect(cart).toMatchObject({ count: 11, buyable_count: 1, subtotal: { price_value: '60.00' } })
})

test('a guest’s cart nobody came back to goes after thirty days, a shopper’s stays', async () => {
  const ada = await shop.signedIn()
  await ada.call(calls.addToCart, { sku_id: goods.dress })
  const first = await shop.stranger().fetch('/rest/cart', json({ sku_id: goods.dress }))
  const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
  const count = async () => (await shop.stranger().fetch('/rest/cart/count', { headers: { cookie } })).json()
  shop.clock.advance(29 * 24 * 60 * 60 * 1000)
  await removeAbandonedCarts(shop.shop)
  expect(await count()).toEqual({ data: { count: 1 } })
  shop.clock.advance(2 * 24 * 60 * 60 * 1000)
  await removeAbandonedCarts(shop.shop)
  expect(await count()).toEqual({ data: { count: 0 } })
  const back = await shop.shop.db.select().from(cartItems).where(eq(cartItems.customerId, ada.id))
  expect(back).toHaveLength(1)
})
