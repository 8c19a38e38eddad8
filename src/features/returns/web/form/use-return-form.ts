import { type RefObject, useState } from 'react'
import type { Order, OrderLine } from '#features/orders/orders.contract.ts'
import type { ReturnQuote, ReturnReason } from '#features/returns/returns.contract.ts'
import { imagesMax } from '#features/returns/returns.rules.ts'
import { focusFirstInvalid } from '#ui/fields/focus-first-invalid.ts'
import { useDebounced } from '#web/data/use-debounced.ts'
import { useDraftSaver } from '#web/data/use-draft.ts'
import { useUpload } from '#web/uploads/use-upload.ts'
import { useReturnCalls } from '../return-calls.ts'
import type { RefundTo } from './refund-choice.tsx'
import { useQuote } from './refund-quote.tsx'
import { type ReturnDraft, returnDrafts } from './return-draft.ts'
import { findProblems, type Problems } from './return-problems.ts'
import type { useChosenLines } from './use-chosen-lines.ts'
import { useSendReturn } from './use-send-return.ts'

const submitDebounceMs = 200

export type ReturnFormProps = {
  order: Order
  line: OrderLine
  reasons: ReturnReason[]
  quote: ReturnQuote | null
  draft: ReturnDraft | null
}
type ReturnFormInput = ReturnFormProps & {
  chosen: ReturnType<typeof useChosenLines>
  form: RefObject<HTMLFormElement | null>
}

/** Manages the parts of the form below the lines, with their problems: the description, the pictures and the refund. */
export function useReturnForm({ order, line, reasons, quote: firstQuote, draft, chosen, form }: ReturnFormInput) {
  const returnCalls = useReturnCalls()
  const { lines, shown, reasonsOf } = chosen
  const [comment, setComment] = useState(draft?.comment ?? '')
  const [problems, setProblems] = useState<Problems>({ lines: {}, comment: null })
  const upload = useUpload(returnCalls.uploadReturnImage, { max: imagesMax, kept: draft?.images ?? [] })
  const ids = lines.map(({ id }) => id)
  const { quote, isOutdated } = useQuote(firstQuote, ids)
  const [chosenRefundTo, setRefundTo] = useState<RefundTo>('payment')
  const refundTo = quote?.as_credit ? chosenRefundTo : 'payment'
  const forgetDraft = useDraftSaver(returnDrafts, line.id, { comment, images: upload.images })
  const { sendWhenReady, isBusy, errors, ...problem } = useSendReturn({
    order,
    products: ids.map((id) => ({ subOrderId: id, reason_ids: reasonsOf(id) })),
    comment,
    refundTo,
    upload,
    onSent: forgetDraft,
  })

  const trySubmit = useDebounced(() => {
    const found = findProblems(shown, reasonsOf, reasons, comment)
    setProblems(found)
    if (found.comment || Object.keys(found.lines).length > 0) return focusFirstInvalid(form.current)
    sendWhenReady()
  }, submitDebounceMs)

  function typeComment(text: string) {
    setComment(text)
    setProblems((now) => ({ ...now, comment: null }))
  }

  return {
    comment,
    typeComment,
    upload,
    problems,
    quote,
    isOutdated,
    refundTo,
    setRefundTo,
    submit: () => {
      if (!isBusy) trySubmit()
    },
    isBusy,
    errors,
    /** Problem with the request as a whole. */
    problem,
  }
}
