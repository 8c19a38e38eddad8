import { isRefused, type MakeCall } from '#contract/calls/call.ts'
import type { Session } from './session.ts'

// The last known shopper of this page. The cookies may have expired when the email address is needed.
let shopper: string | null = null
export const getLastShopper = () => shopper

export const isSessionEnd = (error: unknown): boolean => isRefused(error, 'not_signed_in')

/** Wraps a call to remember the signed-in shopper of the page. */
export function rememberShopper(call: MakeCall, session: Session): MakeCall {
  return (which, input, options) => {
    if (session.isSignedIn()) shopper = session.email()
    return call(which, input, options)
  }
}

/**
 * Wraps a call of screens. If the session has ended, the login dialog opens, and the call is repeated after the
 * sign-in. Loaders do not use this wrapper, because their page becomes the login gate.
 */
export function retryAfterSignIn(call: MakeCall, session: Session): MakeCall {
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
