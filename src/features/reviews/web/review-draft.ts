import { useLayoutEffect, useState } from 'react'
import {
  isKeptImage,
  isListOf,
  isNumber,
  isRecord,
  isText,
  type KeptImage,
  withoutGoneImages,
} from '#web/kept-images.ts'
import { defaultStars } from '../reviews.rules.ts'

export type ReviewDraft = { stars: number; content: string; labelIds: number[]; images: KeptImage[] }

export const emptyDraft: ReviewDraft = { stars: defaultStars, content: '', labelIds: [], images: [] }

/** `draft:` is what signing out clears, so that nobody finds another one's words. */
function keyOf(orderId: string, sku: string): string {
  return `draft:review:${orderId}:${sku}`
}

/** A kept text as a draft again, without the pictures that are gone by now; null for anything else. */
export function parseDraft(kept: string | null, now: number): ReviewDraft | null {
  if (kept === null) return null
  try {
    const draft: unknown = JSON.parse(kept)
    return isDraft(draft) ? { ...draft, images: withoutGoneImages(draft.images, now) } : null
  } catch {
    return null
  }
}

function isDraft(value: unknown): value is ReviewDraft {
  if (!isRecord(value) || !isNumber(value.stars) || value.stars < 0.5 || value.stars > 5) return false
  return isText(value.content) && isListOf(value.labelIds, isNumber) && isListOf(value.images, isKeptImage)
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
