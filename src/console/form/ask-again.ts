import { type MakeStaffCall, StaffProblem } from '#contract/calls/staff-call.ts'
import { createStore } from '#ui/state/store.ts'

/** Why somebody is asked in the middle of their work: the session is over, or the second step is too old for what they do. */
type Reason = 'session' | 'confirm'
type Asked = { reason: Reason; answer: (isDone: boolean) => void }

export const askAgainStore = createStore<Asked | null>(null)
let asking: Promise<boolean> | null = null

/** Several calls that fail at once are one question. */
function askAgain(reason: Reason): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    askAgainStore.write({
      reason,
      answer: (isDone) => {
        asking = null
        askAgainStore.write(null)
        resolve(isDone)
      },
    })
  })
  return asking
}

const reasonOf = (error: unknown): Reason | null => {
  if (!(error instanceof StaffProblem)) return null
  if (error.problem.status === 401) return 'session'
  return error.problem.code === 'confirm_needed' ? 'confirm' : null
}

/** Calls that a session's end only interrupts: whoever signs in again goes on where they were, with everything they typed. */
export function askingAgain(call: MakeStaffCall): MakeStaffCall {
  return async (which, input, options) => {
    try {
      return await call(which, input, options)
    } catch (error) {
      const reason = reasonOf(error)
      // Whoever is signing in is not asked to sign in first.
      if (!reason || which.scope === 'anyone' || which.path.startsWith('/me/confirm')) throw error
      if (!(await askAgain(reason))) throw error
      return await call(which, input, options)
    }
  }
}
