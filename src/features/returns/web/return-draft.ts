import { useLayoutEffect, useState } from 'react'
import { isKeptImage, isListOf, isRecord, isText, type KeptImage, withoutGoneImages } from '#web/kept-images.ts'
import type { UploadedImage } from '../returns.contract.ts'

/** What a shopper typed and sent along so far; pieces and reasons live in the `refund` slice. */
export type ReturnDraft = { comment: string; images: KeptImage[] }

export const emptyDraft: ReturnDraft = { comment: '', images: [] }

/** Signing out clears what begins with `draft:`, so that nobody finds another one's words. */
function keyOf(lineId: string): string {
  return `draft:return:${lineId}`
}

export function parseDraft(kept: string | null, now: number): ReturnDraft | null {
  if (kept === null) return null
  try {
    const draft: unknown = JSON.parse(kept)
    if (!isRecord(draft) || !isText(draft.comment) || !isListOf(draft.images, isKeptImage)) return null
    return { comment: draft.comment, images: withoutGoneImages(draft.images, now) }
  } catch {
    return null
  }
}

/** Pictures keep the moment they were first seen: that is when their day began. */
export function keepDraft(lineId: string, comment: string, images: UploadedImage[]): void {
  try {
    if (comment === '' && images.length === 0) {
      localStorage.removeItem(keyOf(lineId))
      return
    }
    const before = parseDraft(localStorage.getItem(keyOf(lineId)), Date.now())?.images ?? []
    const dated = images.map(({ id, url }) => {
      const at = before.find((one) => one.id === id)?.at ?? Date.now()
      return { id, url, at }
    })
    localStorage.setItem(keyOf(lineId), JSON.stringify({ comment, images: dated }))
  } catch {
    // Private windows and full disks refuse; leaving the page then loses the draft, nothing else.
  }
}

/** The draft as it was when the form opened, or undefined until the browser has been asked. */
export function useKeptDraft(lineId: string): ReturnDraft | null | undefined {
  const [kept, setKept] = useState<ReturnDraft | null>()
  useLayoutEffect(() => setKept(readDraft(lineId)), [lineId])
  return kept
}

function readDraft(lineId: string): ReturnDraft | null {
  try {
    return parseDraft(localStorage.getItem(keyOf(lineId)), Date.now())
  } catch {
    return null
  }
}
