import { BookmarkPlus, FileText, Link2, Send } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { useKeys } from '#console/shell/use-keys.ts'
import { useNarrow } from '#console/shell/use-narrow.ts'
import { Button } from '#console/ui/button.tsx'
import { Key } from '#console/ui/key.tsx'
import { Refusal } from '#console/ui/note.tsx'
import { Segmented } from '#console/ui/segmented.tsx'
import { SplitButton } from '#console/ui/split-button.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { OrderHead, StaffOrder } from '#features/orders/orders.staff.contract.ts'
import type { AnswerPicture } from '#features/support/inbox.staff.contract.ts'
import { orderLink } from '#links/orders.links.ts'
import { joinClasses } from '#ui/content/join-classes.ts'
import { isListOf, isRecord, isText } from '#web/data/drafts.ts'
import { defineDraft, useDraft, useDraftKeeper } from '#web/data/use-draft.ts'
import { SaveTemplateDialog } from '../parts/save-template-dialog.tsx'
import styles from './composer.module.css'
import { type AddPicture, useAnswerPictures } from './use-answer-pictures.tsx'
import { useOffer } from './use-offer.tsx'

const longest = 2000
/** From here on it is counted. */
const nearlyFull = longest * 0.8
type Draft = { side: 'answer' | 'note'; body: string; pictures: AnswerPicture[] }
const isPicture = (one: unknown): one is AnswerPicture => isRecord(one) && isText(one.id) && isText(one.path)
const drafts = defineDraft<Draft>('staff_answer', {
  parse: (kept) => {
    const { side, body, pictures } = (kept ?? {}) as Partial<Draft>
    if (typeof body !== 'string' || (side !== 'answer' && side !== 'note')) return null
    return { side, body, pictures: isListOf(pictures, isPicture) ? pictures : [] }
  },
  isEmpty: ({ body, pictures }) => body.trim() === '' && pictures.length === 0,
})

/** `template`: what the words began with. */
export type SentAnswer = { body: string; pictures: string[]; template?: string }

type Props = {
  about: string
  kind: 'ticket' | 'chat'
  mayAnswer: boolean
  hint: string
  language: string | null
  order: StaffOrder | null
  orders: OrderHead[]
  /** The last answer closes a ticket. */
  answer: (sent: SentAnswer, isLast: boolean) => Promise<unknown>
  /** Takes a picture in that goes with the answer; none where nobody could see it. */
  addPicture: AddPicture | null
  note: (body: string) => Promise<unknown>
}

/** What is being written is kept in this browser, whatever happens to the page. */
export function Composer(props: Props) {
  const kept = useDraft(drafts, props.about)
  return <Form key={kept ? 'kept' : 'new'} {...props} kept={kept} />
}

