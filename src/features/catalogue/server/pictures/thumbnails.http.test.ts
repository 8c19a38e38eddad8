import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { testShop } from '#testing/test-shop.ts'

const shop = testShop()
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="335" height="445"><rect width="335" height="445"/></svg>'

beforeAll(async () => {
  await shop.shop.files.write('catalogue/sail.svg', Buffer.from(drawing))
  await shop.shop.files.write('catalogue/broken.png', Buffer.from('no picture at all'))
})

test('returns a small raster copy of the requested width, the same every time', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => shop.stranger().fetch('/catalogue/sail.svg?w=252')))
  const bodies = await Promise.all(answers.map(async (one) => Buffer.from(await one.arrayBuffer())))
  expect(answers[0]?.headers.get('content-type')).toBe('image/webp')
  expect(await sharp(bodies[0]).metadata()).toMatchObject({ format: 'webp', width: 252, height: 335 })
  expect(new Set(bodies.map((one) => one.toString('base64'))).size).toBe(1)
})

test('renders a drawing at card width and does not enlarge a small photo', async () => {
  const photo = sharp({ create: { width: 90, height: 120, channels: 3, background: '#abc' } })
  await shop.shop.files.write('catalogue/small.png', await photo.png().toBuffer())
  const copies = ['sail.svg', 'small.png'].map(async (file) => {
    const answer = await shop.stranger().fetch(`/catalogue/${file}?w=336`)
    const { format, width } = await sharp(await answer.arrayBuffer()).metadata()
    return [format, width]
  })
  expect(await Promise.all(copies)).toEqual([
    ['webp', 336],
    ['webp', 90],
  ])
})

test('gives the large and the small copy different ETags', async () => {
  const large = await shop.stranger().fetch('/catalogue/sail.svg')
  const small = await shop.stranger().fetch('/catalogue/sail.svg?w=168')
  expect(small.headers.get('etag')).not.toBe(large.headers.get('etag'))
  const etag = small.headers.get('etag') ?? ''
  const again = await shop.stranger().fetch('/catalogue/sail.svg?w=168', { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
})

test.each(['?w=5000', '?w=x', '?w=-1', '?w=253'])(
  'serves the original picture if the width %s is not offered',
  async (query) => {
    const answer = await shop.stranger().fetch(`/catalogue/sail.svg${query}`)
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
  },
)

test('serves the original of a picture that cannot be scaled', async () => {
  const answer = await shop.stranger().fetch('/catalogue/broken.png?w=168')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
})

test('serves a drawing as a wide photo under the same name', async () => {
  const answers = await Promise.all([1, 2].map(() => shop.stranger().fetch('/catalogue/sail.jpg')))
  expect(answers.map((one) => one.headers.get('content-type'))).toEqual(['image/jpeg', 'image/jpeg'])
  const photo = await answers[0]?.arrayBuffer()
  expect(await sharp(photo).metadata()).toMatchObject({ format: 'jpeg', width: 1200 })
  const etag = answers[0]?.headers.get('etag') ?? ''
  expect((await shop.stranger().fetch('/catalogue/sail.jpg', { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await shop.stranger().fetch('/catalogue/nothing.jpg')).status).toBe(404)
  expect((await shop.stranger().fetch('/catalogue/sail.webp')).status).toBe(404)
})
