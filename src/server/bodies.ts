import type { IncomingMessage } from 'node:http'
import type { Context, MiddlewareHandler, Next } from 'hono'
import type { RefusalCode } from '#contract/refusals.ts'
import { staffApiRoot } from '#contract/staff-call.ts'
import type { Bounds } from './bounds.ts'
import { refuse } from './refuse.ts'

type NodeBindings = { incoming?: IncomingMessage }

/**
 * For every route, also those that read no body: a body that is declared too large is refused at once, and the
 * connection of whoever goes on sending after the answer is closed.
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
  // Not `async`: most requests have no body, and every promise on their way is paid for by all of them.
  return (c, next) => {
    const largest = isUpload(c.req.method, c.req.path) ? largestFile : largestForm
    const isEndless = c.req.header('transfer-encoding') !== undefined
    const length = Number(c.req.header('content-length') ?? 0)
    const isReading = c.req.method === 'GET' || c.req.method === 'HEAD'
    if (length > largest || (isReading && (isEndless || length > 0))) {
      const { status, refusal } = refuse('too_large')
      const headers = { connection: 'close', 'cache-control': 'no-store' }
      const body = { status_code: status, message: refusal.message, reason: refusal.code }
      return Promise.resolve(c.json(body, 413, headers))
    }
    return isEndless ? endUnread(c, next) : next()
  }
}

async function endUnread(c: Context, next: Next): Promise<void> {
  await next()
  const { incoming } = (c.env ?? {}) as NodeBindings
  if (incoming && !incoming.complete) c.header('connection', 'close')
}

/** A file of any size that staff bring, read as it comes. */
export function isUpload(method: string | undefined, path: string): boolean {
  return method === 'POST' && path.startsWith(`${staffApiRoot}/imports`)
}

/** The whole body, or a refusal as soon as it is known to be larger: never more than the limit is kept. */
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
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** Whether JSON nests deeper than this, before it is parsed: whatever walks it afterwards goes as deep. */
export function isNestedDeeper(json: string, depth: number): boolean {
  let open = 0
  let isInText = false
  for (let at = 0; at < json.length; at++) {
    const one = json[at]
    if (isInText) {
      if (one === '\\') at++
      else if (one === '"') isInText = false
    } else if (one === '"') isInText = true
    else if (one === '{' || one === '[') {
      if (++open > depth) return true
    } else if (one === '}' || one === ']') open--
  }
  return false
}

/** Whether a form has more parts than this; each costs more than its bytes. */
export function hasMoreParts(form: Uint8Array<ArrayBuffer>, contentType: string, most: number): boolean {
  const mark = `--${/boundary="?([^";]+)/i.exec(contentType)?.[1] ?? ''}`
  const bytes = Buffer.from(form.buffer, form.byteOffset, form.length)
  let marks = 0
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) {
    // There is one boundary more than parts: the last one ends the form.
    if (++marks > most + 1) return true
  }
  return false
}
