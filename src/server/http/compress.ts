import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

const compressible = /^(?:text\/(?!event-stream)|application\/(?:json|javascript|manifest)|image\/svg)/
/** 1,024 bytes: a smaller response fits into the packet with the headers, so compression saves nothing. */
const minCompressedBytes = 1024

type Bytes = Uint8Array<ArrayBuffer>
export type Encoding = 'zstd' | 'br' | 'gzip'
const quickestFirst: readonly Encoding[] = ['zstd', 'br', 'gzip']
export const smallestFirst: readonly Encoding[] = ['br', 'zstd', 'gzip']
type Headers = Record<string, string | string[]> & { 'content-type': string }

/** The level of each encoding. A higher level takes longer and produces fewer bytes. */
type Levels = Record<Encoding, number>

/**
 * The levels for most responses. On a connection of 10 Mbit/s, a higher level costs more time than its smaller output
 * saves.
 */
const usualLevels: Levels = { zstd: 3, br: 3, gzip: 6 }
/** The levels for the first page of a new connection, where fewer bytes can save a round trip. */
export const firstPageLevels: Levels = { zstd: 7, br: 5, gzip: 6 }
/** The levels for pages that are compressed once and sent often. */
const cachedPageLevels: Levels = { zstd: 12, br: 6, gzip: 9 }

const zstdAt = (level: number) => ({ params: { [constants.ZSTD_c_compressionLevel]: level } })
const brotliAt = (level: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: level } })

function compress(bytes: Uint8Array, encoding: Encoding, levels: Levels): Buffer<ArrayBuffer> {
  const level = levels[encoding]
  switch (encoding) {
    case 'zstd':
      return zstdCompressSync(bytes, zstdAt(level))
    case 'br':
      return brotliCompressSync(bytes, brotliAt(level))
    case 'gzip':
      return gzipSync(bytes, { level })
  }
}

/** Streams flush per chunk, so that a streamed response stays streamed. */
const inPieces = {
  zstd: () => createZstdCompress({ ...zstdAt(usualLevels.zstd), flush: constants.ZSTD_e_flush }),
  br: () => createBrotliCompress({ ...brotliAt(usualLevels.br), flush: constants.BROTLI_OPERATION_FLUSH }),
  gzip: () => createGzip({ level: usualLevels.gzip, flush: constants.Z_SYNC_FLUSH }),
}

/** Tests whether accept-encoding names the encoding without refusing it: `gzip;q=0` is a refusal. */
const accepts = (name: Encoding) => new RegExp(`(?:^|,)\\s*${name}\\s*(?:$|,|;(?!\\s*q=0(?:\\.0*)?\\s*(?:$|,)))`)
const accepting = { zstd: accepts('zstd'), br: accepts('br'), gzip: accepts('gzip') }

/** Returns the first encoding of `order` that the visitor accepts. Callers order the encodings by speed or by size. */
export function chooseEncoding(accepted: string, order: readonly Encoding[]): Encoding | null {
  return order.find((name) => accepting[name].test(accepted)) ?? null
}

/** Compresses a cached page. */
export function pack(bytes: Uint8Array, encoding: Encoding): Buffer<ArrayBuffer> {
  return compress(bytes, encoding, cachedPageLevels)
}

const unpackBrotli = promisify(brotliDecompress)
const packBrotli = promisify<Uint8Array, BrotliOptions, Buffer<ArrayBuffer>>(brotliCompress)

/** Compresses a page again with the highest Brotli level. The result is 10% smaller, for 0.1 s of work in the background. */
export async function recompress(packed: Uint8Array): Promise<Buffer<ArrayBuffer>> {
  return packBrotli(await unpackBrotli(packed), brotliAt(constants.BROTLI_MAX_QUALITY))
}

const hasContent = (status: number): status is ContentfulStatusCode =>
  status >= 200 && status < 600 && ![204, 205, 304].includes(status)

/** Narrows a status to one that Hono sends with a body. */
export function toContentStatus(status: number): ContentfulStatusCode {
  if (!hasContent(status)) throw new Error(`A response with status ${status} cannot have a body`)
  return status
}

