import { Languages } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog } from '#console/ui/dialog.tsx'
import { AreaField } from '#console/ui/field.tsx'
import { Money } from '#console/ui/money.tsx'
import { Note, Refusal } from '#console/ui/note.tsx'
import { Thumb } from '#console/ui/thumbs.tsx'
import type { StaffReturn } from '#features/returns/returns.staff.contract.ts'
import { SaveTemplateDialog } from '#features/support/console/parts/save-template-dialog.tsx'
import { TemplateList } from '#features/support/console/parts/template-list.tsx'
import { defineDraft, useDraft, useDraftKeeper } from '#web/data/use-draft.ts'
import { countItems } from '../parts/return-looks.rules.ts'
import styles from './reject-dialog.module.css'

const longest = 500

type Words = { text: string }
const drafts = defineDraft<Words>('staff_reject', {
  parse: (kept) => {
    const { text } = (kept ?? {}) as Partial<Words>
    return typeof text === 'string' ? { text } : null
  },
  isEmpty: ({ text }) => text.trim() === '',
})

type Props = {
  thing: StaffReturn
  shopper: string
  items: StaffReturn['items']
  text: string
  /** True if the dialog can close. */
  onReject: (text: string, template: string | undefined) => Promise<boolean> | boolean
  onClose: () => void
  isBusy: boolean
  problem: string | null
  /** When the shopper is told. */
  says: string
}

/** A no has words, which the shopper reads. They are kept in this browser until it is said. */
export function RejectDialog(props: Props) {
  const about = draftOf(props)
  const kept = useDraft(drafts, about)
  return <RejectForm key={kept ? 'kept' : 'new'} {...props} kept={props.text || (kept?.text ?? '')} />
}

const draftOf = ({ thing, items }: Props) => [thing.number, ...items.map(({ id }) => id)].join('/')

function RejectForm(props: Props & { kept: string }) {
  const { thing, shopper, items, kept, onReject, onClose, isBusy, problem, says } = props
  const me = useMe()
  const [text, setText] = useState(kept)
  const forget = useDraftKeeper(drafts, draftOf(props), { text })
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
  return (
    <>
      <Dialog
        isOpen
        onClose={onClose}
        size="table"
        title={thing.items.length > items.length ? `Reject ${items.length} of ${countItems(thing.items.length)}` : name}
        onSubmit={submit}
        says={`${me.name}. ${says}`}
        footer={(close) => (
          <>
            <Button size="large" onClick={close}>
              Back
            </Button>
            <Button size="large" tone="primary" type="submit" isBusy={isBusy} hint="Ctrl ↵">
              {name}
            </Button>
          </>
        )}
      >
        <div className={styles.columns}>
          <TemplateList
            area="returns"
            language={thing.language?.code ?? null}
            chosen={chosen}
            saved={saved}
            onSave={isEmpty ? undefined : () => setSaving(true)}
            onChoose={({ id, body }) => {
              setChosen(id)
              setText(body.slice(0, longest))
            }}
          />
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
              onChange={setText}
              rows={6}
              maxLength={longest}
              required
              lang={thing.language?.code}
              error={isTried && isEmpty ? 'Please say why' : null}
            />
            {thing.language && (
              <p className={styles.language}>
                <Languages size={16} strokeWidth={1.75} aria-hidden /> {shopper} reads in {thing.language.name}
              </p>
            )}
            <Note tone="warning">A rejected item cannot be asked for again. {shopper} can still write.</Note>
            <Refusal problem={problem} />
          </div>
        </div>
      </Dialog>
      {isSaving && (
        <SaveTemplateDialog
          area="returns"
          language={thing.language?.code ?? 'en'}
          body={text}
          onSaved={() => setSaved(saved + 1)}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  )
}
