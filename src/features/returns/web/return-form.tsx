import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { imageMegabytes } from '#contract/image-limits.ts'
import { showPrice } from '#contract/money.ts'
import { showOption } from '#features/catalogue/catalogue.rules.ts'
import type { Order, OrderLine } from '#features/orders/orders.contract.ts'
import { sendEvent } from '#web/events.ts'
import { useT } from '#web/i18n/use-t.ts'
import { Price } from '#web/parts/price.tsx'
import { ProductImage } from '#web/parts/product-image.tsx'
import { ProductLine } from '#web/parts/product-line.tsx'
import { Button, TextButton } from '#web/ui/button.tsx'
import { FormProblem } from '#web/ui/form-problem.tsx'
import { ImageUploader } from '#web/ui/image-uploader.tsx'
import { BottomBar, Section } from '#web/ui/page.tsx'
import { PickerField } from '#web/ui/picker-field.tsx'
import { ButtonRow, Rows } from '#web/ui/rows.tsx'
import { showProblem } from '#web/ui/show-problem.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { useDebounced } from '#web/use-debounced.ts'
import { useDraft, useDraftKeeper } from '#web/use-draft.ts'
import { useLatePart } from '#web/use-late-part.ts'
import { useSendWithPictures } from '#web/use-send-with-pictures.ts'
import { useSubmit } from '#web/use-submit.ts'
import { useUpload } from '#web/use-upload.ts'
import { type ReturnQuote, type ReturnReason, requestReturn, uploadReturnImage } from '../returns.contract.ts'
import { returnLink } from '../returns.links.ts'
import { commentMaxLength, imagesMax } from '../returns.rules.ts'
import { RefundQuote, useQuote } from './refund-quote.tsx'
import { refundStore } from './refund-store.ts'
import { type ReturnDraft, returnDrafts } from './return-draft.ts'
import styles from './return-form.module.css'
import { findProblems, nameReason, needsDescription, type Problems, readLineRefusals } from './return-problems.ts'
import { useChosenLines } from './use-chosen-lines.ts'

type Props = { order: Order; line: OrderLine; reasons: ReturnReason[]; quote: ReturnQuote | null }

const submitDebounceMs = 200
const loadSheets = async () => (await import('./return-sheets.tsx')).ReturnSheets

/** The form, filled with what the shopper had put in before leaving it. */
export function ReturnForm(props: Props) {
  const kept = useDraft(returnDrafts, props.line.id)
  return <Form key={`${kept ? 'kept' : 'fresh'} ${props.line.id}`} {...props} draft={kept} />
}

