import { isRefused, type MakeCall } from '#contract/calls/call.ts'
import type { Session } from './session.ts'

// Who this page is for: the cookies may be gone by the time we ask.
let shopper: string | null = null
export const readShopper = () => shopper

export const isSessionEnd = (error: unknown): boolean => isRefused(error, 'not_signed_in')

/** Remembers whom the page is for at every call that is made while somebody is signed in. */
export function rememberShopper(call: MakeCall, session: Session): MakeCall {
  return (which, input, options) => {
    if (session.isSignedIn()) shopper = session.email()
    return call(which, input, options)
  }
}

/**
 * Opens the login dialog where a call of a screen finds that the session has ended, and makes the call once more after the shopper
 * has signed in again. Loaders do not go this way: their page becomes the login gate.
 */
export function goOnAfterSignIn(call: MakeCall, session: Session): MakeCall {
  return async (which, input, options) => {
    try {
      return await call(which, input, options)
    } catch (error) {
      if (which.access !== 'customer' || !isSessionEnd(error) || options?.signal?.aborted) throw error
      const { askToSignIn } = await import('./ask-to-sign-in.ts')
      if (!(await askToSignIn(session, shopper))) throw error
      return call(which, input, options)
    }
  }
}
