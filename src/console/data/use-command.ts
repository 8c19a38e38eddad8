import { useRef, useState } from 'react'
import { StaffProblem } from '#contract/calls/staff-call.ts'
import { useReload } from './reload-page.ts'
import { queuedForLater } from './waiting-notes.ts'

/** Returns a function that runs commands, the name of the running command, and the last problem. Typed values stay. */
export function useCommand() {
  const reload = useReload()
  const [busy, setBusy] = useState<string | null>(null)
  const running = useRef(new Set<string>())
  const [problem, setProblem] = useState<string | null>(null)
  const [isOutdated, setOutdated] = useState(false)
  /**
   * Runs a command. Returns true once it succeeded and the page shows the result. Until then the button stays busy, so
   * that no one sends the command twice.
   */
  async function run(name: string, work: () => Promise<unknown>): Promise<boolean> {
    // A key may be pressed again before the button is rendered as busy.
    if (running.current.has(name)) return false
    running.current.add(name)
    setBusy(name)
    setProblem(null)
    setOutdated(false)
    try {
      if ((await work()) !== queuedForLater) await reload()
      return true
    } catch (error) {
      setProblem(formatProblem(error))
      // The resource may have changed meanwhile. The reload shows the commands that are possible now.
      if (error instanceof StaffProblem && error.problem.status === 409) {
        setOutdated(true)
        await reload()
      }
      return false
    } finally {
      running.current.delete(name)
      setBusy(null)
    }
  }
  /** `isOutdated` is true if the command was refused because the resource has changed meanwhile. */
  return { run, busy, problem, isOutdated }
}

export function formatProblem(error: unknown): string {
  if (!(error instanceof StaffProblem)) return 'No connection. Nothing was changed; please try again.'
  const { title, detail, errors } = error.problem
  return [detail ?? title, ...(errors ?? []).map((one) => one.detail)].filter(Boolean).join(' ')
}
