import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { hourMs } from '#contract/times/times.ts'
import { hashPassword } from '#features/sign-in/server/password.ts'
import { listAudit } from '#features/staff/audit.staff.contract.ts'
import { sendCode, signInStaff } from '#features/staff/sign-in.staff.contract.ts'
import { problemOf, type StaffPerson, testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'
import { auditRows, staffMembers } from '../staff.tables.ts'

const shop = testShop()
const staff = testStaff(shop)
const password = 'kelp forest at noon'
let amina: StaffPerson
let email: string

beforeEach(async () => {
  amina = await staff.member('support', 'Amina Yusuf')
  email = `${amina.id}@harbor.test`
  const passwordHash = await hashPassword(password)
  await shop.shop.db.update(staffMembers).set({ passwordHash }).where(eq(staffMembers.id, amina.id))
})

const guess = (ip: string, typed = 'a wrong one', who = email) =>
  problemOf(staff.browser(ip).call(signInStaff, { email: who, password: typed }))
async function readLog() {
  const owner = await staff.member()
  return (await owner.call(listAudit, { about: `sign-in/${amina.id}` })).data.data
}

test('writes one row an hour for failed sign-ins of a member, with the number of tries and the first IP address', async () => {
  expect(await guess('10.61.1.1')).toBe('wrong_sign_in')
  await Promise.all([guess('10.61.1.2'), guess('10.61.1.3')])
  // The password is right, and the second step is wrong.
  const browser = staff.browser('10.61.1.4')
  await browser.call(signInStaff, { email, password })
  expect(await problemOf(browser.call(sendCode, { code: '000000' }))).toBe('wrong_code')
  expect(await readLog()).toMatchObject([
    { call: 'failedSignIn', actor: { kind: 'member', id: amina.id, name: 'Amina Yusuf' }, after: { tries: 4 } },
  ])
  expect((await readLog())[0]?.ip).toBe('10.61.1.1')
  shop.clock.advance(hourMs)
  await guess('10.61.1.1')
  expect((await readLog()).map(({ after }) => after)).toEqual([{ tries: 1 }, { tries: 4 }])
})

test('records a wait once, and nothing for an unknown address or a successful sign-in', async () => {
  const before = await shop.shop.db.$count(auditRows)
  expect(await guess('10.62.1.1', password, 'nobody@harbor.test')).toBe('wrong_sign_in')
  expect(await shop.shop.db.$count(auditRows)).toBe(before)
  const answers: unknown[] = []
  for (let at = 0; at < 9; at++) answers.push(await guess('10.62.1.1'))
  expect(answers.at(-1)).toBe('too_many')
  const wrong = answers.filter((one) => one === 'wrong_sign_in').length
  expect((await readLog()).map(({ after }) => after)).toEqual([{ tries: wrong, locked: true }])
})

test('allows no change to the row of failed sign-ins except a higher count', async () => {
  await guess('10.63.1.1')
  await guess('10.63.1.1')
  const isMatch = sql`about = ${`sign-in/${amina.id}`}`
  for (const change of [
    sql`update audit_rows set after = '{"tries": 1}' where ${isMatch}`,
    sql`update audit_rows set ip = '10.0.0.1' where ${isMatch}`,
    sql`update audit_rows set after = '{}' where ${isMatch}`,
  ]) {
    await expect(shop.shop.db.execute(change)).rejects.toThrow()
  }
  expect(await readLog()).toMatchObject([{ after: { tries: 2 } }])
})
