import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, test } from 'vitest'
import { type DocumentSnapshot, documentSnapshot } from '#features/documents/document-snapshot.rules.ts'
import { listWrongSums } from '#features/documents/document-sums.rules.ts'
import * as examples from '#testing/example-documents.ts'
import {
  createRenderer,
  RenderUnavailable,
  renderDocument,
  renderPackingSlips,
  renderReturnSlip,
} from './render-document.service.ts'

const run = promisify(execFile)
const hasPoppler = await run('pdftotext', ['-v']).then(
  () => true,
  () => false,
)
const missing = 'There is no pdftotext: `apt-get install poppler-utils` or `brew install poppler` installs it'

/** Runs a test that reads a PDF with poppler, or skips the test on a machine without poppler. */
function withPoppler(name: string, run: () => Promise<void>): void {
  test(name, async ({ skip }) => {
    skip(!hasPoppler, missing)
    await run()
  })
}

const folder = await mkdtemp(join(tmpdir(), 'harbor-papers-'))
afterAll(() => rm(folder, { recursive: true }))

const { invoice, creditNote, germanInvoice, japaneseInvoice, arabicInvoice, americanInvoice } = examples
const all = { invoice, creditNote, germanInvoice, japaneseInvoice, arabicInvoice, americanInvoice }

/** Runs a program of poppler on a PDF. */
async function read(program: string, bytes: Uint8Array, ...options: string[]): Promise<string> {
  const file = join(folder, 'paper.pdf')
  await writeFile(file, bytes)
  const files = program === 'pdftotext' ? [file, '-'] : [file]
  return (await run(program, [...options, ...files], { maxBuffer: 10_000_000 })).stdout
}

/**
 * Direction marks and spaces differ between readers, so texts are compared without them. Poppler also takes the letters of
 * the Arabic ligature lam-alef in the wrong order, moves vowel signs, and mirrors quotes.
 */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{Cf}\p{M}\s«»]/gu, '')
    .replace(/ال|لا/g, 'لا')

describe.each(Object.entries(all))('the example %s', (_, snapshot) => {
  test('has the form of a snapshot, and its sums agree', () => {
    expect(documentSnapshot.parse(snapshot)).toEqual(snapshot)
    expect(listWrongSums(snapshot)).toEqual([])
  })

  withPoppler('contains the text of every line', async () => {
    const text = plain(await read('pdftotext', await renderDocument(snapshot), '-layout'))
    const rows = [...snapshot.lines, ...snapshot.shipping]
    const wanted = [snapshot.number, snapshot.order.number, ...rows.flatMap(({ name, sku }) => [name, sku])]
    const missing = wanted.filter((part) => part.split(' ').some((word) => !text.includes(plain(word))))
    expect(missing).toEqual([])
  })

  withPoppler('has embedded fonts, a title, a language and tags', async () => {
    const bytes = await renderDocument(snapshot)
    const fonts = (await read('pdffonts', bytes)).trim().split('\n').slice(2)
    expect(fonts.length).toBeGreaterThan(2)
    // The columns are: embedded, subset, Unicode map.
    expect(fonts.filter((line) => !/ yes +yes +yes +\d+ +\d+$/.test(line))).toEqual([])
    const info = await read('pdfinfo', bytes)
    expect(info).toMatch(new RegExp(`^Title: .*${snapshot.number}`, 'm'))
    expect(info).toMatch(/^Tagged: +yes$/m)
    expect(Buffer.from(bytes).toString('latin1')).toContain(`/Lang (${snapshot.language})`)
    const metadata = await read('pdfinfo', bytes, '-meta')
    for (const [name, value] of Object.entries({
      'pdfaid:part': '3',
      'pdfaid:conformance': 'A',
      'pdfuaid:part': '1',
    })) {
      expect(metadata).toContain(`<${name}>${value}</${name}>`)
    }
    const structure = await read('pdfinfo', bytes, '-struct-text')
    expect(structure.match(/H1 /g)).toHaveLength(1)
    expect(structure).toMatch(/TH:?\n\s+\/Scope \/Column/)
    expect(structure).toMatch(/TH:?\n\s+\/Scope \/Row/)
  })
})

withPoppler('carries sums forward from page to page and shows the totals once', async () => {
  const pages = (await read('pdftotext', await renderDocument(examples.createLongInvoice(40)), '-layout')).split('\f')
  expect(pages.filter((page) => page.trim() !== '')).toHaveLength(3)
  expect(pages[0]).toMatch(/Carried forward to page 2 +1,200\.00 +240\.00 +1,440\.00/)
  expect(pages[1]).toMatch(/Brought forward from page 1 +1,200\.00 +240\.00 +1,440\.00/)
  expect(pages[2]).toContain('Page 3 of 3')
  expect(pages.map((page) => page.includes('Total with VAT'))).toEqual([false, false, true, false])
})

withPoppler('attaches the electronic invoice of a seller in the EU', async () => {
  expect(await read('pdfdetach', await renderDocument(invoice), '-list')).toContain('factur-x.xml')
  expect(await read('pdfdetach', await renderDocument(americanInvoice), '-list')).toContain('0 embedded files')
})

test('draws the same snapshot as the same text after changes of the shop', async () => {
  const [first, second] = await Promise.all([renderDocument(invoice), renderDocument(structuredClone(invoice))])
  expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true)
})

