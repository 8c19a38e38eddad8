import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { saveBlogPosts, saveNavigation } from '#features/pages/server/save-pages.service.ts'
import { saveCurrencies } from '#features/settings/server/save-settings.service.ts'
import { testShop } from '#testing/test-shop.ts'
import { productCategories, productImages, products, skuOptions, skus } from '../catalogue.tables.ts'
import {
  type ProductToSave,
  removeSku,
  saveCategories,
  saveProducts,
  setInventory,
  setProductStatus,
} from './catalogue.service.ts'

const shop = testShop()

const sail: ProductToSave = {
  id: 1,
  handle: 'sail-shirt',
  name: 'Sail Shirt',
  image: '/catalogue/sail.svg',
  basicCategoryId: 1,
  categoryIds: [2],
  images: [{ path: '/catalogue/sail.svg', alt: 'Sail Shirt' }],
  skus: ['S', 'M'].map((size, at) => ({
    id: 11 + at,
    sku: `SAIL-${size}`,
    priceAmount: 7400,
    inventory: 5,
    options: [{ name: 'Size', valueName: size }],
    prices: [{ currency: 'EUR', priceAmount: 6900 }],
  })),
}

beforeAll(async () => {
  await saveCurrencies(shop.shop, [
    { id: 1, code: 'USD', name: 'US dollar', rate: 1 },
    { id: 2, code: 'EUR', name: 'Euro', rate: 0.9 },
  ])
  await saveCategories(shop.shop.db, [
    { id: 1, code: 'blouses', name: 'Blouses' },
    { id: 2, code: 'women', name: 'Women' },
  ])
})

describe('saving a product', () => {
  test('a second time updates the product and adds no rows', async () => {
    const { db } = shop.shop
    await saveProducts(shop.shop, [sail])
    shop.clock.advance(60_000)
    await saveProducts(shop.shop, [{ ...sail, name: 'Sailcloth Shirt', categoryIds: [] }])
    const [saved] = await db.select().from(products).where(eq(products.id, 1))
    expect(saved).toMatchObject({ name: 'Sailcloth Shirt' })
    // The creation date stays when a product is corrected.
    expect(saved?.createdAt).toEqual(new Date(shop.clock.now().getTime() - 60_000))
    expect(await db.select().from(productCategories)).toHaveLength(1)
    expect(await db.select().from(productImages)).toHaveLength(1)
    expect(await db.select().from(skus)).toHaveLength(2)
    expect(await db.select().from(skuOptions)).toHaveLength(2)
  })

  test.each([
    [{ image: 'https://evil.example/x.png' }],
    [{ image: '//evil.example/x.png' }],
    [{ images: [{ path: 'javascript:alert(1)', alt: '' }] }],
    [{ images: [] }],
    [{ handle: '../account' }],
    [{ handle: 'Sail Shirt' }],
  ])('rejects %o and changes nothing', async (change) => {
    const saving = saveProducts(shop.shop, [{ ...sail, id: 2, handle: 'other', ...change }])
    await expect(saving).rejects.toMatchObject({ status: 422 })
    expect(await shop.shop.db.select().from(products).where(eq(products.id, 2))).toEqual([])
  })

  test('updates stock and status, and removes a SKU', async () => {
    const { db } = shop.shop
    await saveProducts(shop.shop, [sail])
    await setInventory(db, 11, 0)
    await setProductStatus(db, 1, 4)
    await removeSku(db, 12)
    expect(await db.select().from(skus)).toMatchObject([{ id: 11, inventory: 0 }])
    expect(await db.select().from(products)).toMatchObject([{ status: 4 }])
    await expect(removeSku(db, 12)).rejects.toMatchObject({ status: 404 })
    await expect(setInventory(db, 999, 1)).rejects.toMatchObject({ status: 404 })
  })
})

test.each(['http://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'rejects a menu entry that leads to %s',
  async (link) => {
    const saving = saveNavigation(shop.shop.db, [{ id: 1, name: 'Out', linkType: 'custom_link', link }])
    await expect(saving).rejects.toMatchObject({ status: 422 })
  },
)

test('rejects a blog post with a picture from another site', async () => {
  const post = { id: 1, handle: 'a', title: 'A', body: 'A', publishedAt: shop.clock.now() }
  await expect(saveBlogPosts(shop.shop.db, [{ ...post, image: 'https://evil.example/a.png' }])).rejects.toMatchObject({
    status: 422,
  })
})
