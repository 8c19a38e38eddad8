import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
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
    const source = Readable.fromWeb(body as NodeReadableStream)
    // A visitor who leaves in the middle ends the source too; without a listener that would end the process.
    source.on('error', (error) => compressor.destroy(error))
    compressor.on('close', () => source.destroy())
    compressor.on('error', () => undefined)
    c.res = new Response(Readable.toWeb(source.pipe(compressor)) as ReadableStream, c.res)
    c.res.headers.delete('content-length')
    c.res.headers.set('content-encoding', encoding)
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
