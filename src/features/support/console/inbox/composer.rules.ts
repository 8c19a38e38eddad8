import type { AnswerPicture } from '#features/support/inbox.staff.contract.ts'
import { isListOf, isRecord, isText } from '#web/data/drafts.ts'

/** Limit of an answer or a note in characters. */
export const maxAnswerLength = 2000
/** Length from which the composer shows the number of characters. */
export const countedFrom = maxAnswerLength * 0.8

export type AnswerDraft = { side: 'answer' | 'note'; body: string; pictures: AnswerPicture[] }

const isPicture = (one: unknown): one is AnswerPicture => isRecord(one) && isText(one.id) && isText(one.path)

/** Reads a stored draft. Returns null for anything else. */
export function readAnswerDraft(kept: unknown): AnswerDraft | null {
  if (!isRecord(kept) || !isText(kept.body) || (kept.side !== 'answer' && kept.side !== 'note')) return null
  return { side: kept.side, body: kept.body, pictures: isListOf(kept.pictures, isPicture) ? kept.pictures : [] }
}

export function isEmptyAnswer({ body, pictures }: AnswerDraft): boolean {
  return body.trim() === '' && pictures.length === 0
}

type Pressed = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }

/**
 * Returns whether a key sends the text. Enter alone sends an answer only in a chat, and only with a hardware keyboard.
 */
export function isSendingKey({ key, ctrlKey, metaKey, shiftKey }: Pressed, isChatWithKeyboard: boolean): boolean {
  if (key !== 'Enter') return false
  return ctrlKey || metaKey || (isChatWithKeyboard && !shiftKey)
}

/** Appends an address to a text, with a space before and after it. */
export function addAddress(body: string, address: string): string {
  return `${body}${body && !/\s$/.test(body) ? ' ' : ''}${address} `
}
