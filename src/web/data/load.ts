import { notFound } from '@tanstack/react-router'
import { CallRefused, type MakeCall } from '#contract/calls/call.ts'

/** The error of a loader for signed-in shoppers only. The gate page then opens the login dialog. */
export class SignInNeeded extends Error {
  constructor() {
    super('sign-in-needed')
    this.name = 'SignInNeeded'
  }
}

/**
 * Returns whether an error is `SignInNeeded`. Errors from the server's HTML lose their class, so the message decides.
 */
export function isSignInNeeded(error: unknown): boolean {
  return error instanceof Error && error.message === 'sign-in-needed'
}

/** Wraps a call for loaders. "Sign in first" opens the login gate, and "not found" the not-found page. */
export function createLoad(call: MakeCall): MakeCall {
  return async (which, input, options) => {
    try {
      return await call(which, input, options)
    } catch (error) {
      if (error instanceof CallRefused && error.status === 401) throw new SignInNeeded()
      // An address with an invalid id, for example too long or not a number, is also not found.
      if (error instanceof CallRefused && [400, 404, 422].includes(error.status)) throw notFound()
      throw error
    }
  }
}
