import { useLayoutEffect, useState } from 'react'
import { isListOf, isNumber, isRecord, isText, keepDraft, readDraft } from '#web/drafts.ts'
import { isKeptImage, type KeptImage, withoutGoneImages } from '#web/kept-images.ts'
import { defaultStars } from '../reviews.rules.ts'

export type ReviewDraft = { stars: number; content: string; labelIds: number[]; images: KeptImage[] }

export const emptyDraft: ReviewDraft = { stars: defaultStars, content: '', labelIds: [], images: [] }

function nameDraft(orderId: string, sku: string): string {
  return `review:${orderId}:${sku}`
}

/** What was kept as a draft again, without the pictures that are gone by now; null for anything else. */
export function parseDraft(kept: unknown, now: number): ReviewDraft | null {
  return isDraft(kept) ? { ...kept, images: withoutGoneImages(kept.images, now) } : null
}

function isDraft(value: unknown): value is ReviewDraft {
  if (!isRecord(value) || !isNumber(value.stars) || value.stars < 0.5 || value.stars > 5) return false
  return isText(value.content) && isListOf(value.labelIds, isNumber) && isListOf(value.images, isKeptImage)
}

export function isEmptyDraft({ stars, content, labelIds, images }: ReviewDraft): boolean {
  return stars === defaultStars && content === '' && labelIds.length === 0 && images.length === 0
}

export function keepReviewDraft(orderId: string, sku: string, draft: ReviewDraft): void {
  keepDraft(nameDraft(orderId, sku), isEmptyDraft(draft) ? null : draft)
}

export function forgetReviewDraft(orderId: string, sku: string): void {
  keepDraft(nameDraft(orderId, sku), null)
}

/** The draft as it was when the form opened; the server and the first paint know none. */
export function useReviewDraft(orderId: string, sku: string): ReviewDraft | null {
  const [kept, setKept] = useState<ReviewDraft | null>(null)
  useLayoutEffect(() => setKept(parseDraft(readDraft(nameDraft(orderId, sku)), Date.now())), [orderId, sku])
  return kept
}
