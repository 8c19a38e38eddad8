import { createStore } from '#ui/state/store.ts'
import { useStore } from '#ui/state/use-store.ts'

/** A request to show the sign-in dialog over the current page. */
export type LoginRequest = {
  view: 'login' | 'register' | 'forgot'
  email?: string
  onSuccess?: () => void
  onCancel?: () => void
}

const request = createStore<LoginRequest | null>(null)

/**
 * Opens the sign-in dialog. Without `onSuccess` the page reloads after the sign-in, because most of its content depends
 * on the visitor.
 */
export function openLoginDialog(next: Partial<LoginRequest> = {}): void {
  request.write({ view: 'login', ...next })
}

let fetchDialog = () => {}

/** Registers the function that loads the dialog, whose code belongs to a feature. */
export function registerLoginDialog(fetch: () => void): void {
  fetchDialog = fetch
}

/** Loads the code of the dialog early, before the dialog is opened. */
export function fetchLoginDialog(): void {
  fetchDialog()
}

export function closeLoginDialog(): void {
  request.write(null)
}

export function useLoginRequest(): LoginRequest | null {
  return useStore(request)
}
