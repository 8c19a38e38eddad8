import { createStore } from '#ui/state/store.ts'
import { useStore } from '#ui/state/use-store.ts'

/** A request to show the sign-in dialog, over whatever page is open. */
export type LoginRequest = {
  view: 'login' | 'register' | 'forgot'
  email?: string
  onSuccess?: () => void
  onCancel?: () => void
}

const request = createStore<LoginRequest | null>(null)

/** Without `onSuccess` the page reloads, because most of what it shows depends on who looks at it. */
export function openLoginDialog(next: Partial<LoginRequest> = {}): void {
  request.write({ view: 'login', ...next })
}

let fetchDialog = () => {}

/** The dialog's code belongs to a feature, so the app says how it is fetched. */
export function offerLoginDialog(fetch: () => void): void {
  fetchDialog = fetch
}

/** The dialog’s code is fetched when its button is touched. */
export function fetchLoginDialog(): void {
  fetchDialog()
}

export function closeLoginDialog(): void {
  request.write(null)
}

export function useLoginRequest(): LoginRequest | null {
  return useStore(request)
}