function Form({ order, line, reasons, quote: firstQuote, draft }: Props & { draft: ReturnDraft | null }) {
  const t = useT()
  const router = useRouter()
  const { lines, others, reasonsOf } = useChosenLines(order, line)
  const [comment, setComment] = useState(draft?.comment ?? '')
  const [picking, setPicking] = useState<string | null>(null)
  const [isAdding, setAdding] = useState(false)
  const [problems, setProblems] = useState<Problems>({ lines: {}, comment: null })
  const form = useRef<HTMLFormElement>(null)
  const upload = useUpload(uploadReturnImage, { max: imagesMax, kept: draft?.images ?? [] })
  const { submit, ...sent } = useSubmit(requestReturn)
  const { quote, isOld } = useQuote(
    firstQuote,
    lines.map(({ id }) => id),
  )
  const { isWaiting, sendWhenReady, pictureRefusal } = useSendWithPictures(upload, send)
  const adding = useRef<HTMLButtonElement>(null)
  const { Part: Sheets, fetchPart } = useLatePart(loadSheets)
  const [isOffering, setOffering] = useState(false)
  const isDescriptionNeeded = needsDescription(lines, reasonsOf, reasons)
  const forgetDraft = useDraftKeeper(returnDrafts, line.id, { comment, images: upload.images })

  async function send() {
    const email = router.options.context.session.email()
    const products = lines.map(({ id }) => ({ subOrderId: id, reason_ids: reasonsOf(id) }))
    const done = await submit({
      order_no: order.order_no,
      ...(email && { email }),
      comment,
      image_ids: upload.images.map(({ id }) => id),
      order_products: products,
      order_product_ids: products.map(({ subOrderId }) => subOrderId),
      after_sale_reason_ids: [...new Set(products.flatMap(({ reason_ids }) => reason_ids))],
    })
    sendEvent('return_submit', { is_success: done ? 1 : 0, order_no: order.order_no, items: lines.length })
    if (!done) return
    forgetDraft()
    refundStore.forget()
    await router.navigate({ href: returnLink(done.answer.id), replace: true })
  }

  function leaveOut(id: string) {
    refundStore.changeFinalSelectedIds(lines.slice(1).flatMap((one) => (one.id === id ? [] : one.id)))
    // Its button is gone, so the focus moves to where it can be added again.
    adding.current?.focus()
  }

  function pickReason(reasonIds: number[] | null) {
    setPicking(null)
    if (picking === null || reasonIds === null) return
    refundStore.chooseReason(picking, reasonIds)
    setOffering(picking === line.id)
    setProblems((now) => ({ ...now, lines: { ...now.lines, [picking]: undefined } }))
  }

  /** On a slow connection the sheet opens as soon as its code is there. */
  async function openSheet(open: () => void) {
    open()
    if (Sheets || (await fetchPart())) return
    setPicking(null)
    setAdding(false)
    showToast(t('This did not go through. Please try again.'), { icon: 'alert' })
  }

  const isSameReason = (one: OrderLine) => String(reasonsOf(one.id)) === String(reasonsOf(line.id))

  const trySubmit = useDebounced(() => {
    const found = findProblems(lines, reasonsOf, reasons, comment)
    setProblems(found)
    if (found.comment || Object.keys(found.lines).length > 0) return showProblem(form.current)
    sendWhenReady()
  }, submitDebounceMs)

  const refused = readLineRefusals(sent.refusal?.errors, lines)
  const toError = (message: string | undefined) => (message ? { error: t(message), 'data-invalid': true } : {})
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!sent.isBusy && !isWaiting) trySubmit()
      }}
    >
      <h2 className="visually-hidden">{t('Items to return')}</h2>
      {lines.map((one) => (
        <Section key={one.id}>
          <ReturnedLine line={one} />
          <PickerField
            className={styles.reason}
            label={t('Return Reason')}
            placeholder={t('Please select')}
            required
            value={nameReason(reasonsOf(one.id), reasons)
              .map((name) => t(name))
              .join(' / ')}
            {...toError(problems.lines[one.id] ?? refused[one.id])}
            onClick={() => void openSheet(() => setPicking(one.id))}
          />
          {one.id === line.id ? (
            <div aria-live="polite">
              {isOffering && !lines.every(isSameReason) && (
                <TextButton
                  className={styles.offer}
                  onClick={() => {
                    refundStore.spreadReason()
                    form.current?.querySelector<HTMLElement>('[aria-haspopup=dialog]')?.focus()
                  }}
                >
                  {t('Use this reason for the other items too')}
                </TextButton>
              )}
            </div>
          ) : (
            <TextButton className={styles.offer} onClick={() => leaveOut(one.id)}>
              <span>{t('Remove')}</span> <span className="visually-hidden">{one.name}</span>
            </TextButton>
          )}
        </Section>
      ))}
      {others.length > 0 && (
        <Section flush>
          <Rows>
            <ButtonRow
              label={t('Select products with the same return reason')}
              ref={adding}
              aria-haspopup="dialog"
              onClick={() => void openSheet(() => setAdding(true))}
            />
          </Rows>
        </Section>
      )}
      <Section className={styles.fields}>
        <TextArea
          label={t('Problem Description')}
          required={isDescriptionNeeded}
          hint={isDescriptionNeeded && t('Please tell us in your own words what is wrong.')}
          maxLength={commentMaxLength}
          rows={4}
          value={comment}
          error={problems.comment && t(problems.comment)}
          onChange={(event) => {
            setComment(event.target.value)
            setProblems((now) => ({ ...now, comment: null }))
          }}
        />
        <ImageUploader
          label={t('Upload Pictures')}
          note={t('(Up to {count} Pics)', { count: imagesMax })}
          hint={t('PNG or JPG, each under {megabytes} MB', { megabytes: imageMegabytes })}
          max={imagesMax}
          items={upload.items}
          onAdd={upload.add}
          onRetry={upload.retry}
          onRemove={upload.remove}
        />
      </Section>
      {quote && <RefundQuote quote={quote} isOld={isOld} names={new Map(lines.map(({ id, name }) => [id, name]))} />}
      <BottomBar>
        <div className={styles.submit}>
          <FormProblem refusal={pictureRefusal ?? sent.refusal} hasFailed={sent.hasFailed} />
          <Button type="submit" block busy={sent.isBusy || isWaiting}>
            {t('Submit')}
          </Button>
        </div>
      </BottomBar>
      {Sheets && (
        <Sheets
          reasons={reasons}
          others={others}
          picking={picking}
          chosen={picking === null ? [] : reasonsOf(picking)}
          onPicked={pickReason}
          isAdding={isAdding}
          onAdded={() => setAdding(false)}
        />
      )}
    </form>
  )
}

function ReturnedLine({ line }: { line: OrderLine }) {
  return (
    <ProductLine
      image={<ProductImage src={line.image} alt="" size="line" eager />}
      name={<span>{line.name}</span>}
      options={line.options.map(showOption).join(' / ')}
      price={<Price>{showPrice(line.real_price)}</Price>}
    />
  )
}
