import { leaveDocument } from '#ui/overlays/modal-history.ts'
import { openLoginDialog } from './login-dialog.ts'
import type { Session } from './session.ts'

let pendingSignIn: Promise<boolean> | null = null

/**
 * Asks the shopper to sign in again after the session ended during a form. Resolves to whether the shopper signed in.
 */
export function askToSignIn(session: Session, shopper: string | null): Promise<boolean> {
  pendingSignIn ??= new Promise<boolean>((resolve) => {
    openLoginDialog({
      ...(shopper && { email: shopper }),
      onSuccess: () => {
        // If another account signed in, the page is reloaded, because it still shows data of the previous account.
        if (shopper && session.email() !== shopper) leaveDocument(() => window.location.reload())
        else resolve(true)
      },
      onCancel: () => resolve(false),
    })
  }).finally(() => {
    pendingSignIn = null
  })
  return pendingSignIn
}
