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

/** Message that is being sent or that failed. The message stays on the screen until the server has stored it. */
export type UnsentMessageState = { body: string; client_key: string; hasFailed: boolean }

type State = {
  conversationId: string | null
  isLoaded: boolean
  isOnline: boolean
  hasFailed: boolean
  messages: ChatMessage[]
  unsent: UnsentMessageState[]
}

const nothing: State = {
  conversationId: null,
  isLoaded: false,
  isOnline: false,
  hasFailed: false,
  messages: [],
  unsent: [],
}

/** 3 s: minimum interval between two typing signals. */
const typingMs = 3_000

/** Manages the conversation, which live events keep up to date. `handle` is the product on the page. */
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

  // All displayed messages count as read.
  const last = state.messages.at(-1)?.id ?? 0
  useEffect(() => {
    if (!isOpen || last === 0) return
    setChatUnread(0)
    // If the call fails, the number of unread messages stays unchanged.
    call(markChatRead, { last_id: last }).catch(() => undefined)
  }, [call, isOpen, last])

  // Events only announce changes, and `refresh` loads the messages. The shopper counts as present only while the chat
  // is open.
  const topic = state.conversationId && `chat:${state.conversationId}`
  useLive(topic, { onReady: refresh, onChanged: refresh }, isOpen ? handle : null)

  const lastTypingAt = useRef(0)
  function type() {
    if (!topic || Date.now() - lastTypingAt.current < typingMs) return
    lastTypingAt.current = Date.now()
    // A failed signal does not matter.
    call(tellTyping, {}).catch(() => undefined)
  }

  async function send(message: UnsentMessageState) {
    const { body, client_key } = message
    const isSame = (one: UnsentMessageState) => one.client_key === client_key
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
