import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { pack } from '#server/http/compress.ts'
import { createPrecompressedPages, type PrecompressedPage, tagOf } from './precompressed-pages.ts'

/** 20 s, because the strongest compression is slow on a busy machine. */
const soon = { timeout: 20_000 }

const words = 'wool linen coat dress shirt ivory petrol order parcel return refund'.split(' ')
const text = Array.from(
  { length: 4000 },
  (_, at) => `<li class="c${at % 31}">${words[(at * at) % 11]} ${at}</li>`,
).join('')

function makePage(encoding: 'br' | 'gzip' = 'br', html = text): PrecompressedPage {
  const body = pack(Buffer.from(html), encoding)
  const bodyHeaders = { 'content-encoding': encoding, 'content-length': String(body.length) }
  return { body, etag: tagOf(body), requestCount: 0, isPrecompressed: false, bodyHeaders }
}

/**
 * Waits until all earlier pages are compressed. Pages are compressed one after the other, so a new page is the last.
 */
async function packAnother(precompressed: ReturnType<typeof createPrecompressedPages>) {
  const another = makePage('br', '<p>another</p>')
  for (let n = 0; n < 3; n++) precompressed.count(another)
  await vi.waitFor(() => expect(another.isPrecompressed).toBe(true), soon)
}

test('compresses a page harder from its third request on, with the same content', async () => {
  const precompressed = createPrecompressedPages(async () => undefined)
  const page = makePage()
  const before = { ...page }
  precompressed.count(page)
  precompressed.count(page)
  await packAnother(precompressed)
  expect(page.body).toBe(before.body)
  precompressed.count(page)
  await vi.waitFor(() => expect(page.isPrecompressed).toBe(true), soon)
  expect(page.body.length).toBeLessThan(before.body.length)
  expect(page.bodyHeaders['content-length']).toBe(String(page.body.length))
  expect(page.etag).not.toBe(before.etag)
  expect(brotliDecompressSync(page.body).toString()).toBe(text)
})

test('reuses the strong compression of an unchanged page', async () => {
  const precompressed = createPrecompressedPages()
  const page = makePage()
  for (let n = 0; n < 3; n++) precompressed.count(page)
  await vi.waitFor(() => expect(page.isPrecompressed).toBe(true), soon)
  const again = makePage()
  precompressed.applyKnown(again)
  expect(again.body).toBe(page.body)
  const changed = makePage('br', `${text}<p>Sold out</p>`)
  precompressed.applyKnown(changed)
  expect(changed.isPrecompressed).toBe(false)
})

test('keeps other encodings unchanged', async () => {
  const precompressed = createPrecompressedPages(async () => undefined)
  const page = makePage('gzip')
  for (let n = 0; n < 5; n++) precompressed.count(page)
  await packAnother(precompressed)
  expect(page.isPrecompressed).toBe(false)
})

describe('limits', () => {
  /** Small pages, because only their number matters here. */
  const makeSmall = (at: number) => makePage('br', `<p>${'Linen shirt, '.repeat(9)}${at}</p>`)
  const makeMany = (count: number) => Array.from({ length: count }, (_, at) => makeSmall(at))
  const askOften = (precompressed: ReturnType<typeof createPrecompressedPages>, pages: PrecompressedPage[]) => {
    for (let n = 0; n < 3; n++) for (const page of pages) precompressed.count(page)
  }
  const countPrecompressed = (pages: PrecompressedPage[]) =>
    pages.filter(({ isPrecompressed }) => isPrecompressed).length

  test('queues up to twenty pages, and accepts a rejected page later', async () => {
    const rest = vi.fn(async () => undefined)
    const precompressed = createPrecompressedPages(rest)
    const pages = makeMany(30)
    askOften(precompressed, pages)
    await vi.waitFor(() => expect(countPrecompressed(pages)).toBe(20), soon)
    // The last pause is over, so no page waits any more.
    await vi.waitFor(() => expect(rest).toHaveBeenCalledTimes(20), soon)
    expect(countPrecompressed(pages)).toBe(20)
    for (const page of pages) precompressed.count(page)
    await vi.waitFor(() => expect(countPrecompressed(pages)).toBe(30), soon)
  })

  test('keeps two hundred compressed pages and evicts the least recently used', async () => {
    const precompressed = createPrecompressedPages(async () => undefined)
    const isCached = (at: number) => {
      const again = makeSmall(at)
      precompressed.applyKnown(again)
      return again.isPrecompressed
    }
    const pages = makeMany(202)
    const pack = async (some: PrecompressedPage[]) => {
      for (let at = 0; at < some.length; at += 20) {
        const few = some.slice(at, at + 20)
        askOften(precompressed, few)
        await vi.waitFor(() => expect(countPrecompressed(few)).toBe(few.length), soon)
      }
    }
    await pack(pages.slice(0, 200))
    expect([0, 199].map(isCached)).toEqual([true, true])
    // The first page was just used, so the second and third are the oldest now.
    await pack(pages.slice(200))
    expect([0, 1, 2, 3, 201].map(isCached)).toEqual([true, false, false, true, true])
  })

  test('uses a tenth of a core, with a rest of nine times the work after each page', async () => {
    const moments = [performance.now()]
    const rests: number[] = []
    // The stub only records the duration.
    const precompressed = createPrecompressedPages(async (rest) => {
      rests.push(rest)
      moments.push(performance.now())
    })
    const pages = Array.from({ length: 3 }, (_, at) => makePage('br', `${text}<p>${at}</p>`))
    moments[0] = performance.now()
    askOften(precompressed, pages)
    await vi.waitFor(() => expect(countPrecompressed(pages)).toBe(3), soon)
    await vi.waitFor(() => expect(rests).toHaveLength(3), soon)
    rests.forEach((rest, at) => {
      const work = (moments[at + 1] ?? 0) - (moments[at] ?? 0)
      expect(rest).toBeLessThanOrEqual(work * 9)
      expect(rest).toBeGreaterThan(work * 9 * 0.8)
    })
  })
})
