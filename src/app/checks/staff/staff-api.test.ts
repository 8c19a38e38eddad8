import { describe, expect, test } from 'vitest'
import { listAudit } from '#features/staff/audit.staff.contract.ts'
import { auditRows } from '#features/staff/server/staff.tables.ts'
import { forgotStaffPassword, signOutStaff } from '#features/staff/sign-in.staff.contract.ts'
import { testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'

const shop = testShop()
const staff = testStaff(shop)

describe('access', () => {
  test('answers a stranger, a shopper and a key without the scope with a problem', async () => {
    const ada = await shop.signedIn()
    const asShopper = { headers: { authorization: `Bearer ${ada.token}` } }
    const nobody = await staff.nobody().fetch('/staff-api/v1/audit')
    expect(nobody.status).toBe(401)
    expect(nobody.headers.get('content-type')).toBe('application/problem+json')
    expect(await nobody.json()).toMatchObject({
      status: 401,
      code: 'staff_not_signed_in',
      title: 'Sign in, or send an API key',
    })
    expect((await staff.nobody().fetch('/staff-api/v1/audit', asShopper)).status).toBe(401)
    const erp = await staff.key('orders:read')
    expect(await (await erp.fetch('/staff-api/v1/audit')).json()).toMatchObject({ status: 403, code: 'not_allowed' })
    expect((await (await staff.member('viewer')).call(listAudit, {})).data.data).toEqual([])
  })

  test('answers an unknown address with a problem', async () => {
    const answer = await (await staff.member()).fetch('/staff-api/v1/nothing')
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'not_found' })
  })
})

test('names the invalid fields', async () => {
  const answer = await (await staff.member()).fetch('/staff-api/v1/audit?limit=9999&from=yesterday')
  expect(answer.status).toBe(422)
  const { errors } = (await answer.json()) as { errors: { field: string }[] }
  expect(errors.map(({ field }) => field)).toEqual(['limit', 'from'])
})

test('pages a list by cursor and refuses a foreign cursor', async () => {
  const at = shop.clock.now()
  const row = {
    at,
    actorKind: 'timer' as const,
    actorId: 'x',
    actorName: 'x',
    call: 'x',
    before: {},
    after: {},
    ip: '',
  }
  await shop.shop.db.insert(auditRows).values(['a', 'b', 'c'].map((about) => ({ ...row, about })))
  const owner = await staff.member()
  const { data: first } = await owner.call(listAudit, { limit: 2 })
  expect(first).toMatchObject({ data: [{ about: 'c' }, { about: 'b' }], total: 3 })
  const { data: second } = await owner.call(listAudit, { limit: 2, after: first.next ?? '' })
  expect(second).toMatchObject({ data: [{ about: 'a' }], next: null })
  expect((await owner.fetch('/staff-api/v1/audit?after=WzEsMl0')).status).toBe(400)
})

test("writes nothing to the audit log for a stranger's sign-in attempts", async () => {
  const before = await shop.shop.db.$count(auditRows)
  const nobody = staff.nobody()
  await nobody.call(signOutStaff, {})
  await nobody.call(forgotStaffPassword, { email: 'nobody@harbor.test' })
  expect(await shop.shop.db.$count(auditRows)).toBe(before)
})
