import { useCallback, useEffect, useRef, useState } from 'react'
import type { MakeCall } from '#contract/calls/call.ts'
import {
  type ChatMessage,
  getChat,
  markChatRead,
  sendChatMessage,
  tellTyping,
} from '#features/support/chat.contract.ts'
import { mergeMessages } from '#features/support/chat.rules.ts'
import { useLive } from '#web/data/use-live.ts'
import { setChatUnread } from '#web/session/chat.ts'

/** Typed and on its way, or stuck: it stays on the screen until the server has it. */
export type Unsent = { body: string; client_key: string; hasFailed: boolean }

type State = {
  conversationId: string | null
  isLoaded: boolean
  isOnline: boolean
  hasFailed: boolean
  messages: ChatMessage[]
  unsent: Unsent[]
}

const nothing: State = {
  conversationId: null,
  isLoaded: false,
  isOnline: false,
  hasFailed: false,
  messages: [],
  unsent: [],
}

/** Said again so often while somebody writes. */
const typingMs = 3_000

/** The conversation as it is on the server, kept up to date by its events. `handle` is of the product on the page. */
export function useConversation(call: MakeCall, isOpen: boolean, handle: string) {
  const [state, setState] = useState(nothing)
  const newest = useRef(0)
  const isSeen = useRef(isOpen)
  isSeen.current = isOpen
  newest.current = state.messages.at(-1)?.id ?? 0

  const refresh = useCallback(async () => {
    try {
      const chat = await call(getChat, { after: newest.current })
      setState((now) => ({
        ...now,
        conversationId: chat.conversation_id,
        isLoaded: true,
        isOnline: chat.is_online,
        hasFailed: false,
        messages: mergeMessages(now.messages, chat.messages),
      }))
      if (!isSeen.current) setChatUnread(chat.unread)
    } catch {
      setState((now) => ({ ...now, hasFailed: true }))
    }
  }, [call])

  useEffect(() => {
    if (isOpen) void refresh()
  }, [isOpen, refresh])

  // Whatever is on the screen counts as read.
  const last = state.messages.at(-1)?.id ?? 0
  useEffect(() => {
    if (!isOpen || last === 0) return
    setChatUnread(0)
    // If it fails the number of unread messages stays.
    call(markChatRead, { last_id: last }).catch(() => undefined)
  }, [call, isOpen, last])

  // Events say only that there is something new; what it is comes by the same call as everything else.
  // That somebody is here is told only while the chat is open before them.
  const topic = state.conversationId && `chat:${state.conversationId}`
  useLive(topic, { onReady: refresh, onChanged: refresh }, isOpen ? handle : null)

  const typedAt = useRef(0)
  function type() {
    if (!topic || Date.now() - typedAt.current < typingMs) return
    typedAt.current = Date.now()
    // If it fails nobody misses it.
    call(tellTyping, {}).catch(() => undefined)
  }

  async function send(message: Unsent) {
    const { body, client_key } = message
    const isSame = (one: Unsent) => one.client_key === client_key
    setState((now) => ({
      ...now,
      unsent: [...now.unsent.filter((one) => !isSame(one)), { ...message, hasFailed: false }],
    }))
    try {
      const said = await call(sendChatMessage, { body, client_key })
      setState((now) => ({
        ...now,
        conversationId: said.conversation_id,
        messages: mergeMessages(now.messages, said.messages),
        unsent: now.unsent.filter((one) => !isSame(one)),
      }))
    } catch {
      setState((now) => ({
        ...now,
        unsent: now.unsent.map((one) => (isSame(one) ? { ...one, hasFailed: true } : one)),
      }))
    }
  }

  return { ...state, refresh: () => void refresh(), send, type }
}
