import { MIMEType } from 'node:util'
import type { Context } from 'hono'
import { createEventLoopYielder } from '../jobs/yield-to-event-loop.ts'
import { readBounded } from './bodies.ts'
import type { Bounds } from './limits/bounds.ts'
import { refuse } from './refuse.ts'

/** 2 kB: the header of a part contains a field name and a file name. */
const maxHeadBytes = 2048
/** 70: the limit of RFC 2046. */
const maxBoundaryLength = 70
/** 256 kB: even the slowest search through one slice takes a few milliseconds. */
const sliceBytes = 262_144
const headEnd = '\r\n\r\n'

/**
 * Reads the fields and files of a form. The platform's parser blocks the event loop for up to a second on a form of 6
 * MB with many parts or long headers. This parser limits the number of parts and the size of headers, and yields to
 * other requests.
 */
export async function readForm(c: Context, bounds: Bounds): Promise<Record<string, unknown>> {
  const boundary = readBoundary(c.req.header('content-type') ?? '')
  if (!boundary) throw refuse('malformed')
  const { buffer, byteOffset, length } = await readBounded(c.req.raw, bounds.bodyPicture, 'image_too_big')
  const form = Buffer.from(buffer, byteOffset, length)
  const parts = await findParts(form, `--${boundary}`, bounds.bodyParts)
  const fields: Record<string, unknown> = Object.create(null)
  for (const part of parts) {
    const [name, value] = readPart(part)
    fields[name] = value
  }
  return { ...fields }
}

function readBoundary(contentType: string): string | null {
  try {
    const { essence, params } = new MIMEType(contentType)
    const boundary = essence === 'multipart/form-data' ? params.get('boundary') : null
    return boundary && boundary.length <= maxBoundaryLength ? boundary : null
  } catch {
    return null
  }
}

/**
 * Returns the bytes between the boundaries. Throws `malformed` for a form with too many parts, or without a boundary at
 * its start and end.
 */
async function findParts(form: Buffer, mark: string, max: number): Promise<Buffer[]> {
  if (!form.subarray(0, mark.length).equals(Buffer.from(mark))) throw refuse('malformed')
  const yieldToEventLoop = createEventLoopYielder()
  const line = `\r\n${mark}`
  const parts: Buffer[] = []
  let start = mark.length
  for (let from = start; from < form.length; from += sliceBytes) {
    await yieldToEventLoop()
    // A boundary can span two slices.
    const slice = form.subarray(0, from + sliceBytes + line.length)
    for (let at = slice.indexOf(line, Math.max(from, start)); at >= 0; at = slice.indexOf(line, start)) {
      if (parts.push(form.subarray(start, at)) > max) throw refuse('malformed')
      start = at + line.length
    }
  }
  const isEnded = form.toString('latin1', start, start + 2) === '--'
  if (!isEnded) throw refuse('malformed')
  return parts
}

function readPart(part: Buffer): [name: string, value: string | File] {
  const end = part.subarray(0, maxHeadBytes).indexOf(headEnd)
  if (end < 0) throw refuse('malformed')
  const head = part.toString('utf8', 0, end)
  const [, disposition = ''] = /^content-disposition:([^\r\n]*)/im.exec(head) ?? []
  const [, name] = /[;\s]name="([^"]*)"/i.exec(disposition) ?? []
  if (name === undefined) throw refuse('malformed')
  const content = part.subarray(end + headEnd.length)
  const [, fileName] = /[;\s]filename="([^"]*)"/i.exec(disposition) ?? []
  if (fileName === undefined) return [name, content.toString('utf8')]
  const [, type = ''] = /^content-type:[ \t]*([^\r\n]*)/im.exec(head) ?? []
  // A copy, so that one file does not keep the bytes of the whole form in memory.
  return [name, new File([new Uint8Array(content)], fileName, { type })]
}
