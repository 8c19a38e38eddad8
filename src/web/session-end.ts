import { isRefused, type MakeCall } from '#contract/call.ts'
import type { Session } from './session.ts'

// Who this page is for: the cookies may be gone by the time we ask.
let shopper: string | null = null
export const readShopper = () => shopper

export const isSessionEnd = (error: unknown): boolean => isRefused(error, 'not_signed_in')

/** Makes what a shopper sends once more after they have signed in again; what only reads is left to its page. */
export function goOnAfterSignIn(call: MakeCall, session: Session): MakeCall {
  return async (which, input, options) => {
    if (session.isSignedIn()) shopper = session.email()
    try {
      return await call(which, input, options)
    } catch (error) {
      const isWanted = which.method === 'POST' && which.access === 'customer' && isSessionEnd(error)
      if (!isWanted) throw error
      const { askToSignIn } = await import('./ask-to-sign-in.ts')
      if (!(await askToSignIn(session, shopper))) throw error
      return call(which, input, options)
    }
  }
}
