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

let fetchDialog = () => {}

/** The dialog's code belongs to a feature, so the app says how it is fetched. */
export function offerLoginDialog(fetch: () => void): void {
  fetchDialog = fetch
}

/** A finger on its way to the dialog is reason enough to fetch the code. */
export function fetchLoginDialog(): void {
  fetchDialog()
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
