import { useSyncExternalStore } from 'react'

/** A request to show the sign-in dialog, over whatever page is open. */
export type LoginRequest = {
  view: 'login' | 'register' | 'forgot'
  email?: string
  onSuccess?: () => void
  onCancel?: () => void
}

let request: LoginRequest | null = null
const listeners = new Set<() => void>()

function setRequest(next: LoginRequest | null): void {
  request = next
  for (const listener of listeners) listener()
}

/** Without `onSuccess` the page reloads, because most of what it shows depends on who looks at it. */
export function openLoginDialog(next: Partial<LoginRequest> = {}): void {
  setRequest({ view: 'login', ...next })
}

export function closeLoginDialog(): void {
  setRequest(null)
}

export function useLoginRequest(): LoginRequest | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => request,
    () => null,
  )
}
