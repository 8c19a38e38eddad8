import { isNotFound } from '@tanstack/react-router'
import type { MakeCall } from '#contract/calls/call.ts'
import type { WebContext } from '../root.tsx'
import { isSignInNeeded } from './load.ts'

/** The last known value of a call, or null before the first success. */
export type Optional<T> = { value: T | null; isUnavailable: boolean }

// Keyed by the call function of the router, so that visitors on the server never share values. The inner key contains
// the shopper.
const valuesByCall = new WeakMap<MakeCall, Map<string, unknown>>()

/** Loads data whose failure is not shown. The page renders with the known data, and `useOptionalRetry` tries again. */
export async function loadOptional<T>(
  { load, session }: WebContext,
  name: string,
  ask: (load: MakeCall) => Promise<T>,
): Promise<Optional<T>> {
  const knownValues = valuesByCall.get(load) ?? new Map<string, unknown>()
  valuesByCall.set(load, knownValues)
  const key = `${name} ${session.email()}`
  try {
    const value = await ask(load)
    knownValues.set(key, value)
    return { value, isUnavailable: false }
  } catch (error) {
    if (isSignInNeeded(error) || isNotFound(error)) throw error
    return { value: (knownValues.get(key) as T | undefined) ?? null, isUnavailable: true }
  }
}
