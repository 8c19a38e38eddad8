import { brotliDecompressSync, constants, createBrotliDecompress } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import { compress } from './compress.ts'

/** Asks for a page that comes in pieces. */
async function askFor(source: UnderlyingDefaultSource<Uint8Array>) {
  const app = new Hono()
  app.use(compress())
  app.get('/', () => new Response(new ReadableStream(source), { headers: { 'content-type': 'text/html' } }))
  const response = await app.request('/', { headers: { 'accept-encoding': 'br' } })
  if (!response.body) throw new Error('There is no page')
  return { response, reader: response.body.getReader() }
}

const encode = (text: string) => new TextEncoder().encode(text)

test('what is ready together is sent together, and what comes later is not waited for', async () => {
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

test('a visitor who leaves in the middle ends the page, too', async () => {
  const leave = vi.fn()
  const { reader } = await askFor({ start: (page) => page.enqueue(encode('<p>one</p>')), cancel: leave })
  await reader.read()
  await reader.cancel()
  await vi.waitFor(() => expect(leave).toHaveBeenCalled())
})

test('a page that breaks in the middle breaks for its reader', async () => {
  const { reader } = await askFor({
    start(page) {
      page.enqueue(encode('<p>one</p>'))
    },
    pull() {
      throw new Error('broken')
    },
  })
  await expect(
    (async () => {
      for (;;) if ((await reader.read()).done) return
    })(),
  ).rejects.toThrow()
})

/** What a browser can show of a page that has only begun. */
async function startReading(bytes: Uint8Array | undefined): Promise<string> {
  const opened = createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
  opened.end(bytes)
  let text = ''
  for await (const part of opened) text += part
  return text
}