function Form({
  about,
  kind,
  mayAnswer,
  hint,
  language,
  order,
  orders,
  answer,
  addPicture,
  note,
  kept,
}: Props & { kept: Draft | null }) {
  const { shop } = useConsole()
  const isNarrow = useNarrow()
  const [side, setSide] = useState<Draft['side']>(mayAnswer ? (kept?.side ?? 'answer') : 'note')
  const [body, setBody] = useState(kept?.body ?? '')
  const [template, setTemplate] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const { scopes } = useMe()
  const { run, busy, problem } = useCommand()
  const pictures = useAnswerPictures(addPicture, kept?.pictures ?? [])
  const forget = useDraftKeeper(drafts, about, { side, body, pictures: pictures.all })
  const box = useRef<HTMLTextAreaElement>(null)
  const write = (text: string, caret = text.length) => {
    setBody(text)
    box.current?.focus()
    // After the text is there.
    requestAnimationFrame(() => box.current?.setSelectionRange(caret, caret))
  }
  const focusOn = (next: Draft['side']) => {
    setSide(next)
    box.current?.focus()
  }
  const offerTemplates = () => {
    setSide('answer')
    write(body.startsWith('/') ? body : `/${body}`, 1)
    offer.look('/', 1)
  }
  const isAnswer = side === 'answer'
  const offer = useOffer({ language, orders, isOn: isAnswer, onPick: write, onTemplate: setTemplate })
  useKeys({ m: () => focusOn('note'), ...(mayAnswer && { a: () => focusOn('answer'), '/': offerTemplates }) })
  async function send(isLast: boolean) {
    if (body.trim() === '') return
    const isSent = await run('send', () =>
      isAnswer
        ? answer({ body, pictures: pictures.all.map(({ id }) => id), ...(template && { template }) }, isLast)
        : note(body),
    )
    if (!isSent) return
    forget()
    setBody('')
    setTemplate(null)
    if (isAnswer) pictures.clear()
  }
  const isTicket = kind === 'ticket'
  const sendMost = () => send(isAnswer && isTicket)
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (offer.press(event)) return
    const isCtrl = event.ctrlKey || event.metaKey
    const isSending = isTicket || !isAnswer || isNarrow ? isCtrl : isCtrl || !event.shiftKey
    if (event.key !== 'Enter' || !isSending || event.nativeEvent.isComposing) return
    event.preventDefault()
    sendMost()
  }
  const insertOrder = () =>
    order && write(`${body}${body && !/\s$/.test(body) ? ' ' : ''}${new URL(orderLink(order.id), shop.url).href} `)
  const isEmpty = body.trim() === ''
  const isBusy = busy === 'send' || pictures.isBusy
  return (
    <>
      <form
        className={joinClasses(styles.composer, isAnswer && !isTicket && styles.chat)}
        onSubmit={(event) => {
          event.preventDefault()
          sendMost()
        }}
      >
        <div className={joinClasses(styles.row, styles.ways)}>
          {mayAnswer && (
            <Segmented
              label="For whom"
              value={side}
              onChange={setSide}
              parts={[
                { value: 'answer', name: 'Reply' },
                {
                  value: 'note',
                  name: (
                    <>
                      Note <Key>M</Key>
                    </>
                  ),
                },
              ]}
            />
          )}
          {isAnswer && (
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
                  onClick={() => setSaving(true)}
                />
              )}
              {order && (
                <Button size="small" tone="quiet" icon={Link2} onClick={insertOrder}>
                  Insert order link
                </Button>
              )}
            </span>
          )}
        </div>
        <div className={styles.box}>
          {offer.list}
          <textarea
            ref={box}
            className={joinClasses(styles.text, !isAnswer && styles.note)}
            value={body}
            maxLength={longest}
            rows={3}
            dir="auto"
            aria-label={isAnswer ? 'Reply' : 'Note for staff'}
            {...offer.says}
            onChange={(event) => {
              setBody(event.target.value)
              offer.look(event.target.value, event.target.selectionStart)
            }}
            onBlur={offer.stop}
            onKeyDown={press}
          />
        </div>
        {isAnswer && pictures.list}
        {isAnswer && pictures.problem}
        <Refusal problem={problem} />
        <div className={joinClasses(styles.row, styles.sending)}>
          {isAnswer && pictures.button}
          <span className={styles.hint}>
            {!isAnswer
              ? 'Only colleagues see it'
              : isTicket
                ? hint
                : `${hint} · / for templates, # for an order or a product`}
          </span>
          <span className={styles.end}>
            {body.length > nearlyFull && (
              <span className={styles.hint} role="status">
                {body.length} of {longest}
              </span>
            )}
            {isAnswer && isTicket ? (
              <SplitButton
                label="Send and close"
                hint="Ctrl ↵"
                isBusy={isBusy}
                disabled={isEmpty}
                menuLabel="More ways to send"
                items={[{ name: 'Send, and leave it open', icon: Send, run: () => send(false) }]}
              />
            ) : (
              <Button
                type="submit"
                tone="primary"
                icon={isNarrow ? Send : undefined}
                isBusy={isBusy}
                disabled={isEmpty}
                hint={isAnswer ? '↵' : 'Ctrl ↵'}
              >
                <span className={styles.label}>{isAnswer ? 'Send' : 'Keep the note'}</span>
              </Button>
            )}
          </span>
        </div>
      </form>
      {isSaving && (
        <SaveTemplateDialog area="inbox" language={language ?? 'en'} body={body} onClose={() => setSaving(false)} />
      )}
    </>
  )
}
