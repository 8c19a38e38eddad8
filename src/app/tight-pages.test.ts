import { brotliDecompressSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { pack } from '#server/compress.ts'
import { createTightPages, type TightPage, tagOf } from './tight-pages.ts'

const words = 'wool linen coat dress shirt ivory petrol order parcel return refund'.split(' ')
const text = Array.from(
  { length: 4000 },
  (_, at) => `<li class="c${at % 31}">${words[(at * at) % 11]} ${at}</li>`,
).join('')

function makePage(encoding: 'br' | 'gzip' = 'br', html = text): TightPage {
  const body = pack(Buffer.from(html), encoding)
  const bodyHeaders = { 'content-encoding': encoding, 'content-length': String(body.length) }
  return { body, etag: tagOf(body), asked: 0, isTight: false, bodyHeaders }
}

test('a page that is asked for a third time comes in fewer bytes from then on, and says the same', async () => {
  const tight = createTightPages()
  const page = makePage()
  const before = { ...page }
  tight.count(page)
  tight.count(page)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(page.body).toBe(before.body)
  tight.count(page)
  await vi.waitFor(() => expect(page.isTight).toBe(true))
  expect(page.body.length).toBeLessThan(before.body.length)
  expect(page.bodyHeaders['content-length']).toBe(String(page.body.length))
  expect(page.etag).not.toBe(before.etag)
  expect(brotliDecompressSync(page.body).toString()).toBe(text)
})

test('made anew without a change it is as small at once', async () => {
  const tight = createTightPages()
  const page = makePage()
  for (let n = 0; n < 3; n++) tight.count(page)
  await vi.waitFor(() => expect(page.isTight).toBe(true))
  const again = makePage()
  tight.takeKnown(again)
  expect(again.body).toBe(page.body)
  const changed = makePage('br', `${text}<p>Sold out</p>`)
  tight.takeKnown(changed)
  expect(changed.isTight).toBe(false)
})

test('what is packed in another way stays so', async () => {
  const tight = createTightPages()
  const page = makePage('gzip')
  for (let n = 0; n < 5; n++) tight.count(page)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(page.isTight).toBe(false)
})
