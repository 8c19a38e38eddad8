import { openLoginDialog } from './login-dialog.ts'
import type { Session } from './session.ts'

let asking: Promise<boolean> | null = null

/** The session ended while somebody was at it: they sign in over the page and go on. Answers whether they did. */
export function askToSignIn(session: Session, shopper: string | null): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    openLoginDialog({
      ...(shopper && { email: shopper }),
      onSuccess: () => {
        // Somebody else is shown nothing of what stands here.
        if (shopper && session.email() !== shopper) window.location.reload()
        else resolve(true)
      },
      onCancel: () => resolve(false),
    })
  }).finally(() => {
    asking = null
  })
  return asking
}
