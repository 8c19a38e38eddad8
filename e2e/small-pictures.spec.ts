import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, signIn, test } from './support/test.ts'

type Line = { id: string; product_id: number; sku_name: string; review: object | null }
type Order = { id: string; order_no: string; products: Line[] }
type Return = { id: string; images: { url: string }[] }

async function list<T>(page: Page, address: string): Promise<T[]> {
  return (await (await page.request.get(address)).json()).data
}

/** Returns the shorter side in pixels of an image whose address matches the pattern. */
async function measure(image: Locator, address: RegExp): Promise<number> {
  await expect(image).toHaveAttribute('src', address)
  const side = () =>
    image.evaluate((one: HTMLImageElement) => (one.complete ? Math.min(one.naturalWidth, one.naturalHeight) : 0))
  await expect.poll(side).toBeGreaterThan(0)
  return side()
}

const smallAddress = /^\/images\/\w+\?w=252$/
const largeAddress = /^\/images\/\w+$/

/**
 * Expects the small copy in the tile and the full picture in the viewer. A picture that another browser test uploaded
 * may already be small.
 */
async function expectBothSizes(page: Page) {
  const tile = page.getByRole('button', { name: 'Picture 1' }).first()
  await tile.scrollIntoViewIfNeeded()
  const small = await measure(tile.getByRole('img'), smallAddress)
  expect(small).toBeLessThanOrEqual(252)
  await tile.click()
  const large = await measure(page.getByRole('dialog', { name: 'Pictures' }).getByRole('img').first(), largeAddress)
  expect(small).toBe(Math.min(large, 252))
}

test('shows small images in tiles and large ones in the viewer, for reviews and returns', async ({ page }) => {
  await page.goto('/customer-reviews')
  await page.getByRole('button', { name: /^With pictures/ }).click()
  await expectBothSizes(page)
  await signIn(page)
  const shown = (await list<Return>(page, '/rest/after_sale?limit=100')).find(({ images }) => images.length > 0)
  await page.goto(`/returndetail/${shown?.id}`)
  await expectBothSizes(page)
})

test('restores small images of a draft', async ({ page }) => {
  await signIn(page)
  const orders = await list<Order>(page, '/rest/order?order_status_id=11&limit=100')
  const order = orders.find(({ products }) => products.some(({ review }) => review === null))
  const line = order?.products.find(({ review }) => review === null)
  const query = new URLSearchParams({
    write: '1',
    product_id: String(line?.product_id),
    sku_name: line?.sku_name ?? '',
    order_no: order?.order_no ?? '',
  })
  await page.goto(`/account/review/${order?.id}/${line?.id}?${query}`)
  const photo = sharp({ create: { width: 900, height: 700, channels: 3, background: 'seagreen' } }).jpeg()
  const sent = page.waitForResponse('**/rest/review-images')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photo.toBuffer() })
  await sent
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await page.reload()
  expect(await measure(page.getByRole('img', { name: 'Picture 1' }), smallAddress)).toBe(252)
})
