import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { recompress } from '#server/http/compress.ts'

/** 3 requests: from then on, a page is worth a tenth of a second of CPU time. */
const minRequests = 3
/** 20 waiting pages. One page is compressed at a time. A rejected page is requested again soon. */
const maxWaiting = 20
/**
 * 9: the length of the pause after each page, as a multiple of its compression time. After a change of all pages, the
 * compression then uses a tenth of a core.
 */
const restFactor = 9
/** 200 pages of about 13 kB each. */
const maxKnown = 200

type Packed = { body: Buffer<ArrayBuffer>; etag: string }
export type PrecompressedPage = Packed & {
  requestCount: number
  isPrecompressed: boolean
  bodyHeaders: Record<string, string>
}

/**
 * Compresses frequently requested pages again with the strongest level. A page that then needs one round trip less is
 * visible sooner. A page that was rendered again without a change is not compressed again.
 */
export function createPrecompressedPages(rest = (ms: number) => sleep(ms, undefined, { ref: false })) {
  const known = new Map<string, Packed>()
  const waiting = new Map<string, PrecompressedPage>()
  let isAtWork = false

  async function work() {
    isAtWork = true
    for (const [etag, page] of waiting) {
      const begun = performance.now()
      // A page that cannot be compressed again stays as it is.
      const body = await recompress(page.body).catch(() => page.body)
      known.set(etag, { body, etag: tagOf(body) })
      const [oldest] = known.keys()
      if (known.size > maxKnown && oldest !== undefined) known.delete(oldest)
      applyKnown(page)
      waiting.delete(etag)
      await rest((performance.now() - begun) * restFactor)
    }
    isAtWork = false
  }

  /** Replaces the body with a known smaller body. Responses in progress keep their bytes. */
  function applyKnown(page: PrecompressedPage) {
    const precompressed = known.get(page.etag)
    if (!precompressed) return
    // A map iterates in insertion order, so a used page is inserted again and evicted last.
    known.delete(page.etag)
    known.set(page.etag, precompressed)
    const bodyHeaders = { ...page.bodyHeaders, 'content-length': String(precompressed.body.length) }
    Object.assign(page, precompressed, { isPrecompressed: true, bodyHeaders })
  }

  return {
    applyKnown,
    count: (page: PrecompressedPage) => {
      page.requestCount++
      if (page.requestCount < minRequests || page.isPrecompressed || page.bodyHeaders['content-encoding'] !== 'br')
        return
      if (waiting.size >= maxWaiting) return
      waiting.set(page.etag, page)
      if (!isAtWork) void work()
    },
  }
}

/** Returns the tag of the sent bytes, so each encoding has its own tag. */
export const tagOf = (body: Uint8Array): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
