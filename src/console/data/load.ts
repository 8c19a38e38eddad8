import { notFound } from '@tanstack/react-router'
import { findStaffProblem, type MakeStaffCall } from '#contract/calls/staff-call.ts'

/** The error of a loader after the session has expired. The page offers to sign in again. */
export class StaffSignInNeeded extends Error {
  constructor() {
    super('staff-sign-in-needed')
    this.name = 'StaffSignInNeeded'
  }
}

/** The error of a loader if a scope is missing. The text after the colon names the scope. */
class StaffNotAllowed extends Error {
  constructor(what: string) {
    super(`${notAllowed}${what}`)
    this.name = 'StaffNotAllowed'
  }
}
const notAllowed = 'staff-not-allowed: '

/** Returns the missing scope of an error, or null. */
export function readNotAllowed(error: unknown): string | null {
  return error instanceof Error && error.message.startsWith(notAllowed) ? error.message.slice(notAllowed.length) : null
}

/**
 * Returns whether an error is `StaffSignInNeeded`. Errors from the server's HTML lose their class, so the message
 * decides.
 */
export function isStaffSignInNeeded(error: unknown): boolean {
  return error instanceof Error && error.message === 'staff-sign-in-needed'
}

/**
 * Wraps a call for loaders. Missing or invalid data becomes the not-found page, and an expired session the sign-in
 * page.
 */
export function createStaffLoad(call: MakeStaffCall): MakeStaffCall {
  return async (which, input, options) => {
    try {
      return await call(which, input, options)
    } catch (error) {
      const problem = findStaffProblem(error)
      if (problem?.status === 401) throw new StaffSignInNeeded()
      if (problem?.status === 403) throw new StaffNotAllowed(problem.detail ?? problem.title)
      // The input of a loader comes from the address.
      if (problem?.status === 404 || problem?.status === 422) throw notFound()
      throw error
    }
  }
}
