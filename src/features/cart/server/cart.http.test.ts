import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import { goods, stockShop } from '#testing/stocked-shop.ts'
import { json, testShop } from '#testing/test-shop.ts'
import * as calls from '../cart.contract.ts'
import { pourGuestCart } from './cart.service.ts'

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
