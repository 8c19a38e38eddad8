import { useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { AreaField } from '#console/ui/fields/field.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { isRecord, isText } from '#web/data/drafts.ts'
import { defineDraft, useDraft, useDraftSaver } from '#web/data/use-draft.ts'
import { answerReview, type StaffReview } from '../reviews.staff.contract.ts'
import styles from './reviews-page.module.css'

type Draft = { content: string }
const drafts = defineDraft<Draft>('staff_review_answer', {
  parse: (kept) => (isRecord(kept) && isText(kept.content) ? { content: kept.content } : null),
  isEmpty: ({ content }) => content.trim() === '',
})

type Props = { review: StaffReview; onClose: () => void; onChanged: (review: StaffReview) => void }

/** Renders the form for a public answer. Publishing again replaces the answer. */
export function AnswerForm(props: Props) {
  const kept = useDraft(drafts, props.review.id)
  return <Form key={kept ? 'kept' : 'new'} {...props} kept={kept} />
}

/** Manages the text of an answer and publishes the answer. An empty text removes the answer. */
function useAnswer({ review, onClose, onChanged, kept }: Props & { kept: Draft | null }) {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const before = review.answer?.content ?? ''
  const [content, setContent] = useState(kept?.content ?? before)
  const forget = useDraftSaver(drafts, review.id, { content })
  async function publish(words: string) {
    let changed: StaffReview | null = null
    const isDone = await run('answer', async () => {
      changed = (await call(answerReview, { id: review.id, content: words })).data
    })
    if (!isDone || !changed) return
    forget()
    onChanged(changed)
    onClose()
    showToast(words.trim() === '' ? 'Answer removed' : 'Published', { action: { label: 'Undo', run: undo } })
  }
  async function undo() {
    const { data } = await call(answerReview, { id: review.id, content: before })
    onChanged(data)
  }
  const isEmpty = content.trim() === ''
  return { before, content, setContent, isEmpty, publish, isBusy: busy === 'answer', problem }
}

function Form(props: Props & { kept: Draft | null }) {
  const { onClose } = props
  const { shop } = useConsole()
  const { before, content, setContent, isEmpty, publish, isBusy, problem } = useAnswer(props)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) publish(content)
      }}
    >
      <AreaField
        label="Public answer"
        hint={`Shown under the review as ${shop.name}`}
        value={content}
        onChange={setContent}
        maxLength={1000}
        rows={2}
        autoFocus
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          if (!isEmpty) publish(content)
        }}
      />
      <Refusal problem={problem} />
      <span className={styles.commands}>
        {before && (
          <Button size="small" tone="danger" onClick={() => publish('')}>
            Remove answer
          </Button>
        )}
        <Button size="small" tone="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button size="small" tone="primary" type="submit" isBusy={isBusy} disabled={isEmpty} hint="Ctrl ↵">
          Publish answer
        </Button>
      </span>
    </form>
  )
}
