import { Hono } from 'hono'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addSearchEngineFiles } from '#app/render/search-engines.ts'
import { dayMs } from '#contract/times/times.ts'
import { addToCart } from '#features/cart/cart.contract.ts'
import { getProduct } from '#features/catalogue/catalogue.contract.ts'
import { productLimits } from '#features/catalogue/product.staff.rules.ts'
import { collectProduct, listProducts } from '#features/catalogue/product-list.contract.ts'
import { createPreviewLink, createProduct, editProduct } from '#features/catalogue/products.staff.contract.ts'
import { getProductTest } from '#features/pages/pages.contract.ts'
import { saveProductTests } from '#features/pages/server/save-pages.service.ts'
import { listProductReviews } from '#features/reviews/reviews.contract.ts'
import { saveSetting } from '#features/settings/server/save-settings.service.ts'
import { auditRows } from '#features/staff/server/staff.tables.ts'
import { stockShop } from '#testing/shops/stocked-shop.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'

const shop = testShop()
const staff = testStaff(shop)
let mia: StaffPerson
let made = 0
let handle = ''
let ids = { product: 0, sku: 0 }

beforeAll(async () => {
  await stockShop(shop.shop.db, shop.clock.now())
  for (const name of ['open_collect', 'reviews_switch'] as const) {
    await saveSetting(shop.shop.db, name, name === 'open_collect' ? '1' : 'on')
  }
})

beforeEach(async () => {
  // Mia signs in again, because a test may have moved the clock beyond the end of her session.
  mia = await staff.member('marketing', 'Mia')
  handle = `secret-coat-${++made}`
  const { data } = await mia.call(createProduct, {
    ...{ handle, name: 'Secret Coat', categories: ['dresses'], status: 'hidden' },
    skus: [{ sku: `COAT-${made}`, stock: 5, prices: [{ price: { amount: 9_900, currency: 'USD' } }] }],
  })
  ids = { product: data.id, sku: data.skus[0]?.id ?? 0 }
})

const makeToken = async (of = handle) => {
  const { data } = await mia.call(createPreviewLink, { handle: of })
  return { ...data, token: new URL(data.url).searchParams.get('preview') ?? '' }
}
const show = (preview?: string) => shop.stranger().call(getProduct, { handle, ...(preview && { preview }) })
const notFound = { refusal: { code: 'not_found' } }
const setStatus = (status: 'live' | 'hidden' | 'ended') => mia.call(editProduct, { handle, status }, { ifMatch: '*' })

describe('a product that was never on sale', () => {
  test('is hidden from shoppers in every call', async () => {
    const ada = await shop.signedIn()
    await expect(ada.call(getProduct, { handle })).rejects.toMatchObject(notFound)
    await expect(ada.call(listProductReviews, { handle })).rejects.toMatchObject(notFound)
    await expect(ada.call(collectProduct, { product_id: ids.product, is_collected: true })).rejects.toMatchObject(
      notFound,
    )
    // The same refusal as for a SKU that does not exist.
    await expect(ada.call(addToCart, { sku_id: ids.sku })).rejects.toMatchObject({ refusal: { code: 'not_for_sale' } })
    for (const input of [{ q: 'secret' }, {}]) {
      const { data } = await ada.call(listProducts, input)
      expect(data.map((one) => one.handle)).not.toContain(handle)
    }
  })

  test('is missing from the sitemap', async () => {
    const app = new Hono()
    addSearchEngineFiles(app, shop.shop)
    const index = await (await app.request('/sitemap.xml')).text()
    const parts = [...index.matchAll(/<loc>([^<]*products[^<]*)<\/loc>/g)].map(([, address = '']) => address)
    expect(parts).not.toEqual([])
    for (const part of parts) {
      expect(await (await app.request(new URL(part).pathname)).text()).not.toContain(handle)
    }
  })

  test('is not shown in a product test that names it', async () => {
    await saveProductTests(shop.shop.db, [
      { id: made, title: 'Try a coat', body: '', productId: ids.product, isOpen: true, startsAt: shop.clock.now() },
    ])
    expect(await shop.stranger().call(getProductTest, { id: made })).toMatchObject({ product: null })
    await setStatus('live')
    expect(await shop.stranger().call(getProductTest, { id: made })).toMatchObject({ product: { handle } })
  })

  test.each(['hidden', 'ended'] as const)('stays hidden when it becomes %s', async (status) => {
    await setStatus(status)
    await expect(show()).rejects.toMatchObject(notFound)
  })

  test('is visible once it is on sale, and stays visible when it is taken down', async () => {
    await setStatus('live')
    expect(await show()).toMatchObject({ status: 1, is_preview: false })
    await setStatus('hidden')
    expect(await show()).toMatchObject({ status: 0, is_preview: false })
  })
})

describe('a preview link', () => {
  test('shows the unpublished product to everyone with the link', async () => {
    const { url, token } = await makeToken()
    expect(new URL(url).pathname).toBe(`/products/${handle}`)
    expect(await show(token)).toMatchObject({ name: 'Secret Coat', status: 1, is_preview: true })
  })

  test('opens no other product and no cart, and rejects a changed token', async () => {
    const { token } = await makeToken()
    const other = handle
    handle = `${other}-b`
    await mia.call(createProduct, { handle, name: 'Other', categories: ['dresses'] })
    await expect(show(token)).rejects.toMatchObject(notFound)
    handle = other
    const [value = '', sign = ''] = token.split('.')
    const later = Buffer.from(JSON.stringify({ product: ids.product, until: Date.now() * 2 })).toString('base64url')
    for (const wrong of ['', 'x', `${later}.${sign}`, `${value}.${'A'.repeat(43)}`]) {
      await expect(show(wrong)).rejects.toMatchObject(notFound)
    }
    const guest = shop.stranger()
    await expect(guest.call(addToCart, { sku_id: ids.sku })).rejects.toMatchObject({
      refusal: { code: 'not_for_sale' },
    })
  })

  test('expires after the number of days that the console shows', async () => {
    const { token, expires_at } = await makeToken()
    const days = (new Date(expires_at).getTime() - shop.clock.now().getTime()) / dayMs
    expect(days).toBe(productLimits.previewDays)
    shop.clock.advance(days * dayMs - 1000)
    expect(await show(token)).toMatchObject({ is_preview: true })
    shop.clock.advance(2000)
    await expect(show(token)).rejects.toMatchObject(notFound)
  })

  test('can only be created by staff, and the audit log names the creator but not the token', async () => {
    const noCatalogue = await staff.key('orders:read')
    await expect(noCatalogue.call(createPreviewLink, { handle })).rejects.toMatchObject({
      problem: { code: 'not_allowed' },
    })
    const { token } = await makeToken()
    const rows = await shop.shop.db.select().from(auditRows)
    const row = rows.find(({ call, about }) => call.endsWith('/preview') && about === `products/${handle}`)
    expect(row?.actorName).toBe('Mia')
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})
