import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { pack } from '#server/http/compress.ts'
import { createTightPages, type TightPage, tagOf } from './tight-pages.ts'

/** 20 s, because the strongest compression is slow on a busy machine. */
const soon = { timeout: 20_000 }

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

/** Waits for all earlier pages: they are compressed one after the other, so a new page is the last. */
async function packAnother(tight: ReturnType<typeof createTightPages>) {
  const another = makePage('br', '<p>another</p>')
  for (let n = 0; n < 3; n++) tight.count(another)
  await vi.waitFor(() => expect(another.isTight).toBe(true), soon)
}

test('compresses a page harder from its third request on, with the same content', async () => {
  const tight = createTightPages(async () => undefined)
  const page = makePage()
  const before = { ...page }
  tight.count(page)
  tight.count(page)
  await packAnother(tight)
  expect(page.body).toBe(before.body)
  tight.count(page)
  await vi.waitFor(() => expect(page.isTight).toBe(true), soon)
  expect(page.body.length).toBeLessThan(before.body.length)
  expect(page.bodyHeaders['content-length']).toBe(String(page.body.length))
  expect(page.etag).not.toBe(before.etag)
  expect(brotliDecompressSync(page.body).toString()).toBe(text)
})

test('reuses the strong compression of an unchanged page', async () => {
  const tight = createTightPages()
  const page = makePage()
  for (let n = 0; n < 3; n++) tight.count(page)
  await vi.waitFor(() => expect(page.isTight).toBe(true), soon)
  const again = makePage()
  tight.takeKnown(again)
  expect(again.body).toBe(page.body)
  const changed = makePage('br', `${text}<p>Sold out</p>`)
  tight.takeKnown(changed)
  expect(changed.isTight).toBe(false)
})

test('keeps other encodings unchanged', async () => {
  const tight = createTightPages(async () => undefined)
  const page = makePage('gzip')
  for (let n = 0; n < 5; n++) tight.count(page)
  await packAnother(tight)
  expect(page.isTight).toBe(false)
})

describe('limits', () => {
  /** Small pages, because only their number matters here. */
  const makeSmall = (at: number) => makePage('br', `<p>${'Linen shirt, '.repeat(9)}${at}</p>`)
  const makeMany = (count: number) => Array.from({ length: count }, (_, at) => makeSmall(at))
  const askOften = (tight: ReturnType<typeof createTightPages>, pages: TightPage[]) => {
    for (let n = 0; n < 3; n++) for (const page of pages) tight.count(page)
  }
  const countTight = (pages: TightPage[]) => pages.filter(({ isTight }) => isTight).length

  test('queues up to twenty pages, and accepts a rejected one later', async () => {
    const rest = vi.fn(async () => undefined)
    const tight = createTightPages(rest)
    const pages = makeMany(30)
    askOften(tight, pages)
    await vi.waitFor(() => expect(countTight(pages)).toBe(20), soon)
    // The last rest is over, so no page waits any more.
    await vi.waitFor(() => expect(rest).toHaveBeenCalledTimes(20), soon)
    expect(countTight(pages)).toBe(20)
    for (const page of pages) tight.count(page)
    await vi.waitFor(() => expect(countTight(pages)).toBe(30), soon)
  })

  test('keeps two hundred compressed pages and evicts the least recently used', async () => {
    const tight = createTightPages(async () => undefined)
    const isKept = (at: number) => {
      const again = makeSmall(at)
      tight.takeKnown(again)
      return again.isTight
    }
    const pages = makeMany(202)
    const pack = async (some: TightPage[]) => {
      for (let at = 0; at < some.length; at += 20) {
        const few = some.slice(at, at + 20)
        askOften(tight, few)
        await vi.waitFor(() => expect(countTight(few)).toBe(few.length), soon)
      }
    }
    await pack(pages.slice(0, 200))
    expect([0, 199].map(isKept)).toEqual([true, true])
    // The first page was just used, so the second and third are the oldest now.
    await pack(pages.slice(200))
    expect([0, 1, 2, 3, 201].map(isKept)).toEqual([true, false, false, true, true])
  })

  test('uses a tenth of a core, with a rest of nine times the work after each page', async () => {
    const moments = [performance.now()]
    const rests: number[] = []
    // The stub only records the duration.
    const tight = createTightPages(async (rest) => {
      rests.push(rest)
      moments.push(performance.now())
    })
    const pages = Array.from({ length: 3 }, (_, at) => makePage('br', `${text}<p>${at}</p>`))
    moments[0] = performance.now()
    askOften(tight, pages)
    await vi.waitFor(() => expect(countTight(pages)).toBe(3), soon)
    await vi.waitFor(() => expect(rests).toHaveLength(3), soon)
    rests.forEach((rest, at) => {
      const work = (moments[at + 1] ?? 0) - (moments[at] ?? 0)
      expect(rest).toBeLessThanOrEqual(work * 9)
      expect(rest).toBeGreaterThan(work * 9 * 0.8)
    })
  })
})
