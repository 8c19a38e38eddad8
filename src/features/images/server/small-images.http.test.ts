import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { createShopApi } from '#app/shop-api.ts'
import { reviewImages, reviews } from '#features/reviews/server/reviews.tables.ts'
import { systemClock } from '#server/clock.ts'
import { createS3Files } from '#server/files/s3-files.ts'
import { s3Store } from '#testing/outside/s3-store.ts'
import { sessionCookie } from '#testing/session-cookie.ts'
import { createSampleData, populateShop } from '#testing/shops/populated-shop.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import { type ImageKind, readImage, removeUnusedImages, storeImage } from './images.service.ts'
import { images } from './images.tables.ts'
import { listImageKeys } from './small-images.service.ts'

const shop = testShop()
const bucket = s3Store()
const day = 24 * 60 * 60 * 1000

beforeAll(() => populateShop(shop))

function draw(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: { r: width % 256, g: height % 256, b: 40 } } })
}

async function store(owner: Person, width: number, height: number, kind: ImageKind = 'return') {
  const bytes = await draw(width, height).jpeg().toBuffer()
  const { id, url } = await storeImage(shop.shop, { customerId: owner.id, kind, bytes })
  const [row] = await shop.shop.db.select().from(images).where(eq(images.id, id))
  const [largeKey = '', smallKey = ''] = listImageKeys(row?.storageKey ?? '')
  return { id, url, small: `${url}?w=252`, largeKey, smallKey }
}

test.each([
  ['wide', 1200, 900, 336, 252],
  ['high', 900, 1200, 252, 336],
  ['smaller than a tile', 90, 60, 90, 60],
])(
  'draws a small copy that shows the whole picture and fills a tile, for a picture that is %s',
  async (_, width, height, ...size) => {
    const ada = await shop.signedIn()
    const { small } = await store(ada, width, height)
    const answers = await Promise.all([1, 2, 3].map(() => ada.fetch(small)))
    const bodies = await Promise.all(answers.map(async (one) => Buffer.from(await one.arrayBuffer())))
    expect(answers[0]?.headers.get('content-type')).toBe('image/webp')
    expect(answers[0]?.headers.get('x-content-type-options')).toBe('nosniff')
    const { format, exif, ...made } = await sharp(bodies[0]).metadata()
    expect([format, exif, made.width, made.height]).toEqual(['webp', undefined, ...size])
    expect(new Set(bodies.map((one) => one.toString('base64'))).size).toBe(1)
  },
)

test('draws the small copy of an older picture on request and keeps the large picture', async () => {
  const ada = await shop.signedIn()
  const { url, small, smallKey } = await store(ada, 800, 600)
  expect(await shop.shop.files.read(smallKey)).toBe(null)
  const bytes = Buffer.from(await (await ada.fetch(small)).arrayBuffer())
  expect(Buffer.from((await shop.shop.files.read(smallKey)) ?? []).equals(bytes)).toBe(true)
  const large = await ada.fetch(url)
  expect(large.headers.get('content-type')).toBe('image/jpeg')
  expect(await sharp(await large.arrayBuffer()).metadata()).toMatchObject({ width: 800, height: 600 })
})

test('shows private pictures only to their owner at every size, and revalidates them on every request', async () => {
  const ada = await shop.signedIn()
  const bob = await shop.signedIn('bob')
  const { url, small } = await store(ada, 700, 500)
  const own = await ada.fetch(small)
  expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
  const etag = { 'if-none-match': own.headers.get('etag') ?? '' }
  expect((await ada.fetch(small, { headers: etag })).status).toBe(304)
  expect((await ada.fetch(url, { headers: etag })).status).toBe(200)
  for (const other of [bob, shop.stranger()]) {
    const answers = [await other.fetch(small), await other.fetch(small, { headers: etag })]
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
  }
})

