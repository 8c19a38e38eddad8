import type { Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectAccessible, test } from '../support/test.ts'
import { openScene } from './open-scene.ts'

const statusMessage = (page: Page) => page.getByRole('status').last()
const uploadedImages = (page: Page) => page.locator('output')

async function choose(page: Page, color: string, { width = 60, height = 80 } = {}) {
  const buffer = await sharp({ create: { width, height, channels: 3, background: color } })
    .jpeg()
    .toBuffer()
  await page.getByLabel('Add a picture').setInputFiles({ name: `${color}.jpg`, mimeType: 'image/jpeg', buffer })
}

/** Answers each upload with the next image name, like the shop. */
async function storeAllUploads(
  page: Page,
  change: (route: Route, nth: number) => Promise<void> | undefined = () => undefined,
) {
  let kept = 0
  await page.route('**/*image*', (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    kept += 1
    return change(route, kept) ?? storeUpload(route, `image-${kept}`)
  })
}

const storeUpload = (route: Route, id: string) => route.fulfill({ json: { image: { id, url: `/images/${id}` } } })

test('uploads images one after the other, hides the tile at five images, and shows the tile again below five', async ({
  page,
}) => {
  await openScene(page, 'uploads')
  await storeAllUploads(page)
  for (const [at, color] of ['red', 'teal', 'navy', 'olive', 'pink'].entries()) {
    await choose(page, color)
    await expect(page.getByRole('button', { name: /^Remove picture/ })).toHaveCount(at + 1)
    await expect(uploadedImages(page)).toContainText(`image-${at + 1}`)
  }
  await expect(page.getByLabel('Add a picture')).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove picture 5' }).click()
  await expect(page.getByText('4/5', { exact: true })).toBeVisible()
  await expect(uploadedImages(page)).toHaveText('image-1 image-2 image-3 image-4')
  await expectAccessible(page)
})

test('rejects files that are too large, of another type or no image, with a message and without a request', async ({
  page,
}) => {
  await openScene(page, 'uploads')
  let sent = 0
  await storeAllUploads(page, () => {
    sent += 1
    return undefined
  })
  const input = page.getByLabel('Add a picture')
  const file = (name: string, mimeType: string, buffer: Buffer) => input.setInputFiles({ name, mimeType, buffer })
  await file('big.jpg', 'image/jpeg', Buffer.alloc(5 * 1024 * 1024))
  await expect(statusMessage(page)).toHaveText('photo size is bigger than 5M')
  await file('page.pdf', 'application/pdf', Buffer.from('%PDF'))
  await expect(statusMessage(page)).toHaveText('Please choose a png, jpg or jpeg picture')
  await file('notes.jpg', 'image/jpeg', Buffer.from('This is no picture at all.'))
  await expect(statusMessage(page)).toHaveText('This picture could not be read. Please choose another one.')
  await expect(uploadedImages(page)).toHaveText('nothing')
  expect(sent).toBe(0)
})

test('retries a broken upload, and continues by itself when the network is back', async ({ page, expectConsole }) => {
  expectConsole(/ERR_/)
  await openScene(page, 'uploads')
  let isBroken = true
  await storeAllUploads(page, (route) => (isBroken ? route.abort() : undefined))
  await choose(page, 'red')
  const failed = page.getByRole('button', { name: 'Picture 1 failed, try again' })
  await failed.click()
  await expect(failed).toBeVisible()
  isBroken = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(failed).toBeHidden()
  await expect(uploadedImages(page)).toHaveText(/image-\d/)
})

test("shows the shop's refusal, and adds a file that is chosen twice only once", async ({ page, expectConsole }) => {
  expectConsole(/422/)
  await openScene(page, 'uploads')
  const refusal = { message: 'This picture could not be read.', status_code: 422, reason: 'image_unreadable' }
  await storeAllUploads(page, (route, nth) =>
    nth === 1 ? route.fulfill({ status: 422, json: refusal }) : storeUpload(route, 'image-same'),
  )
  await choose(page, 'red')
  await expect(statusMessage(page)).toHaveText(refusal.message)
  await expect(page.getByRole('button', { name: /^Remove picture/ })).toHaveCount(0)
  for (let times = 0; times < 2; times++) {
    await choose(page, 'teal')
    await expect(uploadedImages(page)).toHaveText('image-same')
  }
  await expect(page.getByRole('button', { name: /^Remove picture/ })).toHaveCount(1)
})

test('cancels an upload when its image is removed or the page is left', async ({ page, expectConsole }) => {
  expectConsole(/ERR_/)
  await openScene(page, 'uploads')
  const ended: string[] = []
  page.on('requestfailed', (request) => ended.push(request.method()))
  // The route never responds, so only the browser can end the request.
  await storeAllUploads(page, () => new Promise(() => {}))
  for (const end of ['Remove picture 1', 'Leave']) {
    const isSending = page.waitForRequest((request) => request.method() === 'POST')
    await choose(page, 'red')
    await isSending
    await expect(page.getByRole('progressbar', { name: 'Uploading' })).toBeVisible()
    const before = ended.length
    await page.getByRole('button', { name: end }).click()
    await expect.poll(() => ended.length).toBe(before + 1)
  }
})

test('scales down a large image before sending it', async ({ page }) => {
  await page.addInitScript(() => {
    const sizes: number[][] = []
    Reflect.set(window, 'sentSizes', sizes)
    const send = XMLHttpRequest.prototype.send
    XMLHttpRequest.prototype.send = function sendAndLook(body) {
      const image = body instanceof FormData ? body.get('image') : null
      if (image instanceof Blob) createImageBitmap(image).then(({ width, height }) => sizes.push([width, height]))
      return send.call(this, body)
    }
  })
  await openScene(page, 'uploads')
  await storeAllUploads(page)
  await choose(page, 'teal', { width: 3600, height: 2700 })
  await expect(uploadedImages(page)).toHaveText('image-1')
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'sentSizes'))).toEqual([[2400, 1800]])
})
