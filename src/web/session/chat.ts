import { useEffect } from 'react'
import { createStore } from '#ui/state/store.ts'
import { useStore } from '#ui/state/use-store.ts'

/** A live chat, ours or somebody else's: something that can be opened over the page. */
export type ChatProvider = {
  open: () => void
  /** Finds out how many answers wait to be read and says so with `setChatUnread`. Asked for only where the number is shown. */
  countUnread?: () => void
}

let provider: ChatProvider | null = null
const unread = createStore(0)

/** A provider says that it is ready to be opened. */
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
