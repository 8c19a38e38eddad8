import { useEffect, useRef, useState } from 'react'
import type { StaffCall, StaffInput, StaffOutput } from '#contract/calls/staff-call.ts'
import { useConsole } from '../shell/console-context.ts'
import { formatProblem } from './use-command.ts'

/** 200 ms without a change: a person who types fast sends one request. */
const debounceMs = 200

type Answer<C extends StaffCall> = { of: string | null; data: StaffOutput<C> | null; problem: string | null }
type Options<C extends StaffCall> = {
  /** The data to show before the first response. */
  first?: StaffOutput<C>
  /** A change of the version sends the same input again. */
  version?: number
}

/**
 * Sends the input of a form to a read-only call, and again after each change. Sends nothing while the input is null.
 */
export function usePreview<C extends StaffCall>(
  preview: C,
  input: StaffInput<C> | null,
  { first, version = 0 }: Options<C> = {},
) {
  const { call } = useConsole()
  const [answer, setAnswer] = useState<Answer<C>>({ of: null, data: first ?? null, problem: null })
  const isFirst = useRef(true)
  const inputKey = JSON.stringify([input, version])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `inputKey` represents the input and its version.
  useEffect(() => {
    if (input === null) return
    const controller = new AbortController()
    const send = () =>
      call(preview, input, { signal: controller.signal }).then(
        ({ data }) => !controller.signal.aborted && setAnswer({ of: inputKey, data, problem: null }),
        (error: unknown) =>
          !controller.signal.aborted &&
          setAnswer(({ data }) => ({ of: inputKey, data, problem: formatProblem(error) })),
      )
    const timer = setTimeout(send, isFirst.current ? 0 : debounceMs)
    isFirst.current = false
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [call, preview, inputKey])
  const isAnswered = answer.of === inputKey
  return {
    /** The last data received, which may belong to an earlier input. */
    data: answer.data,
    /** The refusal of the last input sent. */
    problem: answer.problem,
    /** Whether the last response, data or refusal, belongs to the current input. */
    isAnswered,
    /** Whether the data belongs to the current input. */
    isFresh: isAnswered && answer.problem === null,
  }
}
