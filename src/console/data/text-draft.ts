import { isRecord, isText } from '#web/data/drafts.ts'
import { defineDraft } from '#web/data/use-draft.ts'

/** Defines drafts of forms with a single text. */
export function defineTextDraft(name: string) {
  return defineDraft<{ text: string }>(name, {
    parse: (kept) => (isRecord(kept) && isText(kept.text) ? { text: kept.text } : null),
    isEmpty: ({ text }) => text.trim() === '',
  })
}
