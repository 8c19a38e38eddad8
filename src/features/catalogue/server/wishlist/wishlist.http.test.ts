import { beforeAll, expect, test } from 'vitest'
import { getProduct } from '#features/catalogue/catalogue.contract.ts'
import { collectProduct, listCollected, listProducts } from '#features/catalogue/product-list.contract.ts'
import { settings } from '#features/settings/server/settings.tables.ts'
import { goods, stockShop } from '#testing/shops/stocked-shop.ts'
import { json, testShop } from '#testing/test-shop.ts'

const shop = testShop()

beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))

const like = (productId: number) => ({ product_id: productId, is_collected: true })

test("lists a shopper's favorites newest first, for that shopper only", async () => {
  const ada = await shop.signedIn('ada')
  const bob = await shop.signedIn('bob')
  expect(await ada.call(collectProduct, like(goods.dress))).toEqual({ is_collected: true })
  shop.clock.advance(1000)
  await ada.call(collectProduct, like(goods.soldOut))
  shop.clock.advance(1000)
  await ada.call(collectProduct, like(goods.takenDown))
  const { data, meta } = await ada.call(listCollected, {})
  expect(data.map(({ handle, availability, is_collected }) => [handle, availability, is_collected])).toEqual([
    ['takendown', 0, true],
    ['soldout', 6, true],
    ['dress', 1, true],
  ])
  expect(meta.pagination).toEqual({ current_page: 1, total_pages: 1, total: 3 })
  expect((await bob.call(listCollected, {})).data).toEqual([])
})

test('adds and removes a favorite idempotently', async () => {
  const ada = await shop.signedIn()
  await Promise.all(Array.from({ length: 5 }, () => ada.call(collectProduct, like(goods.bag))))
  expect((await ada.call(listCollected, {})).meta.pagination.total).toBe(1)
  for (const _ of [1, 2]) {
    expect(await ada.call(collectProduct, { ...like(goods.bag), is_collected: false })).toEqual({ is_collected: false })
  }
  expect((await ada.call(listCollected, {})).data).toEqual([])
})

test('marks favorites in lists and on the product page, for their owner only', async () => {
  const ada = await shop.signedIn()
  await ada.call(collectProduct, like(goods.scarf))
  const hearts = async (who: typeof ada) => {
    const { data } = await who.call(listProducts, { limit: 100 })
    return data.filter(({ is_collected }) => is_collected).map(({ handle }) => handle)
  }
  expect(await hearts(ada)).toEqual(['scarf'])
  expect(await hearts(shop.stranger())).toEqual([])
  expect(await ada.call(getProduct, { handle: 'scarf' })).toMatchObject({ is_collected: true })
  expect(await shop.stranger().call(getProduct, { handle: 'scarf' })).toMatchObject({ is_collected: false })
})

test('returns the requested page and currency', async () => {
  const ada = await shop.signedIn()
  for (const id of [goods.dress, goods.shoe]) {
    await ada.call(collectProduct, like(id))
    shop.clock.advance(1000)
  }
  const second = await ada.call(listCollected, { page: 2, limit: 1, currency: 'EUR' })
  expect(second.data.map(({ handle, price }) => [handle, price.price])).toEqual([['dress', '€135.00']])
  expect(second.meta.pagination).toEqual({ current_page: 2, total_pages: 2, total: 2 })
})

test('returns 404 for an unknown product and 422 for invalid input', async () => {
  const ada = await shop.signedIn()
  await expect(ada.call(collectProduct, like(999_999))).rejects.toMatchObject({ status: 404 })
  for (const body of [{}, { product_id: 'x', is_collected: true }, { product_id: goods.dress, is_collected: 'yes' }]) {
    expect((await ada.fetch('/rest/collect', json(body))).status).toBe(422)
  }
  expect((await ada.fetch('/rest/collect?page=x')).status).toBe(422)
})

test('refuses to list or change the wishlist while it is switched off', async () => {
  const ada = await shop.signedIn()
  const { db } = shop.shop
  await db.insert(settings).values({ key: 'open_collect', value: '0' })
  const off = { status: 409, refusal: { code: 'wishlist_off' } }
  await expect(ada.call(listCollected, {})).rejects.toMatchObject(off)
  await expect(ada.call(collectProduct, like(goods.dress))).rejects.toMatchObject(off)
  await db.delete(settings)
})
