import { isRecord, isText } from '#web/data/drafts.ts'
import { defineDraft } from '#web/data/use-draft.ts'

/** Drafts of tickets, by question type. */
export const ticketDrafts = defineDraft<{ order_no: string; message: string }>('ticket', {
  parse: (kept) => {
    if (!isRecord(kept) || !isText(kept.order_no) || !isText(kept.message)) return null
    return { order_no: kept.order_no, message: kept.message }
  },
  isEmpty: ({ message }) => message === '',
})