test('hides the pictures of a hidden review at every size', async () => {
  const ada = await shop.signedIn()
  const { reviewImageId } = await createSampleData(shop, ada)
  const addresses = ['', '?w=252'].map((query) => `/images/${reviewImageId}${query}`)
  const ask = (person: Person) => Promise.all(addresses.map(async (one) => person.fetch(one)))
  const shown = await ask(shop.stranger())
  const facts = shown.map((one) => [one.status, one.headers.get('cache-control')])
  expect(facts).toEqual(addresses.map(() => [200, 'public, max-age=300']))
  const { db } = shop.shop
  const [shows] = await db.select().from(reviewImages).where(eq(reviewImages.imageId, reviewImageId))
  await db
    .update(reviews)
    .set({ status: 'hidden' })
    .where(eq(reviews.id, shows?.reviewId ?? ''))
  expect((await ask(shop.stranger())).map(({ status }) => status)).toEqual([404, 404])
  expect((await ask(ada)).map(({ status }) => status)).toEqual([200, 200])
})

test.each(['?w=5000', '?w=x', '?w=-1', '?w=253', '?w='])(
  'serves the original picture for the unknown size %s',
  async (query) => {
    const ada = await shop.signedIn()
    const { url, smallKey } = await store(ada, 400, 300)
    expect((await ada.fetch(url + query)).headers.get('content-type')).toBe('image/jpeg')
    expect(await shop.shop.files.read(smallKey)).toBe(null)
  },
)

test('serves the original picture when no small copy can be drawn', async () => {
  const ada = await shop.signedIn()
  const { url, small, largeKey } = await store(ada, 500, 300)
  await shop.shop.files.write(largeKey, Buffer.from('no picture at all'))
  const answer = await ada.fetch(small)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(answer.headers.get('etag')).toBe((await ada.fetch(url)).headers.get('etag'))
})

test('serves the large picture when the disk has no space for a small copy', async () => {
  const ada = await shop.signedIn()
  const { id } = await store(ada, 510, 300)
  const write = () => Promise.reject(Object.assign(new Error('no room'), { code: 'ENOSPC' }))
  const full = { ...shop.shop, files: { ...shop.shop.files, write } }
  const served = await readImage(full, { imageId: id, owners: [{ customerId: ada.id }], isSmall: true })
  expect(served).toMatchObject({ mime: 'image/jpeg', isSmall: false })
})

test('removes an unused picture after a day together with its small copy', async () => {
  const ada = await shop.signedIn()
  const { small, smallKey } = await store(ada, 520, 300)
  await ada.fetch(small)
  expect(await shop.shop.files.read(smallKey)).not.toBe(null)
  shop.clock.advance(day)
  await removeUnusedImages(shop.shop)
  expect(await shop.shop.files.read(smallKey)).toBe(null)
  expect((await (await shop.signedIn()).fetch(small)).status).toBe(404)
})

test('removes a small copy that is drawn while its picture is being removed', async () => {
  const ada = await shop.signedIn()
  const { id, smallKey } = await store(ada, 530, 300)
  const { files } = shop.shop
  const write = async (key: string, bytes: Uint8Array) => {
    shop.clock.advance(day)
    await removeUnusedImages(shop.shop)
    await files.write(key, bytes)
  }
  await readImage(
    { ...shop.shop, files: { ...files, write } },
    { imageId: id, owners: [{ customerId: ada.id }], isSmall: true },
  )
  expect(await files.read(smallKey)).toBe(null)
})

test('serves a small copy in S3 from another instance, only to its owner', async () => {
  const ada = await shop.signedIn()
  const open = () => ({ ...shop.shop, files: createS3Files({ url: bucket.url, ...bucket.key }, systemClock) })
  const bytes = await draw(640, 480).png().toBuffer()
  const { id, url } = await storeImage(open(), { customerId: ada.id, kind: 'return', bytes })
  const headers = { cookie: sessionCookie(ada.token) }
  for (const api of [createShopApi(open()), createShopApi(open())]) {
    const response = await api.request(`${url}?w=252`, { headers })
    expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ format: 'webp', height: 252 })
    expect((await api.request(`${url}?w=252`)).status).toBe(404)
  }
  expect([...bucket.bucket.keys()].filter((key) => key.includes(id))).toHaveLength(2)
})
