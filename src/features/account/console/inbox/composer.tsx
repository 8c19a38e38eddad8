import { FileText, Link2, Send } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useConsole } from '#console/console-context.ts'
import { Button } from '#console/ui/button.tsx'
import { Key } from '#console/ui/key.tsx'
import { Refusal } from '#console/ui/note.tsx'
import { Segmented } from '#console/ui/segmented.tsx'
import { SplitButton } from '#console/ui/split-button.tsx'
import { useCommand } from '#console/use-command.ts'
import { useKeys } from '#console/use-keys.ts'
import { useNarrow } from '#console/use-narrow.ts'
import type { OrderHead, StaffOrder } from '#features/orders/orders.staff.contract.ts'
import { orderLink } from '#links/orders.links.ts'
import { joinClasses } from '#web/ui/join-classes.ts'
import { defineDraft, useDraft, useDraftKeeper } from '#web/use-draft.ts'
import styles from './composer.module.css'
import { putPick, readWish, type Wish } from './picks.rules.ts'
import { type Pick, usePicks } from './use-picks.ts'

const longest = 2000
/** From here on it is counted. */
const nearlyFull = longest * 0.8
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
  kind: 'ticket' | 'chat'
  mayAnswer: boolean
  hint: string
  language: string | null
  order: StaffOrder | null
  orders: OrderHead[]
  /** The last answer closes a ticket. */
  answer: (body: string, isLast: boolean) => Promise<unknown>
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
  note,
  kept,
}: Props & { kept: Draft | null }) {
  const { shop } = useConsole()
  const isNarrow = useNarrow()
  const [side, setSide] = useState<Draft['side']>(mayAnswer ? (kept?.side ?? 'answer') : 'note')
  const [body, setBody] = useState(kept?.body ?? '')
  const { run, busy, problem } = useCommand()
  const forget = useDraftKeeper(drafts, about, { side, body })
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
  const offer = useOffer({ language, orders, isOn: isAnswer, onPick: write })
  useKeys({ m: () => focusOn('note'), ...(mayAnswer && { a: () => focusOn('answer'), '/': offerTemplates }) })
  async function send(isLast: boolean) {
    if (body.trim() === '') return
    const isSent = await run('send', () => (isAnswer ? answer(body, isLast) : note(body)))
    if (!isSent) return
    forget()
    setBody('')
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
  const isBusy = busy === 'send'
  return (
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
      <Refusal problem={problem} />
      <div className={joinClasses(styles.row, styles.sending)}>
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
  )
}

type OfferProps = {
  language: string | null
  orders: OrderHead[]
  isOn: boolean
  onPick: (text: string, caret: number) => void
}

/** Templates, orders and products, while somebody types what they are looked for by. */
function useOffer({ language, orders, isOn, onPick }: OfferProps) {
  const id = useId()
  const [typed, setTyped] = useState<{ text: string; wish: Wish } | null>(null)
  const [at, setAt] = useState(0)
  const wish = isOn ? (typed?.wish ?? null) : null
  const picks = usePicks(wish, language, orders)
  const current = picks[Math.min(at, picks.length - 1)]
  const stop = () => setTyped(null)
  const choose = (one: Pick) => {
    if (!typed) return
    const { text, caret } = putPick(typed.text, typed.wish, one.pick)
    onPick(text, caret)
    stop()
  }
  const move = (step: number) => setAt((Math.min(at, picks.length - 1) + step + picks.length) % picks.length)
  return {
    stop,
    look: (text: string, caret: number) => {
      const found = readWish(text, caret)
      setTyped(found && { text, wish: found })
      setAt(0)
    },
    /** True where the key was for the list. */
    press: (event: KeyboardEvent): boolean => {
      if (!wish || event.nativeEvent.isComposing) return false
      const run: Record<string, (() => void) | undefined> = {
        Escape: stop,
        ...(current && {
          ArrowDown: () => move(1),
          ArrowUp: () => move(-1),
          Enter: () => choose(current),
          Tab: () => choose(current),
        }),
      }
      const does = event.ctrlKey || event.metaKey || event.shiftKey ? undefined : run[event.key]
      if (!does) return false
      event.preventDefault()
      does()
      return true
    },
    says: {
      'aria-autocomplete': 'list' as const,
      'aria-controls': wish ? id : undefined,
      'aria-activedescendant': wish && current ? `${id}-${current.id}` : undefined,
    },
    list: wish && (
      <div className={styles.offer}>
        <div id={id} role="listbox" aria-label={wish.kind === 'template' ? 'Templates' : 'Orders and products'}>
          {picks.map((one) => (
            <div
              key={one.id}
              id={`${id}-${one.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={one === current}
              className={styles.pick}
              // Before the box loses the focus.
              onPointerDown={(event) => {
                event.preventDefault()
                choose(one)
              }}
            >
              <b>{one.name}</b>
              <span>{one.text}</span>
            </div>
          ))}
        </div>
        {picks.length === 0 && <p className={styles.none}>Nothing like that</p>}
      </div>
    ),
  }
}
