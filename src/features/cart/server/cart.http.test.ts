import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { removeDue } from '#app/retention.ts'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import { goods, stockShop } from '#testing/shops/stocked-shop.ts'
import { json, testShop } from '#testing/test-shop.ts'
import * as calls from '../cart.contract.ts'
import { mergeGuestCart } from './cart.service.ts'
import { cartItems } from './cart.tables.ts'

const shop = testShop()

beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))

test('counts the units in a shopper’s cart', async () => {
  const ada = await shop.signedIn()
  expect(await ada.call(calls.getCartCount, {})).toEqual({ count: 0 })
  expect(await ada.call(calls.addToCart, { sku_id: goods.dress })).toEqual({ count: 1 })
  expect(await ada.call(calls.addToCart, { sku_id: goods.dress, quantity: 2 })).toEqual({ count: 3 })
  const body = await (await ada.fetch('/rest/cart/count')).json()
  expect(body).toEqual({ data: { count: 3 } })
  const bob = await shop.signedIn('bob')
  expect(await bob.call(calls.getCartCount, {})).toEqual({ count: 0 })
})

test('undoes an addition, and ignores repeated undo requests', async () => {
  const ada = await shop.signedIn()
  await ada.call(calls.addToCart, { sku_id: goods.dress, quantity: 2 })
  expect(await ada.call(calls.removeFromCart, { sku_id: goods.dress })).toEqual({ count: 1 })
  expect(await ada.call(calls.removeFromCart, { sku_id: goods.dress })).toEqual({ count: 0 })
  expect(await ada.call(calls.removeFromCart, { sku_id: goods.dress })).toEqual({ count: 0 })
})

