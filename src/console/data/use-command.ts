import { useRef, useState } from 'react'
import { StaffProblem } from '#contract/calls/staff-call.ts'
import { useReload } from './reload-page.ts'
import { waits } from './waiting-notes.ts'

/** Runs what a button does: which one is at work, and what the shop said no with. What was typed stays. */
export function useCommand() {
  const reload = useReload()
  const [busy, setBusy] = useState<string | null>(null)
  const running = useRef(new Set<string>())
  const [problem, setProblem] = useState<string | null>(null)
  const [isBehind, setBehind] = useState(false)
  /** True if it was done and the page shows it: the button stays busy until then, so that nobody sends it twice. */
  async function run(name: string, work: () => Promise<unknown>): Promise<boolean> {
    // A key may be pressed again before the button is drawn busy.
    if (running.current.has(name)) return false
    running.current.add(name)
    setBusy(name)
    setProblem(null)
    setBehind(false)
    try {
      if ((await work()) !== waits) await reload()
      return true
    } catch (error) {
      setProblem(tellProblem(error))
      // Somebody may have been faster: what is possible now is drawn from how it stands.
      if (error instanceof StaffProblem && error.problem.status === 409) {
        setBehind(true)
        await reload()
      }
      return false
    } finally {
      running.current.delete(name)
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
