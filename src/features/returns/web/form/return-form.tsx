import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import type { Order, OrderLine } from '#features/orders/orders.contract.ts'
import type { ReturnQuote, ReturnReason } from '#features/returns/returns.contract.ts'
import { imagesMax, isReasonChosen } from '#features/returns/returns.rules.ts'
import { showProblem } from '#ui/fields/show-problem.ts'
import { useT } from '#ui/i18n/use-t.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { sendEvent } from '#web/data/events.ts'
import { useDebounced } from '#web/data/use-debounced.ts'
import { useDraft, useDraftKeeper } from '#web/data/use-draft.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { useLatePart } from '#web/navigation/use-late-part.ts'
import { useSendWithPictures } from '#web/uploads/use-send-with-pictures.ts'
import { useUpload } from '#web/uploads/use-upload.ts'
import {
  DescriptionStep,
  HowMany,
  LeaveOut,
  MoreStep,
  ReasonStep,
  SpreadOffer,
  SubmitStep,
} from '../detail/return-steps.tsx'
import { useReturnDesk } from '../return-desk.ts'
import { RefundChoice, type RefundTo } from './refund-choice.tsx'
import { RefundQuote, useQuote } from './refund-quote.tsx'
import { refundStore } from './refund-store.ts'
import { type ReturnDraft, returnDrafts } from './return-draft.ts'
import { findProblems, nameReason, needsDescription, type Problems, readLineRefusals } from './return-problems.ts'
import { useChosenLines } from './use-chosen-lines.ts'

type Props = { order: Order; line: OrderLine; reasons: ReturnReason[]; quote: ReturnQuote | null }

const submitDebounceMs = 200

/** The form, filled with what the shopper had put in before leaving it. */
export function ReturnForm(props: Props) {
  const kept = useDraft(returnDrafts, props.line.id)
  return <Form key={`${kept ? 'kept' : 'fresh'} ${props.line.id}`} {...props} draft={kept} />
}

type FormProps = Props & { draft: ReturnDraft | null }

function Form({ order, line, reasons, quote: firstQuote, draft }: FormProps) {
  const t = useT()
  const desk = useReturnDesk()
  const { lines, others, alike, chooseAlike, shownIdOf, reasonsOf } = useChosenLines(order, line)
  const [comment, setComment] = useState(draft?.comment ?? '')
  const [problems, setProblems] = useState<Problems>({ lines: {}, comment: null })
  const form = useRef<HTMLFormElement>(null)
  const adding = useRef<HTMLButtonElement>(null)
  const upload = useUpload(desk.uploadReturnImage, { max: imagesMax, kept: draft?.images ?? [] })
  const ids = lines.map(({ id }) => id)
  // Items of the same kind are asked for by their number, below the first of them.
  const shown = lines.filter((one) => !alike.includes(one))
  const { quote, isOld } = useQuote(firstQuote, ids)
  const [wanted, setRefundTo] = useState<RefundTo>('payment')
  const refundTo = quote?.as_credit ? wanted : 'payment'
  const forgetDraft = useDraftKeeper(returnDrafts, line.id, { comment, images: upload.images })
  const { sendWhenReady, isBusy, errors, ...problem } = useSendReturn({
    order,
    products: ids.map((id) => ({ subOrderId: id, reason_ids: reasonsOf(id) })),
    comment,
    refundTo,
    upload,
    onSent: forgetDraft,
  })
  const sheets = useReturnSheets()
  const [isOffering, setOffering] = useState(false)

  function leaveOut(id: string) {
    refundStore.changeFinalSelectedIds(ids.filter((one) => one !== line.id && one !== id))
    // Its button is gone, so the focus moves to where it can be added again.
    adding.current?.focus()
  }

  function pickReason(reasonIds: number[] | null) {
    const { picking } = sheets
    sheets.close()
    if (picking === null || reasonIds === null) return
    refundStore.chooseReason(picking, reasonIds)
    setOffering(picking === line.id)
  }

  const trySubmit = useDebounced(() => {
    const found = findProblems(shown, reasonsOf, reasons, comment)
    setProblems(found)
    if (found.comment || Object.keys(found.lines).length > 0) return showProblem(form.current)
    sendWhenReady()
  }, submitDebounceMs)

  const refused = readLineRefusals(errors, lines, shownIdOf)
  // A reason may also have been copied from another item: what is chosen by now is no problem any more.
  const problemOf = (id: string) =>
    (isReasonChosen(reasonsOf(id), reasons) ? undefined : problems.lines[id]) ?? refused[id]
  const hasOtherReasons = !ids.every((id) => String(reasonsOf(id)) === String(reasonsOf(line.id)))
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!isBusy) trySubmit()
      }}
    >
      <h2 className="visually-hidden">{t('Items to return')}</h2>
      {shown.map((one) => (
        <ReasonStep
          key={one.id}
          line={one}
          reason={nameReason(reasonsOf(one.id), reasons)}
          problem={problemOf(one.id)}
          onPick={() => sheets.openReasons(one.id)}
        >
          {one.id === line.id ? (
            <>
              {alike.length > 0 && (
                <HowMany
                  value={1 + alike.filter(({ id }) => ids.includes(id)).length}
                  most={1 + alike.length}
                  onChange={chooseAlike}
                />
              )}
              <SpreadOffer isOpen={isOffering && hasOtherReasons} onSpread={refundStore.spreadReason} form={form} />
            </>
          ) : (
            <LeaveOut name={one.name} onLeaveOut={() => leaveOut(one.id)} />
          )}
        </ReasonStep>
      ))}
      {others.length > 0 && <MoreStep ref={adding} onAdd={sheets.openLines} />}
      <DescriptionStep
        comment={comment}
        isRequired={needsDescription(lines, reasonsOf, reasons)}
        problem={problems.comment}
        upload={upload}
        onType={(text) => {
          setComment(text)
          setProblems((now) => ({ ...now, comment: null }))
        }}
      />
      {quote && <RefundChoice quote={quote} value={refundTo} onChange={setRefundTo} />}
      {quote && (
        <RefundQuote
          quote={quote}
          isOld={isOld}
          isCredit={refundTo === 'credit'}
          names={new Map(lines.map(({ id, name }) => [id, name]))}
        />
      )}
      <SubmitStep {...problem} isBusy={isBusy} />
      {sheets.Part && (
        <sheets.Part
          reasons={reasons}
          others={others}
          picking={sheets.picking}
          chosen={sheets.picking === null ? [] : reasonsOf(sheets.picking)}
          onPicked={pickReason}
          isAdding={sheets.isAdding}
          onAdded={sheets.close}
        />
      )}
    </form>
  )
}