test('limits a line to the stock', async () => {
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

test('limits twenty simultaneous taps to the stock', async () => {
  const ada = await shop.signedIn()
  await shop.shop.db.update(skus).set({ inventory: 3 }).where(eq(skus.id, goods.bag))
  await Promise.allSettled(Array.from({ length: 20 }, () => ada.call(calls.addToCart, { sku_id: goods.bag })))
  expect(await ada.call(calls.getCartCount, {})).toEqual({ count: 3 })
})

test.each([{}, { sku_id: 'x' }, { sku_id: 101, quantity: 0 }, { sku_id: 101, quantity: 100 }])(
  'rejects the input %j',
  async (body) => {
    const ada = await shop.signedIn()
    expect((await ada.fetch('/rest/cart', json(body))).status).toBe(422)
  },
)

test('rejects SKUs that are not for sale', async () => {
  const ada = await shop.signedIn()
  for (const sku_id of [goods.takenDown, 123_456]) {
    await expect(ada.call(calls.addToCart, { sku_id })).rejects.toMatchObject({ refusal: { code: 'not_for_sale' } })
  }
})

test('stores a guest’s cart by browser, and merges the cart into the account', async () => {
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

test('merges a guest’s cart once', async () => {
  const guest = shop.stranger()
  const first = await guest.fetch('/rest/cart', json({ sku_id: goods.dress, quantity: 2 }))
  const guestToken = /cart=([\w-]+)/.exec(first.headers.get('set-cookie') ?? '')?.[1] ?? ''
  const ada = await shop.signedIn()
  await Promise.all([1, 2].map(() => mergeGuestCart(shop.shop, { customerId: ada.id, guestToken })))
  expect(await ada.call(calls.getCartCount, {})).toEqual({ count: 2 })
})

test('lists the lines newest first, with stock, price and subtotal', async () => {
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
      inventory: 10,
      problem: null,
      options: [{ value_name: 'Clay' }, { value_name: '39', us_size: '8' }],
    },
    { sku_id: goods.dress, quantity: 2, price: { price: '$150.00' }, compare_at_price: { price: '$180.00' } },
  ])
  expect((await ada.call(calls.getCart, { currency: 'EUR' })).subtotal.price).toBe('€355.50')
  expect((await shop.stranger().call(calls.getCart, {})).lines).toEqual([])
})

test('sets a quantity instead of adding to the quantity, and removes a line by the quantity 0', async () => {
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

test('shows a problem for a line above the stock or without stock, and leaves the line out of the subtotal', async () => {
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

test('deletes a guest’s cart after thirty unused days, and keeps a shopper’s cart', async () => {
  const ada = await shop.signedIn()
  await ada.call(calls.addToCart, { sku_id: goods.dress })
  const first = await shop.stranger().fetch('/rest/cart', json({ sku_id: goods.dress }))
  const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
  const count = async () => (await shop.stranger().fetch('/rest/cart/count', { headers: { cookie } })).json()
  shop.clock.advance(29 * 24 * 60 * 60 * 1000)
  await removeDue(shop.shop, 'removeAbandonedCarts')
  expect(await count()).toEqual({ data: { count: 1 } })
  shop.clock.advance(2 * 24 * 60 * 60 * 1000)
  await removeDue(shop.shop, 'removeAbandonedCarts')
  expect(await count()).toEqual({ data: { count: 0 } })
  const back = await shop.shop.db.select().from(cartItems).where(eq(cartItems.customerId, ada.id))
  expect(back).toHaveLength(1)
})

/** Creates SKUs to fill a cart with. */
async function stockMore(count: number): Promise<number[]> {
  const ids = Array.from({ length: count }, (_, index) => 5000 + index)
  await shop.shop.db
    .insert(skus)
    .values(
      ids.map((id) => ({
        id,
        sku: `SKU-${id}`,
        productId: goods.scarf,
        currency: 'USD',
        inventory: 100,
        priceAmount: 1000,
      })),
    )
    .onConflictDoNothing()
  return ids
}

test('limits a cart to ten of one item, thirty items and fifty units, with plain messages', async () => {
  const ids = await stockMore(31)
  const ada = await shop.signedIn()
  await ada.call(calls.addToCart, { sku_id: goods.dress, quantity: 10 })
  const refused = (message: string) => ({ status: 422, refusal: { message } })
  const tooMany = refused('You can order up to 10 of the same item')
  await expect(ada.call(calls.addToCart, { sku_id: goods.dress })).rejects.toMatchObject(tooMany)
  await expect(ada.call(calls.setCartQuantity, { sku_id: goods.dress, quantity: 11 })).rejects.toMatchObject(tooMany)
  for (const sku_id of ids.slice(0, 4)) await ada.call(calls.setCartQuantity, { sku_id, quantity: 10 })
  const full = refused('A cart can contain up to 50 pieces. Please order or remove some first.')
  await expect(ada.call(calls.addToCart, { sku_id: goods.shoe })).rejects.toMatchObject(full)
  const bob = await shop.signedIn('bob')
  for (const sku_id of ids.slice(0, 30)) await bob.call(calls.addToCart, { sku_id })
  await expect(bob.call(calls.addToCart, { sku_id: ids[30] ?? 0 })).rejects.toMatchObject(
    refused('A cart can contain up to 30 different items. Please order or remove some first.'),
  )
  expect(await bob.call(calls.addToCart, { sku_id: ids[0] ?? 0 })).toEqual({ count: 31 })
})

test('fills a cart up to its limit with sixty simultaneous taps on different items', async () => {
  const ids = await stockMore(31)
  const ada = await shop.signedIn()
  await Promise.allSettled(
    Array.from({ length: 60 }, (_, index) =>
      ada.call(calls.addToCart, { sku_id: ids[index % 31] ?? 0, quantity: 1 + (index % 4) }),
    ),
  )
  const { lines, count } = await ada.call(calls.getCart, {})
  expect(lines.length).toBeLessThanOrEqual(30)
  expect(count).toBeLessThanOrEqual(50)
  expect(count).toBeGreaterThan(40)
})

test('keeps the limits when a full cart is merged into a full cart', async () => {
  const ids = await stockMore(31)
  const guest = shop.stranger()
  const first = await guest.fetch('/rest/cart', json({ sku_id: goods.dress, quantity: 10 }))
  const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
  for (const sku_id of ids.slice(0, 20)) await guest.fetch('/rest/cart', json({ sku_id, quantity: 2 }, { cookie }))
  const ada = await shop.signedIn()
  for (const sku_id of ids.slice(10, 30)) await ada.call(calls.addToCart, { sku_id })
  await ada.call(calls.addToCart, { sku_id: goods.dress, quantity: 4 })
  await mergeGuestCart(shop.shop, { customerId: ada.id, guestToken: cookie.replace('cart=', '') })
  const cart = await ada.call(calls.getCart, {})
  expect(cart.count).toBe(50)
  expect(cart.lines.length).toBeLessThanOrEqual(30)
  for (const { quantity, problem } of cart.lines) {
    expect(quantity).toBeLessThanOrEqual(10)
    expect(problem).toBeNull()
  }
})

test('shows and orders an oversized cart from before the limits, up to the size of one order', async () => {
  const ids = await stockMore(31)
  const ada = await shop.signedIn()
  await ada.call(calls.addToCart, { sku_id: goods.dress })
  const [mine] = await shop.shop.db.select().from(cartItems).where(eq(cartItems.customerId, ada.id))
  const { cartId = '', addedAt = new Date() } = mine ?? {}
  await shop.shop.db.update(cartItems).set({ quantity: 99 }).where(eq(cartItems.cartId, cartId))
  await shop.shop.db
    .insert(cartItems)
    .values(ids.map((skuId) => ({ cartId, customerId: ada.id, skuId, quantity: 4, addedAt })))
  const { lines, buyable_count } = await ada.call(calls.getCart, {})
  expect(lines).toHaveLength(30)
  expect(lines[0]).toMatchObject({ sku_id: goods.dress, problem: 'too_many', inventory: 10 })
  expect(buyable_count).toBe(48)
  expect(lines.at(-1)?.problem).toBe('cart_full')
  await ada.call(calls.setCartQuantity, { sku_id: goods.dress, quantity: 98 })
})

test('limits the rate of writes to carts', async () => {
  const guest = shop.stranger()
  const statuses = await Promise.all(
    Array.from({ length: 310 }, async () => (await guest.fetch('/rest/cart/remove', json({ sku_id: 1 }))).status),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(300)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
})
