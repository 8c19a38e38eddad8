import { notFound } from '@tanstack/react-router'
import { CallRefused, type MakeCall } from '#contract/calls/call.ts'

/** Thrown by a loader whose page is for signed-in shoppers only; the gate page answers it with the login dialog. */
export class SignInNeeded extends Error {
  constructor() {
    super('sign-in-needed')
    this.name = 'SignInNeeded'
  }
}

/** Errors lose their class on the way from the server's HTML into the browser, so the message tells. */
export function isSignInNeeded(error: unknown): boolean {
  return error instanceof Error && error.message === 'sign-in-needed'
}

/** A call as loaders make it: "sign in first" becomes the login gate, "no such thing" the not-found page. */
export function createLoad(call: MakeCall): MakeCall {
  return async (which, input, options) => {
    try {
      return await call(which, input, options)
    } catch (error) {
      if (error instanceof CallRefused && error.status === 401) throw new SignInNeeded()
      // An address that cannot name anything, too long or no number, leads to nothing just the same.
      if (error instanceof CallRefused && [400, 404, 422].includes(error.status)) throw notFound()
      throw error
    }
  }
}
