import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import type { RefusalCode } from '#contract/calls/refusals.ts'
import { staffApiRoot } from '#contract/calls/staff-call.ts'
import type { Bounds } from './limits/bounds.ts'
import { refuse } from './refuse.ts'

type NodeBindings = { incoming?: IncomingMessage }

/**
 * Limits the body of every request, including routes that read no body. A body that declares a larger size is refused
 * at once. If a client keeps sending after the response, its connection is closed.
 */
export function boundBodies(bounds: Bounds): MiddlewareHandler {
  const largestForm = Math.max(
    bounds.bodyJson,
    bounds.bodyStaff,
    bounds.bodyEvent,
    bounds.bodyWebhook,
    bounds.bodyPicture,
  )
  const largestFile = Math.max(largestForm, bounds.importBytes, bounds.importZipBytes)
  return async (c, next) => {
    const largest = isUpload(c.req.method, c.req.path) ? largestFile : largestForm
    const isEndless = c.req.header('transfer-encoding') !== undefined
    const length = Number(c.req.header('content-length') ?? 0)
    const isReading = c.req.method === 'GET' || c.req.method === 'HEAD'
    if (length > largest || (isReading && (isEndless || length > 0))) {
      const { status, refusal } = refuse('too_large')
      const headers = { connection: 'close', 'cache-control': 'no-store' }
      const body = { status_code: status, message: refusal.message, reason: refusal.code }
      return c.json(body, 413, headers)
    }
    await next()
    const { incoming }: NodeBindings = c.env ?? {}
    if (isEndless && incoming && !incoming.complete) c.header('connection', 'close')
  }
}

/** Returns whether the request is a file upload by staff, which is streamed and may have any size. */
export function isUpload(method: string | undefined, path: string): boolean {
  return method === 'POST' && path.startsWith(`${staffApiRoot}/imports`)
}

/** Reads the whole body. Refuses it as soon as it exceeds the limit, so memory never holds more than the limit. */
export async function readBounded(
  request: Request,
  limit: number,
  code: RefusalCode = 'too_large',
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw refuse(code)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > limit) throw refuse(code)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

type JsonBounds = Pick<Bounds, 'bodyNesting' | 'bodyValues'>

const quote = 0x22
const backslash = 0x5c

/**
 * Returns whether JSON nests deeper, or has more keys and values, than the bounds allow. The check runs before the
 * parser. A short text of brackets or commas would make the parser and the schema block all other requests.
 */
function isTooComplex(json: string, { bodyNesting, bodyValues }: JsonBounds): boolean {
  let open = 0
  let values = 0
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === quote) at = findTextEnd(json, at)
    // [ and {
    else if (code === 0x5b || code === 0x7b) {
      if (++open > bodyNesting || ++values > bodyValues) return true
    }
    // ] and }
    else if (code === 0x5d || code === 0x7d) open--
    // Another value or key follows a comma or a colon.
    else if (code === 0x2c || code === 0x3a) {
      if (++values > bodyValues) return true
    }
  }
  return false
}

function findTextEnd(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === backslash) at++
    else if (code === quote) return at
  }
  return json.length
}

const loneSurrogate = /\\u[dD][89a-fA-F]/
/** Replaces broken surrogates. A form that cuts a text at its limit can halve an emoji, and PostgreSQL cannot store the half. */
export const replaceLoneSurrogates = (_: string, value: unknown) =>
  typeof value === 'string' ? value.toWellFormed() : value

/** Parses the JSON of a body. Throws `malformed` for broken JSON and for JSON that is too complex. */
export function parseJson(bytes: Uint8Array, bounds: JsonBounds): unknown {
  const text = new TextDecoder().decode(bytes)
  if (isTooComplex(text, bounds)) throw refuse('malformed')
  try {
    return JSON.parse(text, loneSurrogate.test(text) ? replaceLoneSurrogates : undefined)
  } catch {
    throw refuse('malformed')
  }
}

/**
 * Returns whether a text contains U+0000. PostgreSQL cannot store this character and honest input never contains it, so
 * the input is refused before the write fails.
 */
export function containsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(containsNul)
  for (const [name, one] of Object.entries(value)) if (name.includes('\0') || containsNul(one)) return true
  return false
}
