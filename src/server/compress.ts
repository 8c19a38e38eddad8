import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'

const compressible = /^(?:text\/(?!event-stream)|application\/(?:json|javascript|manifest)|image\/svg)/
const worthItBytes = 1024

/** Brotli or gzip for what the server makes on the fly, flushed per chunk so that streamed HTML keeps streaming. */
export function compress(): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const { headers, body } = c.res
    if (!body || c.req.method === 'HEAD' || headers.has('content-encoding')) return
    if (!compressible.test(headers.get('content-type') ?? '')) return
    headers.append('vary', 'accept-encoding')
    const length = headers.get('content-length')
    if (length && Number(length) < worthItBytes) return
    const encoding = chooseEncoding(c.req.header('accept-encoding') ?? '')
    if (!encoding) return
    const compressor =
      encoding === 'br'
        ? createBrotliCompress({
            flush: constants.BROTLI_OPERATION_FLUSH,
            params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
          })
        : createGzip({ flush: constants.Z_SYNC_FLUSH })
    const reader = body.getReader()
    const source = Readable.from(gatherChunks(reader))
    // A visitor who leaves in the middle ends the source too; without a listener that would end the process.
    source.on('error', (error) => compressor.destroy(error))
    compressor.on('close', () => {
      source.destroy()
      // It may be waiting for a piece that nobody wants any more. A source that failed has told so already.
      reader.cancel().catch(() => undefined)
    })
    compressor.on('error', () => undefined)
    c.res = new Response(Readable.toWeb(source.pipe(compressor)) as ReadableStream, c.res)
    c.res.headers.delete('content-length')
    c.res.headers.set('content-encoding', encoding)
  }
}

/** React hands out what is ready in a dozen small pieces at once: compressed together they take one pass, not twelve. */
async function* gatherChunks(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array> {
  let next = reader.read()
  for (;;) {
    const first = await next
    if (first.done) return
    const chunks = [first.value]
    for (;;) {
      next = reader.read()
      const more = await Promise.race([next, setImmediate()])
      if (!more || more.done) break
      chunks.push(more.value)
    }
    yield Buffer.concat(chunks)
  }
}

export function chooseEncoding(accepted: string): 'br' | 'gzip' | null {
  const names = accepted
    .split(',')
    .filter((one) => !/;\s*q=0(?:\.0*)?\s*$/.test(one))
    .map((one) => one.split(';')[0]?.trim())
  if (names.includes('br')) return 'br'
  return names.includes('gzip') ? 'gzip' : null
}
