import { type FormEvent, useRef, useState } from 'react'
import { useT } from '#ui/i18n/use-t.ts'
import { useDraft } from '#web/data/use-draft.ts'
import { DescriptionStep, SubmitStep } from '../detail/return-steps.tsx'
import { RefundChoice } from './refund-choice.tsx'
import { RefundQuote } from './refund-quote.tsx'
import { refundStore } from './refund-store.ts'
import { returnDrafts } from './return-draft.ts'
import { ReturnLines } from './return-lines.tsx'
import { needsDescription } from './return-problems.ts'
import { useChosenLines } from './use-chosen-lines.ts'
import { type ReturnFormProps, useReturnForm } from './use-return-form.ts'
import { useReturnSheets } from './use-return-sheets.ts'

/** Shows the form, filled with the draft of an earlier visit. */
export function ReturnForm(props: Omit<ReturnFormProps, 'draft'>) {
  const kept = useDraft(returnDrafts, props.line.id)
  return <Form key={`${kept ? 'kept' : 'fresh'} ${props.line.id}`} {...props} draft={kept} />
}

function Form(props: ReturnFormProps) {
  const { line, reasons } = props
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const chosen = useChosenLines(props.order, line)
  const { lines, reasonsOf } = chosen
  const { upload, problems, quote, refundTo, isBusy, ...state } = useReturnForm({ ...props, chosen, form })
  const sheets = useReturnSheets()
  const [isOffering, setOffering] = useState(false)

  function pickReason(reasonIds: number[] | null) {
    const { picking } = sheets
    sheets.close()
    if (picking === null || reasonIds === null) return
    refundStore.chooseReason(picking, reasonIds)
    setOffering(picking === line.id)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    state.submit()
  }

  return (
    <form ref={form} noValidate onSubmit={submit}>
      <h2 className="visually-hidden">{t('Items to return')}</h2>
      <ReturnLines
        {...{ line, chosen, reasons, isOffering, form }}
        problems={problems.lines}
        errors={state.errors}
        onPick={sheets.openReasons}
        onAdd={sheets.openLines}
      />
      <DescriptionStep
        comment={state.comment}
        isRequired={needsDescription(lines, reasonsOf, reasons)}
        problem={problems.comment}
        upload={upload}
        onType={state.typeComment}
      />
      {quote && <RefundChoice quote={quote} value={refundTo} onChange={state.setRefundTo} />}
      {quote && (
        <RefundQuote
          quote={quote}
          isOutdated={state.isOutdated}
          isCredit={refundTo === 'credit'}
          names={new Map(lines.map(({ id, name }) => [id, name]))}
        />
      )}
      <SubmitStep {...state.problem} isBusy={isBusy} />
      {sheets.Part && (
        <sheets.Part
          reasons={reasons}
          others={chosen.others}
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