test('never blocks the event loop for long while papers are drawn', async () => {
  await renderDocument(invoice)
  const loop = performance.eventLoopUtilization()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  await Promise.all([...Object.values(all), examples.createLongInvoice(100)].map(renderDocument))
  delay.disable()
  // Drawing the long invoice on this thread would take one turn of a second. Other programs of a busy machine delay single
  // turns, so nine of ten turns must take less than 50 ms, and every turn less than 500 ms.
  expect(delay.percentile(90) / 1e6).toBeLessThan(50)
  expect(delay.max / 1e6).toBeLessThan(500)
  expect(performance.eventLoopUtilization(loop).utilization).toBeLessThan(0.5)
})

withPoppler('draws an invoice with 500 rows before the time of a paper ends', async () => {
  const started = performance.now()
  const bytes = await renderDocument(examples.createLongInvoice(500))
  expect(performance.now() - started).toBeLessThan(20_000)
  const text = await read('pdftotext', bytes, '-layout')
  expect(text).toContain('Column Maxi Dress 500')
  expect(text.match(/Page \d+ of \d+/g)).toHaveLength(text.split('\f').length - 1)
})

describe('slips', () => {
  const { packingSlip, giftSlip, returnSlip } = examples

  withPoppler('of one parcel name every item, its place and the amount paid', async () => {
    const text = await read('pdftotext', await renderPackingSlips([packingSlip]), '-layout')
    for (const { sku, bin, name } of packingSlip.items)
      for (const part of [sku, bin, name]) expect(text).toContain(part)
    expect(text).toMatch(/Paid for items +217\.00/)
    expect(text).toContain('3 items, parcel 1 of 1')
    expect(text).toContain('Scan the code by 28 November 2026')
  })

  withPoppler('of a present show the message and no price anywhere', async () => {
    const text = await read('pdftotext', await renderPackingSlips([giftSlip]), '-layout')
    expect(text).toMatch(/A present for you[\s\S]*Happy birthday, Maren/)
    expect(text).not.toMatch(/Paid|EUR|\d\.\d\d/)
  })

  withPoppler('of many parcels begin on new pages and count their own pages', async () => {
    const [item] = packingSlip.items
    if (!item) throw new Error('The example has no item')
    const long = { ...packingSlip, items: Array.from({ length: 20 }, () => item) }
    const bytes = await renderPackingSlips([packingSlip, long, giftSlip])
    const pages = (await read('pdftotext', bytes, '-layout')).split('\f').slice(0, -1)
    expect(pages.map((page) => /Page \d of \d/.exec(page)?.[0])).toEqual([
      ...['Page 1 of 1', 'Page 1 of 2', 'Page 2 of 2', 'Page 1 of 1'],
    ])
    const info = await read('pdfinfo', bytes)
    expect(info).toMatch(/^Tagged: +yes$/m)
    expect(info).toMatch(/^Title: +Packing slips$/m)
  })

  withPoppler('of a return have one box for each condition of an item', async () => {
    const text = await read('pdftotext', await renderReturnSlip(returnSlip), '-layout')
    expect(text.match(/As sold +Worn +Damaged +Missing/g)).toHaveLength(2)
    for (const part of [returnSlip.number, returnSlip.order_number, returnSlip.from, '28 November 2026'])
      expect(text).toContain(part)
  })
})

describe('the queue', () => {
  const file = (code: string) => new Worker(code, { eval: true })
  const options = { maxWaiting: 1, timeoutMs: 10_000, idleMs: 1000 }
  const job = (snapshot: DocumentSnapshot) => ({ kind: 'document' as const, snapshot })

  test('refuses papers above its bound', async () => {
    const renderer = createRenderer({
      ...options,
      start: () => file("require('worker_threads').parentPort.on('message', () => {})"),
    })
    const drawing = renderer.render(job(invoice))
    const waiting = renderer.render(job(invoice))
    await expect(renderer.render(job(invoice))).rejects.toBeInstanceOf(RenderUnavailable)
    renderer.end()
    drawing.catch(() => {})
    waiting.catch(() => {})
  })

  test('ends a thread that takes too long and draws the next paper in a new one', async () => {
    let starts = 0
    const start = () => {
      starts++
      const endless = 'while (true) {}'
      const answer = 'port.postMessage({ id, bytes: new Uint8Array([1]) })'
      return file(
        `const port = require('worker_threads').parentPort; port.on('message', ({ id }) => { ${starts === 1 ? endless : answer} })`,
      )
    }
    const renderer = createRenderer({ ...options, timeoutMs: 300, start })
    const first = renderer.render(job(invoice))
    const second = renderer.render(job(invoice))
    await expect(first).rejects.toBeInstanceOf(RenderUnavailable)
    await expect(second).resolves.toEqual(new Uint8Array([1]))
    expect(starts).toBe(2)
    renderer.end()
  })

  test('reports an error of the thread', async () => {
    const start = () => file("require('worker_threads').parentPort.on('message', () => { throw new Error('broken') })")
    const renderer = createRenderer({ ...options, start })
    await expect(renderer.render(job(invoice))).rejects.toThrow('broken')
    renderer.end()
  })
})
