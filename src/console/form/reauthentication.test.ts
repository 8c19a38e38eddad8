import { expect, test, vi } from 'vitest'
import { type MakeStaffCall, StaffProblem } from '#contract/calls/staff-call.ts'
import { getMe } from '#features/staff/me.staff.contract.ts'
import { signOutStaff } from '#features/staff/sign-in.staff.contract.ts'
import { reauthenticationStore, withReauthentication } from './reauthentication.ts'

const refusal = (status: number, code: string) => new StaffProblem({ type: '', title: code, status, code })
const answered = { data: 'here', etag: null }
const failOnce = (error: Error) => vi.fn().mockRejectedValueOnce(error).mockResolvedValue(answered)

test.each([
  [401, 'not_signed_in', 'session'],
  [403, 'confirm_needed', 'confirm'],
] as const)('after %i %s, asks once and repeats the call', async (status, code, reason) => {
  const call = failOnce(refusal(status, code))
  const first = withReauthentication(call as MakeStaffCall)(getMe, {})
  await vi.waitFor(() => expect(reauthenticationStore.read()?.reason).toBe(reason))
  reauthenticationStore.read()?.answer(true)
  expect(await first).toBe(answered)
  expect(call).toHaveBeenCalledTimes(2)
  expect(reauthenticationStore.read()).toBe(null)
})

test('asks once for two calls that fail together, and throws both refusals when the member declines', async () => {
  const call = vi.fn().mockRejectedValue(refusal(401, 'not_signed_in'))
  const both = Promise.allSettled([1, 2].map(() => withReauthentication(call as MakeStaffCall)(getMe, {})))
  await vi.waitFor(() => expect(reauthenticationStore.read()).not.toBe(null))
  reauthenticationStore.read()?.answer(false)
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(call).toHaveBeenCalledTimes(2)
})

test.each([
  [refusal(403, 'not_allowed'), getMe],
  [refusal(401, 'not_signed_in'), signOutStaff],
])('throws %s unchanged for a call that no sign-in can fix', async (error, which) => {
  const call = vi.fn().mockRejectedValue(error)
  await expect(withReauthentication(call as MakeStaffCall)(which, {})).rejects.toBe(error)
  expect(reauthenticationStore.read()).toBe(null)
})
