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
/** A smaller answer fits into the packet that carries the headers: compressing it saves nothing. */
const worthItBytes = 1024

type Bytes = Uint8Array<ArrayBuffer>
export type Encoding = 'zstd' | 'br' | 'gzip'
const quickestFirst: readonly Encoding[] = ['zstd', 'br', 'gzip']
export const smallestFirst: readonly Encoding[] = ['br', 'zstd', 'gzip']
type Headers = Record<string, string | string[]> & { 'content-type': string }

// The levels that take less time here than their fewer bytes save on a line of 10 Mbit/s: see docs/decisions/0035.
const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }
// An answer is a few dozen kilobytes: in tables of this size zstd finds as much, and has a tenth of the memory to prepare.
const zstdOfWhole = {
  params: {
    ...zstd.params,
    [constants.ZSTD_c_windowLog]: 17,
    [constants.ZSTD_c_hashLog]: 13,
    [constants.ZSTD_c_chainLog]: 12,
  },
}
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }

type Packing = Record<Encoding, (bytes: Uint8Array) => Buffer<ArrayBuffer>>
const atOnce: Packing = {
  zstd: (bytes) => zstdCompressSync(bytes, zstdOfWhole),
  br: (bytes) => brotliCompressSync(bytes, brotli),
  gzip: (bytes) => gzipSync(bytes),
}

/** For a first page, on a line that has just been opened: what it takes longer here, it saves a round trip of. */
export const forFirst: Packing = {
  ...atOnce,
  zstd: (bytes) => zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 7 } }),
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
}

const forLong: Packing = {
  zstd: (bytes) => zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 12 } }),
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes) => gzipSync(bytes, { level: 9 }),
}

/** Flushed per chunk, so that what is streamed keeps streaming. */
const inPieces = {
  zstd: () => createZstdCompress({ ...zstd, flush: constants.ZSTD_e_flush }),
  br: () => createBrotliCompress({ ...brotli, flush: constants.BROTLI_OPERATION_FLUSH }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
}

/** Named and not refused: `gzip;q=0` is a no. */
const accepts = (name: Encoding) => new RegExp(`(?:^|,)\\s*${name}\\s*(?:$|,|;(?!\\s*q=0(?:\\.0*)?\\s*(?:$|,)))`)
const accepting = { zstd: accepts('zstd'), br: accepts('br'), gzip: accepts('gzip') }

/** What the visitor can unpack: what is packed quickest first, or what is smallest. */
export function chooseEncoding(accepted: string, order: readonly Encoding[]): Encoding | null {
  return order.find((name) => accepting[name].test(accepted)) ?? null
}

/** What is packed once and sent often may take its time. */
export function pack(bytes: Uint8Array, encoding: Encoding): Buffer<ArrayBuffer> {
  return forLong[encoding](bytes)
}

const unpackBrotli = promisify(brotliDecompress)
const packBrotli = promisify<Uint8Array, BrotliOptions, Buffer<ArrayBuffer>>(brotliCompress)

/** The same in as few bytes as can be: a tenth less for a tenth of a second, beside everything else that goes on. */
export async function packTighter(packed: Uint8Array): Promise<Buffer<ArrayBuffer>> {
  const bytes = await unpackBrotli(packed)
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_LGWIN } = constants
  // A window as large as a page: the usual one would be megabytes.
  const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_SIZE_HINT]: bytes.length, [BROTLI_PARAM_LGWIN]: 18 }
  return packBrotli(bytes, { params })
}

/** Room for some answers at a time: a visitor who takes theirs slowly holds all of it, so it is no larger. */
const roomBytes = 128 * 1024
// What `length` counts takes three bytes at most: reckoning how many it really takes would read every text twice.
const mostBytesOfUnit = 3
let room = Buffer.allocUnsafeSlow(roomBytes)
let taken = 0

/**
 * A text as it is sent. Node would copy a text once more, to put its headers before it, and ask the system for memory for every one of them.
 * Whatever has been handed out is never written to again: room that is full is left to those whose answers are in it.
 */
