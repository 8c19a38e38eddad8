import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, constants, createBrotliDecompress, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import { answer, answerJson, answerPieces } from './compress.ts'

const html = { 'content-type': 'text/html' }

/** Requests a streamed page. */
async function askFor(source: UnderlyingDefaultSource<Uint8Array<ArrayBuffer>>) {
  const app = new Hono()
  app.get('/', (c) => answerPieces(c, new ReadableStream(source), 200, html))
  app.onError((error, c) => c.text(error.message, 500))
  const response = await app.request('/', { headers: { 'accept-encoding': 'br' } })
  if (!response.body) throw new Error('There is no page')
  return { response, reader: response.body.getReader() }
}

/** Requests a response that is complete at once. */
async function askForText(text: string, accepted: string, contentType = 'application/json') {
  const app = new Hono()
  app.get('/', (c) => answer(c, text, 200, { 'content-type': contentType }))
  const response = await app.request('/', { headers: { 'accept-encoding': accepted } })
  return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}

const long = JSON.stringify({ words: 'harbor '.repeat(500) })
const unpack = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }

test.each([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['gzip, br;q=0', 'gzip'],
  ['zstd; q=0.0 ,br ;q=0,gzip;q=0.5', 'gzip'],
  ['xzstd, brotli,gzip', 'gzip'],
] as const)('answers accept-encoding %s with %s and a content-length', async (accepted, encoding) => {
  const { headers, bytes } = await askForText(long, accepted)
  expect(headers.get('content-encoding')).toBe(encoding)
  expect(headers.get('content-length')).toBe(String(bytes.length))
  expect(headers.get('vary')).toBe('accept-encoding')
  expect(unpack[encoding](bytes).toString()).toBe(long)
})

test.each([
  ['less than a kilobyte', '{"ok":true}', 'br', 'application/json'],
  ['for a client that accepts no encoding', long, 'identity', 'application/json'],
  ['a picture', long, 'br', 'image/webp'],
])('does not compress a response that is %s', async (_, text, accepted, contentType) => {
  const { headers, bytes } = await askForText(text, accepted, contentType)
  expect(headers.get('content-encoding')).toBeNull()
  expect(Buffer.from(bytes).toString()).toBe(text)
})

test.each([
  ['short', '{"ok":true}'],
  ['long', long],
  ['long, with letters of several bytes', JSON.stringify({ words: '’ä𝄞'.repeat(500) })],
])('sends a content-length with an uncompressed response that is %s', async (_, text) => {
  const app = new Hono()
  app.get('/', (c) => answer(c, text, 200, { 'content-type': 'application/json' }))
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false })).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'accept-encoding': 'identity' } })
  expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
  expect(response.headers.get('transfer-encoding')).toBeNull()
  expect(await response.text()).toBe(text)
  server.close()
})

test('sends JSON with its content type', async () => {
  const app = new Hono()
  app.get('/', (c) => answerJson(c, { ok: true }, 409))
  const response = await app.request('/')
  expect([response.status, response.headers.get('content-type')]).toEqual([409, 'application/json'])
  expect(await response.json()).toEqual({ ok: true })
})

test('sends a content-length with a page that is complete at once', async () => {
  const { response } = await askFor({
    start(page) {
      for (const piece of ['<p>one</p>', 'two '.repeat(500)]) page.enqueue(encode(piece))
      page.close()
    },
  })
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0)
})

const encode = (text: string) => new TextEncoder().encode(text)

test('flushes rendered chunks without waiting for pending ones', async () => {
  const later = Promise.withResolvers<void>()
  const { response, reader } = await askFor({
    async start(page) {
      for (const piece of ['<p>one', ' two', ' three</p>']) page.enqueue(encode(piece))
      await later.promise
      page.enqueue(encode('<p>four</p>'))
      page.close()
    },
  })
  expect(response.headers.get('content-encoding')).toBe('br')
  const first = await reader.read()
  expect(await startReading(first.value)).toBe('<p>one two three</p>')
  later.resolve()
  const parts = [first.value ?? encode('')]
  for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(next.value)
  expect(brotliDecompressSync(Buffer.concat(parts)).toString()).toBe('<p>one two three</p><p>four</p>')
})

test('cancels the page when the visitor leaves', async () => {
  const leave = vi.fn()
  const { reader } = await askFor({ start: (page) => page.enqueue(encode('<p>one</p>')), cancel: leave })
  await reader.read()
  await reader.cancel()
  await vi.waitFor(() => expect(leave).toHaveBeenCalled())
})

test('aborts the response when the page fails halfway', async () => {
  const begun = Promise.withResolvers<void>()
  const { reader } = await askFor({
    start: (page) => page.enqueue(encode('<p>one</p>')),
    async pull() {
      await begun.promise
      throw new Error('broken')
    },
  })
  begun.resolve()
  await expect(
    (async () => {
      for (;;) if ((await reader.read()).done) return
    })(),
  ).rejects.toThrow()
})

test('responds with an error when the page fails before its first byte', async () => {
  const { response } = await askFor({
    start: (page) => page.enqueue(encode('<p>one</p>')),
    pull() {
      throw new Error('broken')
    },
  })
  expect(response.status).toBe(500)
})

/** Returns the part of a page that a browser can show before the page is complete. */
async function startReading(bytes: Uint8Array | undefined): Promise<string> {
  const opened = createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
  opened.end(bytes)
  let text = ''
  for await (const part of opened) text += part
  return text
}
