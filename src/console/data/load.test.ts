import { isNotFound } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { StaffProblem } from '#contract/calls/staff-call.ts'
import { getMe } from '#features/staff/me.staff.contract.ts'
import { createStaffLoad, isStaffSignInNeeded, readNotAllowed } from './load.ts'

const refuseWith = (status: number) =>
  createStaffLoad(() => {
    throw new StaffProblem({ type: 'about:blank', title: 'No', status, code: 'no', detail: 'This takes orders:read.' })
  })
const thrownFor = (status: number) => refuseWith(status)(getMe, {}).catch((error: unknown) => error)
/** Returns the error as it arrives in the browser with the server's HTML. */
const withoutClass = (error: unknown) => new Error((error as Error).message)

test('turns missing data and invalid addresses into the not-found page', async () => {
  expect(isNotFound(await thrownFor(404))).toBe(true)
  expect(isNotFound(await thrownFor(422))).toBe(true)
})

test('names a missing scope, even after the error has lost its class', async () => {
  const thrown = await thrownFor(403)
  expect(readNotAllowed(thrown)).toBe('This takes orders:read.')
  expect(readNotAllowed(withoutClass(thrown))).toBe('This takes orders:read.')
  expect(readNotAllowed(new Error('something else'))).toBe(null)
})

test('recognizes a problem by its name, because the server throws another class', async () => {
  class StaffProblemOfTheServer extends Error {
    override name = 'StaffProblem'
    problem = { type: 'about:blank', title: 'Not found', status: 404, code: 'not_found' }
  }
  const load = createStaffLoad(() => {
    throw new StaffProblemOfTheServer()
  })
  expect(isNotFound(await load(getMe, {}).catch((error: unknown) => error))).toBe(true)
})

test('asks to sign in after an expired session, and passes other errors on', async () => {
  expect(isStaffSignInNeeded(withoutClass(await thrownFor(401)))).toBe(true)
  expect(await thrownFor(500)).toBeInstanceOf(StaffProblem)
})
