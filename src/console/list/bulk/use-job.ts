import { useEffect, useState } from 'react'
import { useReload } from '#console/data/reload-page.ts'
import { tellProblem } from '#console/data/use-command.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { getJob, type StaffJob } from '#features/staff/jobs.staff.contract.ts'
import { listDone } from './job.rules.ts'

/** How often it is asked how far a job is. */
const askMs = 700

/** What takes a job back, for the numbers that it was done with. */
type TakeBack = { name: string; numbers: string[]; work: (numbers: string[]) => Promise<{ data: StaffJob }> }
type Followed = { name: string; state: StaffJob; takeBack?: TakeBack | undefined; isShown: boolean }

/** Starts something that the shop does by itself, and follows it to its end; the list is then read anew. */
export function useJob() {
  const { call } = useConsole()
  const reload = useReload()
  const [job, setJob] = useState<Followed | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const isOver = job?.state.state === 'done'
  const id = job?.state.id
  useEffect(() => {
    if (id === undefined || isOver) return
    let timer: ReturnType<typeof setTimeout>
    let isLeft = false
    const ask = async () => {
      // A lost answer is asked for again: the job goes on without us.
      const answer = await call(getJob, { id }).catch(() => null)
      if (isLeft) return
      if (answer) setJob((now) => now && { ...now, state: answer.data })
      if (answer?.data.state !== 'done') timer = setTimeout(ask, askMs)
      else {
        await reload()
        setJob((now) => (now?.state.id === id ? { ...now, isShown: true } : now))
      }
    }
    timer = setTimeout(ask, askMs)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [id, isOver, call, reload])
  /** True once the shop has taken it on. `name` is what is done, as the progress says it. */
  async function start(name: string, work: () => Promise<{ data: StaffJob }>, takeBack?: TakeBack): Promise<boolean> {
    setProblem(null)
    try {
      const { data } = await work()
      setJob({ name, state: data, takeBack, isShown: false })
      return true
    } catch (error) {
      setProblem(tellProblem(error))
      return false
    }
  }
  const done = job?.takeBack ? listDone(job.takeBack.numbers, job.state) : []
  const { takeBack } = job ?? {}
  // Offered once the list shows what the job did.
  const undo =
    takeBack && job?.isShown && done.length > 0 ? () => start(takeBack.name, () => takeBack.work(done)) : null
  return { job, start, undo, problem, isBusy: job !== null && !job.isShown, dismiss: () => setJob(null) }
}
