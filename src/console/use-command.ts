import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { StaffProblem } from '#contract/staff-call.ts'
import { waits } from './waiting-notes.ts'

/** Runs what a button does: which one is at work, and what the shop said no with. What was typed stays. */
export function useCommand() {
  const router = useRouter()
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBehind, setBehind] = useState(false)
  /** True if it was done; the page is then read anew. */
  async function run(name: string, work: () => Promise<unknown>): Promise<boolean> {
    setBusy(name)
    setProblem(null)
    setBehind(false)
    try {
      if ((await work()) !== waits) await router.invalidate()
      return true
    } catch (error) {
      setProblem(tellProblem(error))
      // Somebody may have been faster: what is possible now is drawn from how it stands.
      if (error instanceof StaffProblem && error.problem.status === 409) {
        setBehind(true)
        await router.invalidate()
      }
      return false
    } finally {
      setBusy(null)
    }
  }
  /** `isBehind`: it was refused because the thing has moved on meanwhile. */
  return { run, busy, problem, isBehind }
}

export function tellProblem(error: unknown): string {
  if (!(error instanceof StaffProblem)) return 'No connection. Nothing was changed; please try again.'
  const { title, detail, errors } = error.problem
  return [detail ?? title, ...(errors ?? []).map((one) => one.detail)].filter(Boolean).join(' ')
}
