import { BookmarkPlus, FileText, Link2, Send } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Segmented } from '#console/ui/buttons/segmented.tsx'
import { SplitButton } from '#console/ui/buttons/split-button.tsx'
import { Key } from '#console/ui/content/key.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import { joinClasses } from '#ui/content/join-classes.ts'
import { useDraft } from '#web/data/use-draft.ts'
import { SaveTemplateDialog } from '../parts/save-template-dialog.tsx'
import styles from './composer.module.css'
import { type AnswerDraft, countedFrom, maxAnswerLength } from './composer.rules.ts'
import { answerDrafts, type ComposerProps, type Composing, useComposer } from './use-composer.ts'

/** Edits the next answer or note. The browser stores the text as a draft. */
export function Composer(props: ComposerProps) {
  const kept = useDraft(answerDrafts, props.about)
  return <Form key={kept ? 'kept' : 'new'} {...props} kept={kept} />
}

function Form(props: ComposerProps & { kept: AnswerDraft | null }) {
  const { mayAnswer, hint, language, order } = props
  const composing = useComposer(props)
  const { side, setSide, isAnswer, isTicket, pictures } = composing
  const [isSaving, setSaving] = useState(false)
  return (
    <>
      <form
        className={joinClasses(styles.composer, isAnswer && !isTicket && styles.chat)}
        onSubmit={(event) => {
          event.preventDefault()
          composing.sendWithDefault()
        }}
      >
        <div className={joinClasses(styles.row, styles.ways)}>
          {mayAnswer && <Segmented label="Message type" value={side} onChange={setSide} parts={sides} />}
          {isAnswer && <InsertBar composing={composing} hasOrder={order !== null} onSave={() => setSaving(true)} />}
        </div>
        <TextBox composing={composing} />
        {isAnswer && pictures.list}
        {isAnswer && pictures.problem}
        <Refusal problem={composing.problem} />
        <div className={joinClasses(styles.row, styles.sending)}>
          {isAnswer && pictures.button}
          <span className={styles.hint}>{formatAudience(composing, hint)}</span>
          <span className={styles.end}>
            <Length of={composing.body} />
            <SendButton composing={composing} />
          </span>
        </div>
      </form>
      {isSaving && (
        <SaveTemplateDialog
          area="inbox"
          language={language ?? 'en'}
          body={composing.body}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  )
}

const noteName = (
  <>
    Note <Key>M</Key>
  </>
)
const sides = [
  { value: 'answer' as const, name: 'Reply' },
  { value: 'note' as const, name: noteName },
]

function formatAudience({ isAnswer, isTicket }: Composing, hint: string): string {
  if (!isAnswer) return 'Only staff see this note'
  return isTicket ? hint : `${hint} · / for templates, # for an order or a product`
}

type InsertBarProps = { composing: Composing; hasOrder: boolean; onSave: () => void }

/** Inserts templates into an answer, and saves the answer as a template. */
function InsertBar({ composing: { isEmpty, offerTemplates, insertOrder }, hasOrder, onSave }: InsertBarProps) {
  const { scopes } = useMe()
  return (
    <span className={styles.inserts}>
      <Button size="small" tone="quiet" icon={FileText} onClick={offerTemplates} hint="/">
        Templates
      </Button>
      {allowsScope(scopes, 'inbox:write') && (
        <Button
          size="small"
          tone="quiet"
          icon={BookmarkPlus}
          aria-label="Save as template"
          title="Save as template"
          disabled={isEmpty}
          onClick={onSave}
        />
      )}
      {hasOrder && (
        <Button size="small" tone="quiet" icon={Link2} onClick={insertOrder}>
          Insert order link
        </Button>
      )}
    </span>
  )
}

function TextBox({ composing: { isAnswer, body, box, suggestionList, type, press } }: { composing: Composing }) {
  return (
    <div className={styles.box}>
      {suggestionList.list}
      <textarea
        ref={box}
        className={joinClasses(styles.text, !isAnswer && styles.note)}
        value={body}
        maxLength={maxAnswerLength}
        rows={3}
        dir="auto"
        aria-label={isAnswer ? 'Reply' : 'Note for staff'}
        {...suggestionList.says}
        onChange={(event) => type(event.target.value, event.target.selectionStart)}
        onBlur={suggestionList.stop}
        onKeyDown={press}
      />
    </div>
  )
}

function Length({ of }: { of: string }) {
  if (of.length <= countedFrom) return null
  return (
    <span className={styles.hint} role="status">
      {of.length} of {maxAnswerLength}
    </span>
  )
}

function SendButton({ composing }: { composing: Composing }) {
  const { isAnswer, isTicket, isNarrow, isBusy, isEmpty, send } = composing
  if (isAnswer && isTicket) {
    return (
      <SplitButton
        label="Send and close"
        hint="Ctrl ↵"
        isBusy={isBusy}
        disabled={isEmpty}
        menuLabel="More ways to send"
        items={[{ name: 'Send, and leave it open', icon: Send, run: () => send(false) }]}
      />
    )
  }
  return (
    <Button
      type="submit"
      tone="primary"
      icon={isNarrow ? Send : undefined}
      isBusy={isBusy}
      disabled={isEmpty}
      hint={isAnswer ? '↵' : 'Ctrl ↵'}
    >
      <span className={styles.label}>{isAnswer ? 'Send' : 'Save note'}</span>
    </Button>
  )
}
