import { leaveDocument } from '#ui/overlays/modal-history.ts'
import { openLoginDialog } from './login-dialog.ts'
import type { Session } from './session.ts'

let asking: Promise<boolean> | null = null

/**
 * The session ended while a form was filled in: the shopper signs in over the page and goes on. Answers whether they
 * did.
 */
export function askToSignIn(session: Session, shopper: string | null): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    openLoginDialog({
      ...(shopper && { email: shopper }),
      onSuccess: () => {
        // If another account signed in, the page is loaded anew: it shows data of the one before.
        if (shopper && session.email() !== shopper) leaveDocument(() => window.location.reload())
        else resolve(true)
      },
      onCancel: () => resolve(false),
    })
  }).finally(() => {
    asking = null
  })
  return asking
}
