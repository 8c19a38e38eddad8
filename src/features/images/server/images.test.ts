import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createShopApi } from '#app/shop-api.ts'
import { imageMaxBytes } from '#contract/image-limits.ts'
import { systemClock } from '#server/clock.ts'
import { createS3Files } from '#server/files/s3-files.ts'
import { s3Store } from '#testing/outside/s3-store.ts'
import { sessionCookie } from '#testing/session-cookie.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import { attachImages, type ImageKind, removeUnusedImages, storeImage } from './images.service.ts'
import { images } from './images.tables.ts'

const shop = testShop()
const bucket = s3Store()
const day = 24 * 60 * 60 * 1000

function draw(width = 60, height = 40) {
  return sharp({ create: { width, height, channels: 3, background: { r: 180, g: 90, b: 40 } } })
}

/** Returns a picture that no other test of this file has sent. */
async function newPicture(): Promise<Uint8Array> {
  const [r = 0, g = 0, b = 0] = randomBytes(3)
  return sharp({ create: { width: 30, height: 20, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer()
}

async function store(owner: Person, bytes: Uint8Array, kind: ImageKind = 'return') {
  return storeImage(shop.shop, { customerId: owner.id, kind, bytes })
}

async function readRow(id: string) {
  const [row] = await shop.shop.db.select().from(images).where(eq(images.id, id))
  return row
}

async function show(owner: Person, ids: string[], kind: ImageKind = 'return') {
  await attachImages(shop.shop.db, { customerId: owner.id, kind, ids, now: shop.clock.now() })
}

test.each(['png', 'jpeg'] as const)('stores a %s and serves it with its type', async (format) => {
  const ada = await shop.signedIn()
  const { id, url } = await store(ada, await draw().toFormat(format).toBuffer())
  expect(url).toBe(`/images/${id}`)
  const response = await ada.fetch(url)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe(`image/${format}`)
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  const served = await sharp(await response.arrayBuffer()).metadata()
  expect(served).toMatchObject({ format, width: 60, height: 40 })
})

test('removes the position and all other EXIF data, and turns the picture upright', async () => {
  const ada = await shop.signedIn()
  const photo = await draw()
    .withExif({
      IFD0: { Make: 'Harborphone' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await sharp(photo).metadata()).exif).toBeDefined()
  const { url } = await store(ada, photo)
  const served = Buffer.from(await (await ada.fetch(url)).arrayBuffer())
  const { exif, xmp, iptc, icc, orientation, width, height } = await sharp(served).metadata()
  expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined])
  expect(orientation ?? 1).toBe(1)
  expect([width, height]).toEqual([40, 60])
  expect(served.includes('Harborphone')).toBe(false)
})

test.each([
  ['an HTML page', Buffer.from('<html><script>alert(1)</script></html>')],
  ['a ZIP archive', Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(200), Buffer.from('PK\x05\x06')])],
])('removes data appended after the last byte: %s', async (_, hidden) => {
  const ada = await shop.signedIn()
  const { url } = await store(ada, Buffer.concat([await draw().png().toBuffer(), hidden]))
  const served = Buffer.from(await (await ada.fetch(url)).arrayBuffer())
  expect(served.includes(hidden)).toBe(false)
  expect(served.includes('<script>')).toBe(false)
})

test('removes text chunks of a PNG', async () => {
  const ada = await shop.signedIn()
  const secret = `<script>${randomBytes(8).toString('hex')}</script>`
  const png = await draw().png().toBuffer()
  const end = png.length - 12
  const smuggled = Buffer.concat([
    png.subarray(0, end),
    chunk('tEXt', Buffer.from(`Comment\0${secret}`)),
    png.subarray(end),
  ])
  const { url } = await store(ada, smuggled)
  expect(Buffer.from(await (await ada.fetch(url)).arrayBuffer()).includes(secret)).toBe(false)
})

/** Returns a PNG of one color and any size. Rows of zeros compress to almost nothing. */
function hugePng(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc(body))
  return Buffer.concat([length, body, check])
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  }
  return (value ^ 0xffffffff) >>> 0
}

test('rejects 40,000 × 40,000 pixels in a small file before decoding', async () => {
  const ada = await shop.signedIn()
  const bomb = hugePng(40_000)
  expect(bomb.length).toBeLessThan(imageMaxBytes)
  const before = process.memoryUsage().rss
  const startedAt = process.cpuUsage()
  await expect(store(ada, bomb)).rejects.toMatchObject({ status: 422, refusal: { code: 'image_too_many_pixels' } })
  // The test measures the CPU time of all threads, because wall-clock time depends on the load of the machine.
  const { user, system } = process.cpuUsage(startedAt)
  expect((user + system) / 1000).toBeLessThan(2_000)
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
})

test('scales a large photo down to the size that screens can show', async () => {
  const ada = await shop.signedIn()
  const { id } = await store(ada, await draw(4000, 3000).jpeg().toBuffer())
  expect(await readRow(id)).toMatchObject({ width: 2400, height: 1800 })
})

