import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { packTighter } from '#server/http/compress.ts'

/** A page that as many ask for is worth a tenth of a second of the processor. */
const worthItFrom = 3
/** One is packed at a time; what does not find room here is asked for again soon. */
const mostWaiting = 20
/** Packing rests nine times as long as it worked: after a change of all pages it takes a tenth of a core, not a whole one. */
const restFactor = 9
/** Of some 13 kB each. */
const mostKnown = 200

type Packed = { body: Buffer<ArrayBuffer>; etag: string }
export type TightPage = Packed & { asked: number; isTight: boolean; bodyHeaders: Record<string, string> }

/**
 * Pages that are asked for often are packed once more, as small as can be: those that then come in one round trip less are seen the sooner
 * for it. A page that is made anew and has not changed is not packed again.
 */
export function createTightPages(rest = (ms: number) => sleep(ms, undefined, { ref: false })) {
  const known = new Map<string, Packed>()
  const waiting = new Map<string, TightPage>()
  let isAtWork = false

  async function work() {
    isAtWork = true
    for (const [etag, page] of waiting) {
      const begun = performance.now()
      // One that cannot be packed again stays as it is.
      const body = await packTighter(page.body).catch(() => page.body)
      known.set(etag, { body, etag: tagOf(body) })
      const [oldest] = known.keys()
      if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
      takeKnown(page)
      waiting.delete(etag)
      await rest((performance.now() - begun) * restFactor)
    }
    isAtWork = false
  }

  /** Whoever is being sent the page has its bytes already. */
  function takeKnown(page: TightPage) {
    const tight = known.get(page.etag)
    if (!tight) return
    // The last in line is the last to go.
    known.delete(page.etag)
    known.set(page.etag, tight)
    const bodyHeaders = { ...page.bodyHeaders, 'content-length': String(tight.body.length) }
    Object.assign(page, tight, { isTight: true, bodyHeaders })
  }

  return {
    takeKnown,
    count: (page: TightPage) => {
      page.asked++
      if (page.asked < worthItFrom || page.isTight || page.bodyHeaders['content-encoding'] !== 'br') return
      if (waiting.size >= mostWaiting) return
      waiting.set(page.etag, page)
      if (!isAtWork) void work()
    },
  }
}

/** Of what is sent, so every packing has its own. */
export const tagOf = (body: Uint8Array): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