/**
 * Sends a complete response with its length. Compresses the response if that is worthwhile and the visitor accepts an
 * encoding.
 */
export function answer(
  c: Context,
  body: string | Bytes,
  status: ContentfulStatusCode,
  headers: Headers,
  levels: Levels = usualLevels,
): Response {
  if (body.length < minCompressedBytes || !compressible.test(headers['content-type']))
    return c.body(body, status, headers)
  const encoding = chooseLevels(c, levels === firstPageLevels ? smallestFirst : quickestFirst)
  if (!encoding) return c.body(body, status, headers)
  const packed = compress(typeof body === 'string' ? Buffer.from(body) : body, encoding, levels)
  return c.body(packed, status, { ...headers, 'content-encoding': encoding, 'content-length': String(packed.length) })
}

export function answerJson(c: Context, value: unknown, status = 200): Response {
  return answer(c, JSON.stringify(value), toContentStatus(status), { 'content-type': 'application/json' })
}

export function answerHtml(c: Context, html: string, status: ContentfulStatusCode = 200): Response {
  return answer(c, html, status, { 'content-type': 'text/html; charset=UTF-8' })
}

/** Sends a page that may arrive in chunks. A page that is complete at once is sent as a whole, at the given levels. */
export async function answerPieces(
  c: Context,
  body: ReadableStream<Bytes>,
  status: ContentfulStatusCode,
  headers: Headers,
  levels?: Levels,
): Promise<Response> {
  if (c.req.method === 'HEAD') return c.body(body, status, headers)
  const reader = body.getReader()
  const pieces = collectChunks(reader)
  const first = await pieces.next()
  if (first.done) return c.body(null, status, headers)
  if (first.value.isLast) return answer(c, first.value.bytes, status, headers, levels)
  const encoding = chooseLevels(c, quickestFirst)
  const source = Readable.from(continueReading(first.value.bytes, pieces))
  const stop = () => {
    source.destroy()
    // The source may wait for a reader that is gone. A source that failed has already reported its error.
    reader.cancel().catch(() => undefined)
  }
  if (!encoding) {
    source.on('close', stop)
    return c.body(Readable.toWeb(source) as ReadableStream, status, headers)
  }
  const compressor = inPieces[encoding]()
  // A visitor who leaves also ends the source. Without a listener, the error would end the process.
  source.on('error', (error) => compressor.destroy(error))
  compressor.on('close', stop)
  compressor.on('error', () => undefined)
  const packed = Readable.toWeb(source.pipe(compressor)) as ReadableStream
  return c.body(packed, status, { ...headers, 'content-encoding': encoding })
}

function chooseLevels(c: Context, order: readonly Encoding[]): Encoding | null {
  c.header('vary', 'accept-encoding', { append: true })
  return chooseEncoding(c.req.header('accept-encoding') ?? '', order)
}

type Piece = { bytes: Bytes; isLast: boolean }

/**
 * Joins the chunks that are ready at the same time. React emits a dozen small chunks at once, and joined they need one
 * compression pass.
 */
async function* collectChunks(reader: ReadableStreamDefaultReader<Bytes>): AsyncGenerator<Piece, undefined> {
  let next = reader.read()
  for (;;) {
    const first = await next
    if (first.done) return
    const chunks = [first.value]
    let isLast = false
    for (;;) {
      next = reader.read()
      // The reader may fail while earlier chunks are sent. The next iteration throws this error.
      next.catch(() => undefined)
      const more = await Promise.race([next, setImmediate()])
      isLast = more?.done ?? false
      if (!more || more.done) break
      chunks.push(more.value)
    }
    yield { bytes: Buffer.concat(chunks), isLast }
    if (isLast) return
  }
}

async function* continueReading(first: Bytes, pieces: AsyncGenerator<Piece, undefined>): AsyncGenerator<Bytes> {
  yield first
  for await (const { bytes } of pieces) yield bytes
}
