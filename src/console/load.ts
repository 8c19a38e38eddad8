import { notFound } from '@tanstack/react-router'
import { type MakeStaffCall, StaffProblem } from '#contract/staff-call.ts'

/** Thrown by a loader once the session is over; the page around it offers to sign in again. */
export class StaffSignInNeeded extends Error {
  constructor() {
    super('staff-sign-in-needed')
    this.name = 'StaffSignInNeeded'
  }
}

/** Errors lose their class on the way from the server's HTML into the browser, so the message tells. */
export function isStaffSignInNeeded(error: unknown): boolean {
  return error instanceof Error && error.message === 'staff-sign-in-needed'
}

/** A call as loaders make it: what is not there becomes the not-found page, a session that is over the way back in. */
export function createStaffLoad(call: MakeStaffCall): MakeStaffCall {
  return async (which, input, options) => {
    try {
      return await call(which, input, options)
    } catch (error) {
      if (!(error instanceof StaffProblem)) throw error
      if (error.problem.status === 401) throw new StaffSignInNeeded()
      if (error.problem.status === 404) throw notFound()
      throw error
    }
  }
}
