import { notFound } from '@tanstack/react-router'
import { findStaffProblem, type MakeStaffCall } from '#contract/calls/staff-call.ts'

/** Thrown by a loader once the session is over; the page around it offers to sign in again. */
export class StaffSignInNeeded extends Error {
  constructor() {
    super('staff-sign-in-needed')
    this.name = 'StaffSignInNeeded'
  }
}

/** Thrown by a loader for what the role does not allow; what it takes comes after the colon. */
class StaffNotAllowed extends Error {
  constructor(what: string) {
    super(`${notAllowed}${what}`)
    this.name = 'StaffNotAllowed'
  }
}
const notAllowed = 'staff-not-allowed: '

/** What it takes, where an error tells of a right that is missing. */
export function readNotAllowed(error: unknown): string | null {
  return error instanceof Error && error.message.startsWith(notAllowed) ? error.message.slice(notAllowed.length) : null
}

/** Errors lose their class on the way from the server's HTML into the browser, so the message tells. */
export function isStaffSignInNeeded(error: unknown): boolean {
  return error instanceof Error && error.message === 'staff-sign-in-needed'
}

/** A call as loaders make it: what is not there, or cannot be, becomes the not-found page, a session that is over the way back in. */
export function createStaffLoad(call: MakeStaffCall): MakeStaffCall {
  return async (which, input, options) => {
    try {
      return await call(which, input, options)
    } catch (error) {
      const problem = findStaffProblem(error)
      if (problem?.status === 401) throw new StaffSignInNeeded()
      if (problem?.status === 403) throw new StaffNotAllowed(problem.detail ?? problem.title)
      // What a loader asks for stands in the address.
      if (problem?.status === 404 || problem?.status === 422) throw notFound()
      throw error
    }
  }
}
