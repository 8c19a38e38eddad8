import { CallRefused, type MakeCall } from '#contract/call.ts'
import { openLoginDialog } from './login-dialog.ts'
import type { Session } from './session.ts'

// Who this page is for: the cookies may be gone by the time we ask.
let shopper: string | null = null
let asking: Promise<boolean> | null = null

export function noteShopper(session: Session): void {
  if (session.isSignedIn()) shopper = session.email()
}

export const isSessionEnd = (error: unknown): boolean =>
  error instanceof CallRefused && error.refusal.code === 'not_signed_in'

/** The session ended while somebody was at it: they sign in over the page and go on. Answers whether they did. */
export function askToSignIn(session: Session): Promise<boolean> {
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

/** Makes what a shopper sends once more after they have signed in again; what only reads is left to its page. */
export function goOnAfterSignIn(call: MakeCall, session: Session): MakeCall {
  return async (which, input, options) => {
    noteShopper(session)
    try {
      return await call(which, input, options)
    } catch (error) {
      const isWanted = which.method === 'POST' && which.access === 'customer' && isSessionEnd(error)
      if (!isWanted || !(await askToSignIn(session))) throw error
      return call(which, input, options)
    }
  }
}
