import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useId, useRef, useState } from 'react'
import { msg } from '#contract/text/translate.ts'
import type { Order, OrderLine } from '#features/orders/orders.contract.ts'
import { Button, TextButton } from '#ui/buttons/button.tsx'
import { Chip, ChipGroup } from '#ui/buttons/chip.tsx'
import { Notice } from '#ui/content/notice.tsx'
import { focusFirstInvalid } from '#ui/fields/focus-first-invalid.ts'
import { FormProblem } from '#ui/fields/form-problem.tsx'
import { ImageUploader } from '#ui/fields/image-uploader.tsx'
import { StarRating } from '#ui/fields/star-rating.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { BottomBar, Section } from '#ui/layout/page.tsx'
import { useDraft, useDraftSaver } from '#web/data/use-draft.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { storeToast } from '#web/navigation/one-time-toast.ts'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { useSendWithPictures } from '#web/uploads/use-send-with-pictures.ts'
import { useUpload } from '#web/uploads/use-upload.ts'
import { type ReviewLabel, uploadReviewImage, writeReview } from '../reviews.contract.ts'
import { findReviewProblem, reviewImagesMax, reviewMaxLength, toRank } from '../reviews.rules.ts'
import { emptyDraft, type ReviewDraft, reviewDrafts } from './review-draft.ts'
import styles from './write-review.module.css'

type Props = { order: Order; line: OrderLine; labels: ReviewLabel[] }

/** Renders the form, filled with the shopper's draft. */
export function WriteReview(props: Props) {
  const draftId = `${props.order.id}:${props.line.sku_name}`
  const kept = useDraft(reviewDrafts, draftId)
  const [isFresh, setFresh] = useState(false)
  const draft = isFresh ? null : kept
  return (
    <ReviewForm
      key={`${draft ? 'kept' : 'fresh'} ${draftId}`}
      {...props}
      draftId={draftId}
      draft={draft ?? emptyDraft}
      isRestored={draft !== null}
      onDiscardDraft={() => {
        reviewDrafts.forget(draftId)
        setFresh(true)
      }}
    />
  )
}

type FormProps = Props & { draftId: string; draft: ReviewDraft; isRestored: boolean; onDiscardDraft: () => void }

/** Returns the form state. The review is stored as a draft and sent once its pictures are uploaded. */
function useReviewForm({ order, line, draftId, draft }: FormProps) {
  const router = useRouter()
  const goBack = useGoBack()
  const [stars, setStars] = useState(draft.stars)
  const [content, setContent] = useState(draft.content)
  const [labelIds, setLabelIds] = useState(draft.labelIds)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const email = router.options.context.session.email()
  const fields = { product_id: line.product_id, ...(email && { email }) }
  const upload = useUpload(uploadReviewImage, { fields, max: reviewImagesMax, kept: draft.images })
  const { submit, ...sent } = useSubmit(writeReview)
  const { isWaiting, sendWhenReady, pictureRefusal } = useSendWithPictures(upload, send)
  const forgetDraft = useDraftSaver(reviewDrafts, draftId, { stars, content, labelIds, images: upload.images })

  async function send() {
    const done = await submit({
      order_no: order.order_no,
      product_id: line.product_id,
      sku: line.sku_name,
      ...(email && { email }),
      content,
      rank: toRank(stars),
      image_ids: upload.images.map(({ id }) => id).join(','),
      label_ids: labelIds.join(','),
    })
    if (!done) return
    forgetDraft()
    storeToast(msg('Submitted successfully'))
    goBack()
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const found = findReviewProblem(content)
    setProblem(found)
    if (found) return focusFirstInvalid(form.current)
    sendWhenReady()
  }

  function typeContent(text: string) {
    setContent(text)
    setProblem(null)
  }

  return {
    ...{ form, stars, setStars, content, typeContent, labelIds, setLabelIds, upload, problem, handleSubmit },
    isBusy: sent.isBusy || isWaiting,
    refusal: pictureRefusal ?? sent.refusal,
    hasFailed: sent.hasFailed,
  }
}

function ReviewForm(props: FormProps) {
  const { labels, isRestored, onDiscardDraft } = props
  const t = useT()
  const { form, upload, problem, handleSubmit, ...review } = useReviewForm(props)
  return (
    <form ref={form} onSubmit={handleSubmit} noValidate>
      {isRestored && <RestoredDraftNotice onDiscardDraft={onDiscardDraft} />}
      <Section className={styles.rating}>
        <h2 className={styles.question}>{t('How is it?')}</h2>
        <StarRating value={review.stars} onChange={review.setStars} label={t('How is it?')} />
      </Section>
      <Section className={styles.fields}>
        <LabelChoice labels={labels} chosen={review.labelIds} onChange={review.setLabelIds} />
        <TextArea
          label={t('Your review')}
          placeholder={t('Specific description')}
          required
          maxLength={reviewMaxLength}
          rows={4}
          value={review.content}
          error={problem && t(problem)}
          onChange={(event) => review.typeContent(event.target.value)}
        />
        <ImageUploader
          label={t('Upload Pictures')}
          note={t('(Up to {count} Pics)', { count: reviewImagesMax })}
          max={reviewImagesMax}
          items={upload.items}
          onAdd={upload.add}
          onRetry={upload.retry}
          onRemove={upload.remove}
        />
      </Section>
      <BottomBar>
        <div className={styles.submit}>
          <FormProblem refusal={review.refusal} hasFailed={review.hasFailed} />
          <Button type="submit" block busy={review.isBusy}>
            {t('Submit')}
          </Button>
        </div>
      </BottomBar>
    </form>
  )
}

function RestoredDraftNotice({ onDiscardDraft }: { onDiscardDraft: () => void }) {
  const t = useT()
  return (
    <Section>
      <Notice>
        <span>{t('We saved your draft from last time.')} </span>
        <TextButton onClick={onDiscardDraft}>{t('Start over')}</TextButton>
      </Notice>
    </Section>
  )
}

type ChoiceProps = { labels: ReviewLabel[]; chosen: number[]; onChange: (chosen: number[]) => void }

/** Renders the two questions with their labels, which can all be combined. */
function LabelChoice({ labels, chosen, onChange }: ChoiceProps) {
  const t = useT()
  const id = useId()
  const fit = labels.filter(({ kind }) => kind === 'fit')
  const tags = labels.filter(({ kind }) => kind === 'tag')

  function choose(label: ReviewLabel, on: boolean) {
    const rest = chosen.filter((one) => one !== label.id)
    onChange(on ? [...rest, label.id] : rest)
  }

  const groups = [
    { key: 'fit', title: t('How does it fit?'), items: fit },
    { key: 'tags', title: t('What stands out?'), items: tags },
  ]
  return groups
    .filter(({ items }) => items.length > 0)
    .map(({ key, title, items }) => (
      <div key={key}>
        <h2 id={`${id}-${key}`} className={styles.label}>
          {title}
        </h2>
        <ChipGroup labelledBy={`${id}-${key}`}>
          {items.map((label) => (
            <Chip key={label.id} on={chosen.includes(label.id)} onChange={(on) => choose(label, on)}>
              {t(label.name)}
            </Chip>
          ))}
        </ChipGroup>
      </div>
    ))
}
