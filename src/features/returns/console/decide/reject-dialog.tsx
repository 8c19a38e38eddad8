import { Languages } from 'lucide-react'
import { useState } from 'react'
import { defineTextDraft } from '#console/data/text-draft.ts'
import { useMe } from '#console/shell/console-context.ts'
import { Note, Refusal } from '#console/ui/content/note.tsx'
import { Thumb } from '#console/ui/content/thumbs.tsx'
import { AreaField } from '#console/ui/fields/field.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { Dialog } from '#console/ui/overlays/dialog.tsx'
import { DialogButtons } from '#console/ui/overlays/dialog-buttons.tsx'
import type { StaffReturn } from '#features/returns/returns.staff.contract.ts'
import { SaveTemplateDialog } from '#features/support/console/parts/save-template-dialog.tsx'
import { TemplateList } from '#features/support/console/parts/template-list.tsx'
import { useDraft, useDraftSaver } from '#web/data/use-draft.ts'
import { countItems } from '../parts/return-badges.rules.ts'
import styles from './reject-dialog.module.css'

const longest = 500

const drafts = defineTextDraft('staff_reject')

type Props = {
  returnRequest: StaffReturn
  shopper: string
  items: StaffReturn['items']
  text: string
  /** Returns true if the dialog can close. */
  onReject: (text: string, template: string | undefined) => Promise<boolean> | boolean
  onClose: () => void
  isBusy: boolean
  problem: string | null
  /** Text that tells when the shopper is informed. */
  says: string
}

/** Asks for the text of a rejection, which the shopper will read. This browser stores the text as a draft until it is sent. */
export function RejectDialog(props: Props) {
  const about = draftOf(props)
  const kept = useDraft(drafts, about)
  return <RejectForm key={kept ? 'kept' : 'new'} {...props} kept={props.text || (kept?.text ?? '')} />
}

const draftOf = ({ returnRequest, items }: Props) => [returnRequest.number, ...items.map(({ id }) => id)].join('/')

function RejectForm(props: Props & { kept: string }) {
  const { returnRequest, items, kept, onReject, onClose, isBusy, says } = props
  const me = useMe()
  const [text, setText] = useState(kept)
  const forget = useDraftSaver(drafts, draftOf(props), { text })
  const [chosen, setChosen] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [saved, setSaved] = useState(0)
  const isEmpty = text.trim() === ''
  async function submit() {
    setTried(true)
    if (isEmpty || isBusy) return
    if (!(await onReject(text, chosen ?? undefined))) return
    forget()
    onClose()
  }
  const name = `Reject ${countItems(items.length)}`
  const language = returnRequest.language?.code ?? null
  return (
    <>
      <Dialog
        isOpen
        onClose={onClose}
        size="table"
        title={
          returnRequest.items.length > items.length
            ? `Reject ${items.length} of ${countItems(returnRequest.items.length)}`
            : name
        }
        onSubmit={submit}
        says={`${me.name}. ${says}`}
        footer={(close) => (
          <DialogButtons close={close} cancel="Back" isBusy={isBusy} hint="Ctrl ↵">
            {name}
          </DialogButtons>
        )}
      >
        <div className={styles.columns}>
          <TemplateList
            {...{ area: 'returns', language, chosen, saved }}
            onSave={isEmpty ? undefined : () => setSaving(true)}
            onChoose={({ id, body }) => {
              setChosen(id)
              setText(body.slice(0, longest))
            }}
          />
          <Words
            {...props}
            text={text}
            onChange={setText}
            error={isTried && isEmpty ? 'Please enter a reason' : null}
          />
        </div>
      </Dialog>
      {isSaving && (
        <SaveTemplateDialog
          area="returns"
          language={language ?? 'en'}
          body={text}
          onSaved={() => setSaved(saved + 1)}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  )
}

type WordsProps = Pick<Props, 'returnRequest' | 'shopper' | 'items' | 'problem' | 'text'> & {
  onChange: (text: string) => void
  error: string | null
}

/** Shows the items to reject, and edits the text that the shopper will read. */
function Words({ returnRequest: { language }, shopper, items, problem, text, onChange, error }: WordsProps) {
  return (
    <div className={styles.form}>
      {items.map((item) => (
        <div key={item.id} className={styles.item}>
          <Thumb src={item.image} />
          <b>{item.name}</b>
          <span className={styles.quiet}>{item.options.map(({ value }) => value).join(' / ')}</span>
          <span className={styles.paid}>
            <Money of={item.refund} />
          </span>
        </div>
      ))}
      <AreaField
        label={`What ${shopper} will read`}
        value={text}
        onChange={onChange}
        rows={6}
        maxLength={longest}
        required
        lang={language?.code}
        error={error}
      />
      {language && (
        <p className={styles.language}>
          <Languages size={16} strokeWidth={1.75} aria-hidden /> {shopper} uses the shop in {language.name}
        </p>
      )}
      <Note tone="warning">A rejected item cannot be returned again. {shopper} can still write to you.</Note>
      <Refusal problem={problem} />
    </div>
  )
}
