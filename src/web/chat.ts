import { useEffect, useSyncExternalStore } from 'react'

/** A live chat, ours or somebody else's: something that can be opened over the page. */
export type ChatProvider = {
  open: () => void
  /** Finds out how many answers wait to be read and says so with `setChatUnread`. Asked for only where the number is shown. */
  countUnread?: () => void
}

let provider: ChatProvider | null = null
let unread = 0
const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A provider says that it is ready to be opened. */
export function registerChat(next: ChatProvider | null): void {
  provider = next
  tell()
}

export function setChatUnread(count: number): void {
  unread = count
  tell()
}

export function isChatAvailable(): boolean {
  return provider !== null
}

export function openChat(): void {
  provider?.open()
}

export function useChatUnread(): number {
  useEffect(() => provider?.countUnread?.(), [])
  return useSyncExternalStore(
    subscribe,
    () => unread,
    () => 0,
  )
}