test('rejects a file of 5 MB and accepts one byte less', async () => {
  const ada = await shop.signedIn()
  const png = await draw().png().toBuffer()
  const fill = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)])
  await expect(store(ada, fill(imageMaxBytes))).rejects.toMatchObject({
    status: 422,
    refusal: { message: 'photo size is bigger than 5M' },
  })
  expect(await store(ada, fill(imageMaxBytes - 1))).toMatchObject({ id: expect.any(String) })
})

test('rejects a truncated JPEG', async () => {
  const ada = await shop.signedIn()
  const photo = await draw(800, 600).jpeg().toBuffer()
  await expect(store(ada, photo.subarray(0, photo.length / 2))).rejects.toMatchObject({
    status: 422,
    refusal: { code: 'image_unreadable' },
  })
})

test.each([
  ['an executable', Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46]), randomBytes(500)])],
  ['a Windows program', Buffer.concat([Buffer.from('MZ'), randomBytes(500)])],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['an empty file', Buffer.alloc(0)],
  ['a GIF', Buffer.from('GIF89a')],
])('rejects %s under any file name', async (_, bytes) => {
  const ada = await shop.signedIn()
  await expect(store(ada, bytes)).rejects.toMatchObject({ status: 422, refusal: { code: 'image_wrong_type' } })
})

test('rejects a WebP with the first bytes of a JPEG', async () => {
  const ada = await shop.signedIn()
  const fake = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), await draw().webp().toBuffer()])
  await expect(store(ada, fake)).rejects.toMatchObject({ status: 422, refusal: { code: 'image_unreadable' } })
})

test('stores one image when a shopper sends a file twice, even concurrently, but a separate image for each shopper', async () => {
  const ada = await shop.signedIn()
  const bob = await shop.signedIn('bob')
  const bytes = await newPicture()
  const all = await Promise.all(Array.from({ length: 8 }, () => store(ada, bytes)))
  expect(new Set(all.map(({ id }) => id)).size).toBe(1)
  expect(await store(ada, bytes)).toEqual(all[0])
  expect((await store(bob, bytes)).id).not.toBe(all[0]?.id)
  expect((await store(ada, bytes, 'review')).id).not.toBe(all[0]?.id)
})

test('shows private pictures only to their owner, identified by header or cookie', async () => {
  const ada = await shop.signedIn()
  const { id, url } = await store(ada, await newPicture())
  await show(ada, [id])
  const own = await shop.stranger().fetch(url, { headers: { cookie: sessionCookie(ada.token) } })
  expect(own.status).toBe(200)
  expect(own.headers.get('cache-control')).toBe('private, no-cache')
  const again = await ada.fetch(url, { headers: { 'if-none-match': own.headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
  expect((await shop.stranger().fetch(url)).status).toBe(404)
  expect((await (await shop.signedIn('bob')).fetch(url)).status).toBe(404)
  const none = await shop.stranger().fetch('/images/nothing')
  expect([none.status, await none.text()]).toEqual([404, 'This could not be found'])
})

test('rejects pictures of others, pictures of another kind and deleted pictures with the same error', async () => {
  const ada = await shop.signedIn()
  const bob = await shop.signedIn('bob')
  const mine = await store(ada, await newPicture())
  const theirs = await store(bob, await newPicture())
  const ofReview = await store(ada, await newPicture(), 'review')
  for (const id of [theirs.id, ofReview.id, 'nothing']) {
    await expect(show(ada, [mine.id, id])).rejects.toMatchObject({ status: 404, refusal: { code: 'image_gone' } })
  }
  await show(ada, [mine.id, mine.id])
})

test('removes an unused picture after a day and keeps a used one', async () => {
  const ada = await shop.signedIn()
  const used = await store(ada, await newPicture())
  const unused = await store(ada, await newPicture())
  const key = (await readRow(unused.id))?.storageKey ?? ''
  await show(ada, [used.id])
  shop.clock.advance(day - 1)
  await removeUnusedImages(shop.shop)
  expect((await ada.fetch(unused.url)).status).toBe(200)
  shop.clock.advance(1)
  expect(await removeUnusedImages(shop.shop)).toBeGreaterThanOrEqual(1)
  expect((await ada.fetch(unused.url)).status).toBe(404)
  expect(await shop.shop.files.read(key)).toBe(null)
  expect((await ada.fetch(used.url)).status).toBe(200)
})

test('keeps an unused picture for another day when it is sent again', async () => {
  const ada = await shop.signedIn()
  const bytes = await newPicture()
  const first = await store(ada, bytes)
  shop.clock.advance(day - 1000)
  await store(ada, bytes)
  shop.clock.advance(2000)
  await removeUnusedImages(shop.shop)
  expect((await ada.fetch(first.url)).status).toBe(200)
})

test('serves a picture in S3 from another instance, only to its owner', async () => {
  const ada = await shop.signedIn()
  const open = () => ({ ...shop.shop, files: createS3Files({ url: bucket.url, ...bucket.key }, systemClock) })
  const { url } = await storeImage(open(), { customerId: ada.id, kind: 'return', bytes: await newPicture() })
  const other = createShopApi(open())
  const response = await other.request(url, { headers: { cookie: sessionCookie(ada.token) } })
  expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ format: 'png', width: 30, height: 20 })
  expect((await other.request(url)).status).toBe(404)
})
