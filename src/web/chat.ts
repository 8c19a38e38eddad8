import { useSyncExternalStore } from 'react'

/** A live chat, ours or somebody else's: something that can be opened over the page. */
export type ChatProvider = { open: () => void }

let provider: ChatProvider | null = null
const listeners = new Set<() => void>()

/** A provider says that it is ready to be opened. */
export function registerChat(next: ChatProvider | null): void {
  provider = next
  for (const listener of listeners) listener()
}

export function isChatAvailable(): boolean {
  return provider !== null
}

export function openChat(): void {
  provider?.open()
}

export function useHasChat(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isChatAvailable,
    () => false,
  )
}
