import { useLayoutEffect, useState } from 'react'
import { isListOf, isRecord, isText, keepDraft, readDraft } from '#web/drafts.ts'
import { dateImages, isKeptImage, type KeptImage, withoutGoneImages } from '#web/kept-images.ts'
import type { UploadedImage } from '../returns.contract.ts'

/** What a shopper typed and sent along so far; lines and reasons live in the `refund` slice. */
export type ReturnDraft = { comment: string; images: KeptImage[] }

export const emptyDraft: ReturnDraft = { comment: '', images: [] }

function readReturnDraft(lineId: string): ReturnDraft | null {
  const kept = readDraft(`return:${lineId}`)
  if (!isRecord(kept) || !isText(kept.comment) || !isListOf(kept.images, isKeptImage)) return null
  return { comment: kept.comment, images: withoutGoneImages(kept.images, Date.now()) }
}

export function keepReturnDraft(lineId: string, comment: string, images: UploadedImage[]): void {
  const isEmpty = comment === '' && images.length === 0
  const before = readReturnDraft(lineId)?.images ?? []
  keepDraft(`return:${lineId}`, isEmpty ? null : { comment, images: dateImages(images, before) })
}

/** The draft as it was when the form opened, or undefined until the browser has been asked. */
export function useReturnDraft(lineId: string): ReturnDraft | null | undefined {
  const [kept, setKept] = useState<ReturnDraft | null>()
  useLayoutEffect(() => setKept(readReturnDraft(lineId)), [lineId])
  return kept
}
