import { type MakeStaffCall, StaffProblem } from '#contract/calls/staff-call.ts'
import { createStore } from '#ui/state/store.ts'

/** The reason for interrupting a member: the session has expired, or the second factor is too old for the action. */
type Reason = 'session' | 'confirm'
type ReauthenticationRequest = { reason: Reason; answer: (isDone: boolean) => void }

export const reauthenticationStore = createStore<ReauthenticationRequest | null>(null)
let pendingQuestion: Promise<boolean> | null = null

/** Asks once for several calls that fail at the same time. */
function reauthenticate(reason: Reason): Promise<boolean> {
  pendingQuestion ??= new Promise<boolean>((resolve) => {
    reauthenticationStore.write({
      reason,
      answer: (isDone) => {
        pendingQuestion = null
        reauthenticationStore.write(null)
        resolve(isDone)
      },
    })
  })
  return pendingQuestion
}

const reasonOf = (error: unknown): Reason | null => {
  if (!(error instanceof StaffProblem)) return null
  if (error.problem.status === 401) return 'session'
  return error.problem.code === 'confirm_needed' ? 'confirm' : null
}

/** Wraps a call to ask for the missing sign-in or second factor. The call is then repeated, and typed values stay. */
export function withReauthentication(call: MakeStaffCall): MakeStaffCall {
  return async (which, input, options) => {
    try {
      return await call(which, input, options)
    } catch (error) {
      const reason = reasonOf(error)
      // The calls of the sign-in itself must not ask for a sign-in.
      if (!reason || which.scope === 'anyone' || which.path.startsWith('/me/confirm')) throw error
      if (!(await reauthenticate(reason))) throw error
      return await call(which, input, options)
    }
  }
}
