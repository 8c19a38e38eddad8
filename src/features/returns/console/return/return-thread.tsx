import { Send, StickyNote } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { defineTextDraft } from '#console/data/text-draft.ts'
import { useCommand } from '#console/data/use-command.ts'
import { sendOrQueue } from '#console/data/waiting-notes.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { useHint, useKeys } from '#console/shell/use-keys.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { History, type HistoryEntry } from '#console/ui/content/history.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { AreaField } from '#console/ui/fields/field.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import { compareTexts } from '#contract/text/compare.ts'
import { commentReturn, noteReturn } from '#features/returns/return-commands.staff.contract.ts'
import type { StaffReturn } from '#features/returns/returns.staff.contract.ts'
import { useDraft, useDraftSaver } from '#web/data/use-draft.ts'
import { capitalizeName } from '../decide/decision.rules.ts'
import styles from './aside.module.css'

const drafts = defineTextDraft('staff_return_comment')

const authors = { shopper: 'described the problem', staff: 'wrote', system: 'wrote' } as const

/** Shows the comments about a return, which the shopper reads, and the notes of staff, which the shopper never sees. */
export function ReturnThread({ returnRequest, shopper }: { returnRequest: StaffReturn; shopper: string }) {
  const me = useMe()
  const kept = useDraft(drafts, returnRequest.number)
  const said = returnRequest.thread.map(
    ({ author, at, body }, index): HistoryEntry => ({
      key: `${index}`,
      actor: {
        kind: author,
        name: author === 'shopper' ? returnRequest.customer.name || returnRequest.customer.email : null,
      },
      action: authors[author],
      at,
      words: { body },
    }),
  )
  const noted = returnRequest.notes.map(
    ({ by, at, body }, index): HistoryEntry => ({
      key: `note-${index}`,
      actor: { kind: 'staff', name: by },
      action: 'added a note for staff',
      at,
      words: { body, isNote: true },
    }),
  )
  const entries = [...said, ...noted].sort((one, other) => compareTexts(one.at, other.at))
  return (
    <Panel title="Messages">
      <div className={styles.stack}>
        {entries.length === 0 && <p className={styles.says}>{capitalizeName(shopper)} has not written a message.</p>}
        <History entries={entries} label="Message list" />
        {allowsScope(me.scopes, 'returns:judge') && (
          <CommentForm key={kept ? 'kept' : 'new'} {...{ returnRequest, shopper }} kept={kept?.text ?? ''} />
        )}
      </div>
    </Panel>
  )
}

function CommentForm({ returnRequest, shopper, kept }: { returnRequest: StaffReturn; shopper: string; kept: string }) {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const [text, setText] = useState(kept)
  const forget = useDraftSaver(drafts, returnRequest.number, { text })
  const form = useRef<HTMLFormElement>(null)
  const no = returnRequest.number
  const { shortcut } = useHint('M')
  const isEmpty = text.trim() === ''
  useKeys({ m: () => form.current?.querySelector('textarea')?.focus() })
  async function say(name: string, work: () => Promise<unknown>) {
    if (isEmpty || busy || !(await run(name, work))) return
    forget()
    setText('')
  }
  const send = () => say('comment', () => call(commentReturn, { no, text }))
  // Notes for colleagues are queued while the browser is offline. Comments for the shopper are not queued, because a
  // queued comment would arrive too late.
  const note = () =>
    say('note', () => sendOrQueue('return', { no, body: text }, (once) => call(noteReturn, { no, body: text }, once)))
  return (
    <form
      ref={form}
      id="return-comment"
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <AreaField
        label={`Write to ${shopper}, or add a note for the team`}
        isLabelHidden
        placeholder="Write a message, or a note for the team"
        rows={text === '' ? 1 : 3}
        className={text === '' ? styles.oneLine : undefined}
        maxLength={500}
        value={text}
        onChange={setText}
        onKeyDown={onCtrlEnter(send)}
        aria-keyshortcuts={shortcut}
      />
      <Refusal problem={problem} />
      {!isEmpty && (
        <span className={styles.row}>
          <Button type="submit" icon={Send} isBusy={busy === 'comment'} hint="Ctrl ↵">
            Send to {shopper}
          </Button>
          <Button icon={StickyNote} isBusy={busy === 'note'} onClick={note}>
            Note for the team
          </Button>
        </span>
      )}
    </form>
  )
}

const onCtrlEnter = (run: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  run()
}
