import { useEffect } from 'react'
import { createStore } from '#ui/state/store.ts'
import { useStore } from '#ui/state/use-store.ts'

/** A live chat that opens over the page: the shop's own chat or an external chat. */
export type ChatProvider = {
  open: () => void
  /** Counts the unread replies and reports the number by `setChatUnread`. Called only if the number is shown. */
  countUnread?: () => void
}

let provider: ChatProvider | null = null
const unread = createStore(0)

/** Registers a chat provider once it is ready to be opened. */
export function registerChat(next: ChatProvider | null): void {
  provider = next
}

export const setChatUnread = unread.write

export function isChatAvailable(): boolean {
  return provider !== null
}

export function openChat(): void {
  provider?.open()
}

export function useChatUnread(): number {
  useEffect(() => provider?.countUnread?.(), [])
  return useStore(unread)
}
