import { useEffect, useState } from 'react'
import { useReload } from '#console/data/reload-page.ts'
import { formatProblem } from '#console/data/use-command.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { getJob, type StaffJob } from '#features/staff/jobs.staff.contract.ts'
import { listSucceeded } from './job.rules.ts'

/** The interval in ms at which the progress of a job is requested. */
const pollMs = 700

/** The command that undoes a job, for the numbers that the job succeeded for. */
type JobUndo = { name: string; numbers: string[]; work: (numbers: string[]) => Promise<{ data: StaffJob }> }
type TrackedJob = { name: string; state: StaffJob; jobUndo?: JobUndo | undefined; isShown: boolean }

/**
 * Returns a function that starts a job on the server, and the progress of that job. The list is reloaded at the end of
 * the job.
 */
export function useJob() {
  const { call } = useConsole()
  const reload = useReload()
  const [job, setJob] = useState<TrackedJob | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const isOver = job?.state.state === 'done'
  const id = job?.state.id
  useEffect(() => {
    if (id === undefined || isOver) return
    let timer: ReturnType<typeof setTimeout>
    let isUnmounted = false
    const ask = async () => {
      // After a failed request the next request follows, because the job continues on the server.
      const answer = await call(getJob, { id }).catch(() => null)
      if (isUnmounted) return
      if (answer) setJob((now) => now && { ...now, state: answer.data })
      if (answer?.data.state !== 'done') timer = setTimeout(ask, pollMs)
      else {
        await reload()
        setJob((now) => (now?.state.id === id ? { ...now, isShown: true } : now))
      }
    }
    timer = setTimeout(ask, pollMs)
    return () => {
      isUnmounted = true
      clearTimeout(timer)
    }
  }, [id, isOver, call, reload])
  /** Starts a job. Resolves to true once the server has accepted it. `name` describes the action in the progress. */
  async function start(name: string, work: () => Promise<{ data: StaffJob }>, jobUndo?: JobUndo): Promise<boolean> {
    setProblem(null)
    try {
      const { data } = await work()
      setJob({ name, state: data, jobUndo, isShown: false })
      return true
    } catch (error) {
      setProblem(formatProblem(error))
      return false
    }
  }
  const done = job?.jobUndo ? listSucceeded(job.jobUndo.numbers, job.state) : []
  const { jobUndo } = job ?? {}
  // The undo is offered once the list shows the result of the job.
  const undo = jobUndo && job?.isShown && done.length > 0 ? () => start(jobUndo.name, () => jobUndo.work(done)) : null
  return { job, start, undo, problem, isBusy: job !== null && !job.isShown, dismiss: () => setJob(null) }
}
