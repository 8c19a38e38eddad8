import { useLayoutEffect, useState } from 'react'
import * as z from 'zod/mini'
import { defaultStars } from '../reviews.rules.ts'

const Draft = z.object({
  stars: z.number().check(z.gte(0.5), z.lte(5)),
  content: z.string(),
  labelIds: z.array(z.number()),
  images: z.array(z.object({ id: z.string(), url: z.string(), at: z.number() })),
})
export type ReviewDraft = z.output<typeof Draft>

export const emptyDraft: ReviewDraft = { stars: defaultStars, content: '', labelIds: [], images: [] }

// The shop forgets unused pictures after a day; an hour less, so that none goes while the shopper still types.
const imagesKeptMs = 23 * 60 * 60 * 1000

/** `draft:` is what signing out clears, so that nobody finds another one's words. */
function keyOf(orderId: string, sku: string): string {
  return `draft:review:${orderId}:${sku}`
}

/** A kept text as a draft again, without the pictures that are gone by now; null for anything else. */
export function parseDraft(kept: string | null, now: number): ReviewDraft | null {
  if (kept === null) return null
  try {
    const parsed = Draft.safeParse(JSON.parse(kept))
    if (!parsed.success) return null
    return { ...parsed.data, images: parsed.data.images.filter(({ at }) => now - at < imagesKeptMs) }
  } catch {
    return null
  }
}

export function isEmptyDraft({ stars, content, labelIds, images }: ReviewDraft): boolean {
  return stars === defaultStars && content === '' && labelIds.length === 0 && images.length === 0
}

/** Keeps what was written so far. Where the browser keeps nothing, the form works all the same. */
export function keepDraft(orderId: string, sku: string, draft: ReviewDraft): void {
  try {
    if (isEmptyDraft(draft)) localStorage.removeItem(keyOf(orderId, sku))
    else localStorage.setItem(keyOf(orderId, sku), JSON.stringify(draft))
  } catch {
    // Private windows and full disks refuse; leaving the page then loses the draft, nothing else.
  }
}

export function forgetDraft(orderId: string, sku: string): void {
  keepDraft(orderId, sku, emptyDraft)
}

/** The draft as it was when the form opened; the server and the first paint know none. */
export function useKeptDraft(orderId: string, sku: string): ReviewDraft | null {
  const [kept, setKept] = useState<ReviewDraft | null>(null)
  useLayoutEffect(() => setKept(readDraft(orderId, sku)), [orderId, sku])
  return kept
}

function readDraft(orderId: string, sku: string): ReviewDraft | null {
  try {
    return parseDraft(localStorage.getItem(keyOf(orderId, sku)), Date.now())
  } catch {
    return null
  }
}