export function toBytes(text: string): Bytes {
  const most = text.length * mostBytesOfUnit
  if (most > roomBytes) return Buffer.from(text)
  if (most > roomBytes - taken) {
    room = Buffer.allocUnsafeSlow(roomBytes)
    taken = 0
  }
  const start = taken
  taken += room.write(text, start)
  return room.subarray(start, taken)
}

/** An answer that is whole: sent with its length, and compressed in one go if that is worth it and the visitor can unpack it. */
export function answer(
  c: Context,
  body: string | Bytes,
  status: ContentfulStatusCode,
  headers: Headers,
  packing: Packing = atOnce,
): Response {
  if (body.length < worthItBytes || !compressible.test(headers['content-type'])) return c.body(body, status, headers)
  const encoding = chooseFor(c, packing === forFirst ? smallestFirst : quickestFirst)
  const bytes = typeof body === 'string' ? toBytes(body) : body
  if (!encoding) return c.body(bytes, status, headers)
  const packed = packing[encoding](bytes)
  return c.body(packed, status, { ...headers, 'content-encoding': encoding, 'content-length': String(packed.length) })
}

export function answerJson(c: Context, value: object, status: ContentfulStatusCode = 200): Response {
  return answer(c, JSON.stringify(value), status, { 'content-type': 'application/json' })
}

export function answerHtml(c: Context, html: string, status: ContentfulStatusCode = 200): Response {
  return answer(c, html, status, { 'content-type': 'text/html; charset=UTF-8' })
}

/** A page that may come in pieces. One that is whole at once is answered as such. */
export async function answerPieces(
  c: Context,
  body: ReadableStream<Bytes>,
  status: ContentfulStatusCode,
  headers: Headers,
): Promise<Response> {
  if (c.req.method === 'HEAD') return c.body(body, status, headers)
  const reader = body.getReader()
  const pieces = gatherChunks(reader)
  const first = await pieces.next()
  if (first.done) return c.body(null, status, headers)
  if (first.value.isLast) return answer(c, first.value.bytes, status, headers)
  const encoding = chooseFor(c, quickestFirst)
  const source = Readable.from(readOn(first.value.bytes, pieces))
  const stop = () => {
    source.destroy()
    // The source may be waiting for a chunk that nobody reads any more. One that failed has reported it already.
    reader.cancel().catch(() => undefined)
  }
  if (!encoding) {
    source.on('close', stop)
    return c.body(Readable.toWeb(source) as ReadableStream, status, headers)
  }
  const compressor = inPieces[encoding]()
  // A visitor who leaves in the middle ends the source too; without a listener that would end the process.
  source.on('error', (error) => compressor.destroy(error))
  compressor.on('close', stop)
  compressor.on('error', () => undefined)
  const packed = Readable.toWeb(source.pipe(compressor)) as ReadableStream
  return c.body(packed, status, { ...headers, 'content-encoding': encoding })
}

function chooseFor(c: Context, order: readonly Encoding[]): Encoding | null {
  c.header('vary', 'accept-encoding', { append: true })
  return chooseEncoding(c.req.header('accept-encoding') ?? '', order)
}

type Piece = { bytes: Bytes; isLast: boolean }

/** React hands out what is ready in a dozen small pieces at once: compressed together they take one pass, not twelve. */
async function* gatherChunks(reader: ReadableStreamDefaultReader<Bytes>): AsyncGenerator<Piece, undefined> {
  let next = reader.read()
  for (;;) {
    const first = await next
    if (first.done) return
    const chunks = [first.value]
    let isLast = false
    for (;;) {
      next = reader.read()
      const more = await Promise.race([next, setImmediate()])
      isLast = more?.done ?? false
      if (!more || more.done) break
      chunks.push(more.value)
    }
    yield { bytes: Buffer.concat(chunks), isLast }
    if (isLast) return
  }
}

async function* readOn(first: Bytes, pieces: AsyncGenerator<Piece, undefined>): AsyncGenerator<Bytes> {
  yield first
  for await (const { bytes } of pieces) yield bytes
}