type Sending = {
  order: Order
  products: { subOrderId: string; reason_ids: number[] }[]
  comment: string
  refundTo: RefundTo
  upload: ReturnType<typeof useUpload>
  onSent: () => void
}

/** Sends the request once its pictures have arrived; what was kept of it is then forgotten, and the return is shown. */
function useSendReturn({ order, products, comment, refundTo, upload, onSent }: Sending) {
  const router = useRouter()
  const desk = useReturnDesk()
  const { submit, ...sent } = useSubmit(desk.requestReturn)
  const { isWaiting, sendWhenReady, pictureRefusal } = useSendWithPictures(upload, send)

  async function send() {
    const done = await submit({
      order_no: order.order_no,
      ...desk.nameEmail(router.options.context.session),
      comment,
      image_ids: upload.images.map(({ id }) => id),
      order_products: products,
      order_product_ids: products.map(({ subOrderId }) => subOrderId),
      after_sale_reason_ids: [...new Set(products.flatMap(({ reason_ids }) => reason_ids))],
      ...(refundTo === 'credit' && { refund_to: refundTo }),
    })
    sendEvent('return_submit', { is_success: done ? 1 : 0, order_no: order.order_no, items: products.length })
    if (!done) return
    onSent()
    refundStore.forget()
    await router.navigate({ href: desk.returnLink(done.answer.id), replace: true })
  }

  return {
    sendWhenReady,
    isBusy: sent.isBusy || isWaiting,
    errors: sent.refusal?.errors,
    refusal: pictureRefusal ?? sent.refusal,
    hasFailed: sent.hasFailed,
  }
}

const loadSheets = async () => (await import('../return-sheets.tsx')).ReturnSheets

/** What lies over the form: the reasons of one line, or the lines that can be added. */
function useReturnSheets() {
  const t = useT()
  const { Part, fetchPart } = useLatePart(loadSheets)
  const [picking, setPicking] = useState<string | null>(null)
  const [isAdding, setAdding] = useState(false)

  function close() {
    setPicking(null)
    setAdding(false)
  }

  /** On a slow connection the sheet opens as soon as its code is there. */
  async function fetchSheets() {
    if (Part || (await fetchPart())) return
    close()
    showToast(t('This did not go through. Please try again.'), { icon: 'alert' })
  }

  return {
    Part,
    picking,
    isAdding,
    close,
    openReasons: (lineId: string) => {
      setPicking(lineId)
      void fetchSheets()
    },
    openLines: () => {
      setAdding(true)
      void fetchSheets()
    },
  }
}
