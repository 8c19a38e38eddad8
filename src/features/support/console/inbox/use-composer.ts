import { type KeyboardEvent, useRef, useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { useKeys } from '#console/shell/use-keys.ts'
import { useNarrow } from '#console/shell/use-narrow.ts'
import type { OrderHead, StaffOrder } from '#features/orders/orders.staff.contract.ts'
import { orderLink } from '#links/orders.links.ts'
import { defineDraft, useDraftSaver } from '#web/data/use-draft.ts'
import { type AnswerDraft, addAddress, isEmptyAnswer, isSendingKey, readAnswerDraft } from './composer.rules.ts'
import { type AddPicture, useAnswerPictures } from './use-answer-pictures.tsx'
import { useSuggestionList } from './use-suggestion-list.tsx'

/** Answer as sent. `template` is the id of the template that the answer began with. */
export type SentAnswer = { body: string; pictures: string[]; template?: string }

export type ComposerProps = {
  about: string
  kind: 'ticket' | 'chat'
  mayAnswer: boolean
  hint: string
  language: string | null
  order: StaffOrder | null
  orders: OrderHead[]
  /** Sends an answer. If `isLast` is true, the answer closes the ticket. */
  answer: (sent: SentAnswer, isLast: boolean) => Promise<unknown>
  /** Uploads a picture of the answer. Null if the shopper would not be able to see the picture. */
  addPicture: AddPicture | null
  note: (body: string) => Promise<unknown>
}

export const answerDrafts = defineDraft<AnswerDraft>('staff_answer', { parse: readAnswerDraft, isEmpty: isEmptyAnswer })

/** Manages the text box of the composer and its caret. */
function useTextBox(first: string) {
  const [body, setBody] = useState(first)
  const box = useRef<HTMLTextAreaElement>(null)
  const write = (text: string, caret = text.length) => {
    setBody(text)
    box.current?.focus()
    // The caret can be set only after React has written the text.
    requestAnimationFrame(() => box.current?.setSelectionRange(caret, caret))
  }
  return { body, setBody, box, write }
}

export type Composing = ReturnType<typeof useComposer>

/** Manages an answer or a note while it is typed, and sends it. */
export function useComposer(props: ComposerProps & { kept: AnswerDraft | null }) {
  const { about, kind, mayAnswer, language, order, orders, answer, addPicture, note, kept } = props
  const { shop } = useConsole()
  const isNarrow = useNarrow()
  const [side, setSide] = useState<AnswerDraft['side']>(mayAnswer ? (kept?.side ?? 'answer') : 'note')
  const [template, setTemplate] = useState<string | null>(null)
  const { body, setBody, box, write } = useTextBox(kept?.body ?? '')
  const { run, busy, problem } = useCommand()
  const pictures = useAnswerPictures(addPicture, kept?.pictures ?? [])
  const forget = useDraftSaver(answerDrafts, about, { side, body, pictures: pictures.all })
  const isAnswer = side === 'answer'
  const isTicket = kind === 'ticket'
  const isEmpty = body.trim() === ''
  const suggestionList = useSuggestionList({ language, orders, isOn: isAnswer, onPick: write, onTemplate: setTemplate })
  const switchSide = (next: AnswerDraft['side']) => {
    setSide(next)
    box.current?.focus()
  }
  const offerTemplates = () => {
    setSide('answer')
    write(body.startsWith('/') ? body : `/${body}`, 1)
    suggestionList.update('/', 1)
  }
  useKeys({ m: () => switchSide('note'), ...(mayAnswer && { a: () => switchSide('answer'), '/': offerTemplates }) })
  async function send(isLast: boolean) {
    if (isEmpty) return
    const sent = { body, pictures: pictures.all.map(({ id }) => id), ...(template && { template }) }
    if (!(await run('send', () => (isAnswer ? answer(sent, isLast) : note(body))))) return
    forget()
    setBody('')
    setTemplate(null)
    if (isAnswer) pictures.clear()
  }
  /** Sends in the default way, which closes a ticket after the answer. */
  const sendWithDefault = () => send(isAnswer && isTicket)
  return {
    ...{
      side,
      setSide,
      isAnswer,
      isTicket,
      isNarrow,
      isEmpty,
      body,
      box,
      pictures,
      suggestionList,
      offerTemplates,
      problem,
    },
    ...{ send, sendWithDefault },
    isBusy: busy === 'send' || pictures.isBusy,
    type: (text: string, caret: number) => {
      setBody(text)
      suggestionList.update(text, caret)
    },
    press: (event: KeyboardEvent<HTMLTextAreaElement>) => {
      if (suggestionList.press(event)) return
      if (!isSendingKey(event, isAnswer && !isTicket && !isNarrow) || event.nativeEvent.isComposing) return
      event.preventDefault()
      sendWithDefault()
    },
    insertOrder: () => order && write(addAddress(body, new URL(orderLink(order.id), shop.url).href)),
  }
}
