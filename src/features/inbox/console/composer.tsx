import { useRouter } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useConsole } from '#console/console-context.ts'
import { Button } from '#console/ui/button.tsx'
import { Segmented } from '#console/ui/segmented.tsx'
import { useCommand } from '#console/use-command.ts'
import { useKeys } from '#console/use-keys.ts'
import { joinClasses } from '#web/ui/join-classes.ts'
import { defineDraft, useDraft, useDraftKeeper } from '#web/use-draft.ts'
import { listTemplates, type Template } from '../inbox.staff.contract.ts'
import styles from './composer.module.css'

const longest = 2000
type Draft = { side: 'answer' | 'note'; body: string }
const drafts = defineDraft<Draft>('staff_answer', {
  parse: (kept) => {
    const { side, body } = (kept ?? {}) as Partial<Draft>
    return typeof body === 'string' && (side === 'answer' || side === 'note') ? { side, body } : null
  },
  isEmpty: ({ body }) => body.trim() === '',
})

type Props = {
  about: string
  mayAnswer: boolean
  hint: string
  answer: (body: string) => Promise<unknown>
  note: (body: string) => Promise<unknown>
}

/** What is being written is kept in this browser, whatever happens to the page. */
export function Composer(props: Props) {
  const kept = useDraft(drafts, props.about)
  return <Form key={kept ? 'kept' : 'new'} {...props} kept={kept} />
}

function Form({ about, mayAnswer, hint, answer, note, kept }: Props & { kept: Draft | null }) {
  const router = useRouter()
  const [side, setSide] = useState<Draft['side']>(mayAnswer ? (kept?.side ?? 'answer') : 'note')
  const [body, setBody] = useState(kept?.body ?? '')
  const { run, busy, problem } = useCommand()
  const forget = useDraftKeeper(drafts, about, { side, body })
  const box = useRef<HTMLTextAreaElement>(null)
  const focusOn = (next: Draft['side']) => {
    setSide(next)
    box.current?.focus()
  }
  useKeys({ m: () => focusOn('note'), ...(mayAnswer && { a: () => focusOn('answer') }) })
  async function send() {
    if (body.trim() === '') return
    const isSent = await run('send', () => (side === 'answer' ? answer(body) : note(body)))
    if (!isSent) return
    forget()
    setBody('')
    await router.invalidate()
  }
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className={styles.row}>
        {mayAnswer && (
          <Segmented
            label="For whom"
            value={side}
            onChange={setSide}
            parts={[
              { value: 'answer', name: 'Reply' },
              { value: 'note', name: 'Note' },
            ]}
          />
        )}
        {side === 'answer' && <Templates onChoose={(text) => setBody((now) => (now ? `${now}\n${text}` : text))} />}
      </div>
      <textarea
        ref={box}
        className={joinClasses(styles.text, side === 'note' && styles.note)}
        value={body}
        maxLength={longest}
        rows={3}
        dir="auto"
        aria-label={side === 'answer' ? 'Reply' : 'Note for staff'}
        onChange={(event) => setBody(event.target.value)}
        onKeyDown={sendByKey}
      />
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <div className={styles.row}>
        <span className={styles.hint}>{side === 'answer' ? hint : 'Only colleagues see it'}</span>
        {body.length > longest * 0.8 && (
          <span className={styles.hint}>
            {body.length} of {longest}
          </span>
        )}
        <Button
          type="submit"
          tone="primary"
          icon={Send}
          isBusy={busy === 'send'}
          disabled={body.trim() === ''}
          hint="Ctrl ↵"
        >
          {side === 'answer' ? 'Send' : 'Keep the note'}
        </Button>
      </div>
    </form>
  )
}

/** Fetched when somebody looks for one. */
function Templates({ onChoose }: { onChoose: (body: string) => void }) {
  const { call } = useConsole()
  const [isOpen, setOpen] = useState(false)
  const [found, setFound] = useState<Template[] | null>(null)
  useEffect(() => {
    if (!isOpen || found) return
    call(listTemplates, { area: 'inbox', limit: 200 }).then(
      ({ data }) => setFound(data.data),
      () => setFound([]),
    )
  }, [isOpen, found, call])
  return (
    <select
      className={styles.templates}
      aria-label="Insert a template"
      value=""
      onPointerDown={() => setOpen(true)}
      onFocus={() => setOpen(true)}
      onChange={(event) => {
        const chosen = found?.find(({ id }) => id === event.target.value)
        if (chosen) onChoose(chosen.body)
      }}
    >
      <option value="">{found?.length === 0 ? 'No templates yet' : 'Template …'}</option>
      {found?.map(({ id, name, language }) => (
        <option key={id} value={id}>
          {name} ({language})
        </option>
      ))}
    </select>
  )
}
