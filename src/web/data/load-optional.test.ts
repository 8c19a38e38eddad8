import { notFound } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import type { MakeCall } from '#contract/calls/call.ts'
import type { WebContext } from '../root.tsx'
import { SignInNeeded } from './load.ts'
import { loadOptional } from './load-optional.ts'

function visit(email: string | null) {
  const load = (async () => null) as unknown as MakeCall
  const who = { email }
  const context = { load, session: { email: () => who.email } } as unknown as WebContext
  return { who, ask: (answer: () => Promise<string>) => loadOptional(context, 'summary', answer) }
}
const fail = async () => {
  throw new Error('no answer')
}

test('keeps the known value after a failed call and marks it for a retry', async () => {
  const { ask, who } = visit('ada@harbor.test')
  expect(await ask(fail)).toEqual({ value: null, isUnavailable: true })
  expect(await ask(async () => 'two unpaid')).toEqual({ value: 'two unpaid', isUnavailable: false })
  expect(await ask(fail)).toEqual({ value: 'two unpaid', isUnavailable: true })
  // Values of one shopper are not shown to the next.
  who.email = 'bob@harbor.test'
  expect(await ask(fail)).toEqual({ value: null, isUnavailable: true })
})

test('throws "sign in first" and "not found" instead of hiding these errors', async () => {
  const { ask } = visit(null)
  await expect(ask(async () => Promise.reject(new SignInNeeded()))).rejects.toThrow('sign-in-needed')
  await expect(ask(async () => Promise.reject(notFound()))).rejects.toMatchObject({ isNotFound: true })
})
