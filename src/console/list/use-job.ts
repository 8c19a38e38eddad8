import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { getJob, type StaffJob } from '#features/staff/jobs.staff.contract.ts'
import { useConsole } from '../console-context.ts'
import { tellProblem } from '../use-command.ts'

/** How often it is asked how far a job is. */
const askMs = 700

/** Starts something that the shop does by itself, and follows it to its end; the list is then read anew. */
export function useJob() {
  const { call } = useConsole()
  const router = useRouter()
  const [job, setJob] = useState<{ name: string; state: StaffJob } | null>(null)
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
      if (answer?.data.state === 'done') await router.invalidate()
      else timer = setTimeout(ask, askMs)
    }
    timer = setTimeout(ask, askMs)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [id, isOver, call, router])
  /** True once the shop has taken it on. `name` is what is done, as the progress says it. */
  async function start(name: string, work: () => Promise<{ data: StaffJob }>): Promise<boolean> {
    setProblem(null)
    try {
      const { data } = await work()
      setJob({ name, state: data })
      return true
    } catch (error) {
      setProblem(tellProblem(error))
      return false
    }
  }
  return { job, start, problem, isBusy: job !== null && !isOver, dismiss: () => setJob(null) }
}
