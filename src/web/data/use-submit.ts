import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type Call, CallRefused, type Input, type Output } from '#contract/calls/call.ts'
import type { Refusal } from '#contract/calls/envelopes.ts'

type State = {
  isBusy: boolean
  /** The refusal by the shop, or null. */
  refusal: Refusal | null
  /** True after any failure. If there is no refusal, the server did not respond. The form keeps the typed values. */
  hasFailed: boolean
}

const idle: State = { isBusy: false, refusal: null, hasFailed: false }

/** Sends a call from a form and keeps its outcome. Returns undefined after a failure. */
export function useSubmit<C extends Call>(call: C) {
  const router = useRouter()
  const [state, setState] = useState(idle)
  async function submit(input: Input<C>): Promise<{ answer: Output<C> } | undefined> {
    setState({ ...idle, isBusy: true })
    try {
      const answer = await router.options.context.call(call, input)
      setState(idle)
      return { answer }
    } catch (error) {
      setState({ ...idle, refusal: error instanceof CallRefused ? error.refusal : null, hasFailed: true })
      return undefined
    }
  }
  return { ...state, submit, reset: () => setState(idle) }
}
