import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import type { MakeStaffCall } from '#contract/calls/staff-call.ts'
import { dayMs, hourMs, minuteMs } from '#contract/times/times.ts'
import { listAudit } from '#features/staff/audit.staff.contract.ts'
import * as own from '#features/staff/me.staff.contract.ts'
import * as people from '#features/staff/members.staff.contract.ts'
import * as signing from '#features/staff/sign-in.staff.contract.ts'
import { createSoftPasskey } from '#testing/outside/soft-passkey.ts'
import { problemOf, testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'
import { auditRows } from '../staff.tables.ts'

const shop = testShop()
const staff = testStaff(shop)
const password = 'kelp forest at noon'
let made = 0

const tokenIn = (text = '') => /token=([\w-]{43})/.exec(text)?.[1] ?? ''
const lastMail = async (to: string) => (await shop.mailsTo(to)).at(-1)

/** Creates a member who was invited and has joined, with a separate browser. */
async function join(role = 'support') {
  const email = `person-${++made}@shop.example`
  const owner = await staff.member('owner')
  await owner.call(people.invite, { email, role })
  const token = tokenIn((await lastMail(email))?.text)
  const browser = staff.browser(`10.77.${made}.1`)
  await browser.call(signing.acceptInvitation, { token, name: `Person ${made}`, password })
  return { ...browser, email, token }
}

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: shop.clock.now().getTime() })

/** Creates a member with codes as second step. */
async function joinWithCodes(role = 'support') {
  const person = await join(role)
  const { data } = await person.call(own.startMyCode, {})
  const { data: first } = await person.call(own.confirmMyCode, { code: codeOf(data.secret) })
  shop.clock.advance(30_000)
  return { ...person, secret: data.secret, recoveryCodes: first.recovery_codes }
}

const refusedWith = (code: string) => expect.objectContaining({ problem: expect.objectContaining({ code }) })
const isRefused = (pending: Promise<unknown>, code: string) => expect(pending).rejects.toEqual(refusedWith(code))
const signIn = (call: MakeStaffCall, email: string, typed = password) =>
  call(signing.signInStaff, { email, password: typed })

describe('invitations', () => {
  test('let their recipient join once, with the given role', async () => {
    const person = await join('warehouse')
    const { data: me } = await person.call(own.getMe, {})
    expect(me).toMatchObject({ email: person.email, role: { id: 'warehouse' }, second_step: { is_missing: true } })
    const again = { token: person.token, name: 'Somebody else', password }
    await isRefused(staff.browser().call(signing.acceptInvitation, again), 'link_over')
  })

  test('end after three days, when canceled, and when a newer invitation is sent', async () => {
    const owner = await staff.member('owner')
    const accept = (token: string) => staff.browser().call(signing.acceptInvitation, { token, name: 'Late', password })
    const send = async (email: string) => {
      const { data } = await owner.call(people.invite, { email, role: 'viewer' })
      return { id: data.id, token: tokenIn((await lastMail(email))?.text) }
    }
    const first = await send('late-1@shop.example')
    const second = await send('late-1@shop.example')
    await isRefused(accept(first.token), 'link_over')
    expect((await owner.call(people.endInvitation, { id: second.id })).data.status).toBe('ended')
    await isRefused(accept(second.token), 'link_over')
    const third = await send('late-3@shop.example')
    shop.clock.advance(3 * dayMs)
    await isRefused(accept(third.token), 'link_over')
    shop.clock.advance(-3 * dayMs)
  })

  test('reject a short or common password beside its field, and stay valid', async () => {
    const owner = await staff.member('owner')
    await owner.call(people.invite, { email: 'weak@shop.example', role: 'viewer' })
    const token = tokenIn((await lastMail('weak@shop.example'))?.text)
    for (const weak of ['short', 'password1234', 'weak-shop-2026']) {
      const pending = staff.browser().call(signing.acceptInvitation, { token, name: 'Wes', password: weak })
      await expect(pending).rejects.toMatchObject({
        problem: { code: 'invalid_input', errors: [{ field: 'password' }] },
      })
    }
    await staff.browser().call(signing.acceptInvitation, { token, name: 'Wes', password })
  })
})

describe('signing in', () => {
  test('opens only the member’s own account without a second step if the shop requires one', async () => {
    const { call, fetch } = await join('owner')
    await isRefused(call(people.listMembers, {}), 'second_step_needed')
    expect((await fetch('/staff-api/v1/orders')).status).not.toBe(200)
    const { data } = await call(own.startMyCode, {})
    await call(own.confirmMyCode, { code: codeOf(data.secret) })
    expect((await call(people.listMembers, {})).data.data.length).toBeGreaterThan(0)
  })

  test('requires a second step again after a grace period, with a mail to members without one', async () => {
    const owner = await staff.member('owner')
    const support = await staff.member('support')
    const warehouse = await join('warehouse')
    const { email } = (await warehouse.call(own.getMe, {})).data
    const change = (is_required: boolean) =>
      owner.call(people.changeSecondStepRule, { is_required, grace_days: 3 }, { ifMatch: '*' })
    await isRefused(support.call(people.changeSecondStepRule, { is_required: false }, { ifMatch: '*' }), 'not_allowed')
    expect((await change(false)).data).toMatchObject({ is_required: false, required_from: null })
    expect((await warehouse.call(own.getMe, {})).data.second_step).toMatchObject({
      is_required: false,
      is_missing: false,
    })
    const { data } = await change(true)
    expect(data).toMatchObject({ is_required: true, required_from: expect.any(String) })
    expect(data.members_without).toBeGreaterThan(0)
    expect((await warehouse.call(own.getMe, {})).data.second_step).toMatchObject({
      ...{ is_required: true, is_missing: false, required_from: data.required_from },
    })
    const subjects = (await shop.mailsTo(email ?? '')).map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringContaining('Set up your second step'))
    shop.clock.advance(3 * 24 * 3_600_000)
    const later = staff.browser()
    await signIn(later.call, email ?? '')
    expect((await later.call(own.getMe, {})).data.second_step).toMatchObject({ is_missing: true, required_from: null })
  })

  test('gives the same response to a wrong password, an unknown address and a disabled member', async () => {
    const { email } = await join()
    const gone = await join()
    const owner = await staff.member('owner')
    const { data } = await owner.call(people.listMembers, { q: gone.email })
    await owner.call(people.disableMember, { id: data.data[0]?.id ?? '' })
    const { call } = staff.browser('10.55.1.1')
    const answers = [
      signIn(call, email, 'wrong wrong wrong'),
      signIn(call, 'nobody@shop.example'),
      signIn(call, gone.email),
    ]
    const problems = await Promise.all(answers.map((one) => one.catch(({ problem }) => problem)))
    expect(new Set(problems.map((problem) => JSON.stringify(problem))).size).toBe(1)
    expect(problems[0]).toMatchObject({ status: 401, code: 'wrong_sign_in' })
  })

  test('asks for a code after the password, and accepts each code once', async () => {
    const { email, secret } = await joinWithCodes()
    const { call, jar } = staff.browser('10.55.2.1')
    expect((await signIn(call, email)).data).toEqual({ step: 'code', steps: ['code'] })
    await isRefused(call(own.getMe, {}), 'staff_not_signed_in')
    await isRefused(call(signing.sendCode, { code: '000000' }), 'wrong_code')
    const code = codeOf(secret)
    expect((await call(signing.sendCode, { code })).data.step).toBe('done')
    expect((await call(own.getMe, {})).data.email).toBe(email)
    expect(jar.has('staff_second_step')).toBe(false)
    const other = staff.browser('10.55.2.2')
    await signIn(other.call, email)
    await isRefused(other.call(signing.sendCode, { code }), 'wrong_code')
    expect((await lastMail(email))?.subject).toBe('You signed in with a new browser')
  })

  test('accepts a code once when two browsers send it at the same time', async () => {
    const { email, secret } = await joinWithCodes()
    const browsers = [staff.browser('10.55.3.1'), staff.browser('10.55.4.1')]
    for (const { call } of browsers) await signIn(call, email)
    const code = codeOf(secret)
    const came = await Promise.allSettled(browsers.map(({ call }) => call(signing.sendCode, { code })))
    expect(came.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('accepts a recovery code in place of the phone, once', async () => {
    const { email, recoveryCodes } = await joinWithCodes()
    expect(new Set(recoveryCodes).size).toBe(10)
    const [recovery_code = ''] = recoveryCodes
    const { call } = staff.browser('10.55.5.1')
    await signIn(call, email)
    await call(signing.sendCode, { recovery_code: recovery_code.toUpperCase() })
    expect((await call(own.getMe, {})).data.second_step).toMatchObject({ ways: ['code'], recovery_codes_left: 9 })
    await signIn(call, email)
    await isRefused(call(signing.sendCode, { recovery_code }), 'wrong_code')
  })

  test('requires the password again after five wrong codes, even if the sixth code is right', async () => {
    const { email, secret } = await joinWithCodes()
    const { call } = staff.browser('10.55.6.1')
    await signIn(call, email)
    for (let time = 0; time < 5; time++) await isRefused(call(signing.sendCode, { code: '111111' }), 'wrong_code')
    await isRefused(call(signing.sendCode, { code: codeOf(secret) }), 'sign_in_over')
  })

  test('slows down guesses, and never locks out a member on another network', async () => {
    const person = await joinWithCodes()
    const { call } = staff.browser('10.55.7.1')
    const outcomes: string[] = []
    for (let time = 0; time < 9; time++) {
      await signIn(call, person.email, 'not the password').catch(({ problem }) => outcomes.push(problem.code))
    }
    expect(outcomes.filter((code) => code === 'too_many').length).toBeGreaterThan(2)
    expect((await signIn(staff.browser('10.56.7.1').call, person.email)).data.step).toBe('code')
    expect((await signIn(person.call, person.email)).data.step).toBe('code')
  })

  test('pauses codes for an account on all networks, mails the account’s owner once, and does not affect known devices', async () => {
    const person = await joinWithCodes()
    const outcomes: unknown[] = []
    for (let network = 1; network <= 13; network++) {
      const { call } = staff.browser(`10.60.${network}.1`)
      await signIn(call, person.email)
      outcomes.push(await problemOf(call(signing.sendCode, { code: '000000' })))
    }
    expect(outcomes.filter((code) => code === 'wrong_code')).toHaveLength(10)
    expect(outcomes.at(-1)).toBe('too_many')
    const warnings = (await shop.mailsTo(person.email)).filter(({ subject }) => subject.includes('guessing'))
    expect(warnings).toHaveLength(1)
    // Neither the owner's known browser nor a recovery code from a new browser is slowed down.
    await signIn(person.call, person.email)
    expect((await person.call(signing.sendCode, { code: codeOf(person.secret) })).data.step).toBe('done')
    const fresh = staff.browser('10.60.40.1')
    await signIn(fresh.call, person.email)
    const [recovery_code = ''] = person.recoveryCodes
    expect((await fresh.call(signing.sendCode, { recovery_code })).data.step).toBe('done')
    // Each pause is longer than the pause before, up to an hour.
    const guesser = staff.browser('10.60.41.1')
    await signIn(guesser.call, person.email)
    const guess = () => problemOf(guesser.call(signing.sendCode, { code: '000000' }))
    shop.clock.advance(2_000)
    expect([await guess(), await guess()]).toEqual(['wrong_code', 'too_many'])
    shop.clock.advance(2_000)
    expect(await guess()).toBe('too_many')
    shop.clock.advance(2_000)
    expect(await guess()).toBe('wrong_code')
  })

  test('accepts sign-in codes again after a password reset', async () => {
    const person = await joinWithCodes()
    for (let network = 1; network <= 12; network++) {
      const { call } = staff.browser(`10.64.${network}.1`)
      await signIn(call, person.email)
      await problemOf(call(signing.sendCode, { code: '000000' }))
    }
    const fresh = staff.browser('10.64.20.1')
    await fresh.call(signing.forgotStaffPassword, { email: person.email })
    const token = tokenIn((await lastMail(person.email))?.text)
    await fresh.call(signing.resetStaffPassword, { token, password: 'nine tugs and one rope' })
    await signIn(fresh.call, person.email, 'nine tugs and one rope')
    expect((await fresh.call(signing.sendCode, { code: codeOf(person.secret) })).data.step).toBe('done')
  })

  test('ends a session after 12 unused hours, after 7 days, and on request', async () => {
    const { call } = await joinWithCodes()
    shop.clock.advance(11 * hourMs)
    await call(own.getMe, {})
    shop.clock.advance(12 * hourMs + 1)
    await isRefused(call(own.getMe, {}), 'staff_not_signed_in')
    const again = await joinWithCodes()
    for (let hour = 0; hour < 7 * 24 - 1; hour += 11) {
      await again.call(own.getMe, {})
      shop.clock.advance(11 * hourMs)
    }
    await isRefused(again.call(own.getMe, {}), 'staff_not_signed_in')
    const third = await joinWithCodes()
    await third.call(signing.signOutStaff, {})
    await isRefused(third.call(own.getMe, {}), 'staff_not_signed_in')
  })

  test("limits the cookie to the shop's own pages", async () => {
    const { email } = await join()
    const body = JSON.stringify({ email, password })
    const headers = { 'content-type': 'application/json' }
    const answer = await staff.browser().fetch('/staff-api/v1/sign-in', { method: 'POST', headers, body })
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('staff_session='))
    expect(cookie).toMatch(/SameSite=Strict/)
    expect(cookie).toMatch(/HttpOnly/)
  })
})

describe('passkeys', () => {
  async function joinWithPasskey() {
    const person = await join()
    const passkey = createSoftPasskey('http://harbor.test')
    const { data } = await person.call(own.startMyPasskey, {})
    const { data: kept } = await person.call(own.addMyPasskey, { name: 'Phone', response: passkey.make(data.options) })
    return { ...person, passkey, recoveryCodes: kept.recovery_codes }
  }

  test('are enough to sign in alone, and a signature works once', async () => {
    const { email, passkey, recoveryCodes } = await joinWithPasskey()
    expect(recoveryCodes).toHaveLength(10)
    const { call } = staff.browser('10.57.1.1')
    const { data } = await call(signing.askForPasskey, {})
    const response = passkey.sign(data.options)
    expect((await call(signing.sendPasskey, { response })).data.step).toBe('done')
    expect((await call(own.getMe, {})).data).toMatchObject({ email, second_step: { ways: ['passkey'] } })
    await isRefused(staff.browser().call(signing.sendPasskey, { response }), 'sign_in_over')
  })

  test('are rejected for another site, another challenge or an unknown key', async () => {
    const { passkey } = await joinWithPasskey()
    const { call } = staff.browser('10.57.2.1')
    const tries: ((options: Record<string, unknown>) => Record<string, unknown>)[] = [
      (options) => passkey.sign(options, 'https://evil.test'),
      () => passkey.sign({ challenge: Buffer.from('another question').toString('base64url') }),
      (options) => ({ ...createSoftPasskey('http://harbor.test').sign(options), id: passkey.id, rawId: passkey.id }),
      (options) => createSoftPasskey('http://harbor.test').sign(options),
    ]
    for (const sign of tries) {
      const { data } = await call(signing.askForPasskey, {})
      await isRefused(call(signing.sendPasskey, { response: sign(data.options) }), 'wrong_passkey')
    }
  })

  test('are rejected without user verification', async () => {
    const person = await join()
    const careless = createSoftPasskey('http://harbor.test', { isVerifying: false })
    const { data } = await person.call(own.startMyPasskey, {})
    const pending = person.call(own.addMyPasskey, { name: 'Careless', response: careless.make(data.options) })
    await isRefused(pending, 'wrong_passkey')
  })

  test('replace the code after a password, and the last passkey cannot be removed if a second step is required', async () => {
    const { call, email, passkey } = await joinWithPasskey()
    const elsewhere = staff.browser('10.57.3.1')
    expect((await signIn(elsewhere.call, email)).data).toEqual({ step: 'passkey', steps: ['passkey'] })
    const { data } = await elsewhere.call(signing.askForPasskey, {})
    await elsewhere.call(signing.sendPasskey, { response: passkey.sign(data.options) })
    await isRefused(call(own.removeMyPasskey, { id: passkey.id }), 'second_step_kept')
    expect((await call(own.listMyPasskeys, {})).data.data).toMatchObject([{ name: 'Phone' }])
  })
})

describe('the member’s own account', () => {
  test('asks again for a second step after 15 minutes, by code, passkey or recovery code', async () => {
    const { call, secret } = await joinWithCodes('owner')
    shop.clock.advance(16 * minuteMs)
    const addOneRole = () => call(people.addRole, { name: `Desk ${++made}`, scopes: ['orders:read'] })
    await isRefused(addOneRole(), 'confirm_needed')
    await isRefused(call(own.confirmMe, { password }), 'wrong_code')
    await call(own.confirmMe, { code: codeOf(secret) })
    expect((await addOneRole()).data.scopes).toEqual(['orders:read'])
  })

  test('ends the other sessions when the member signs out elsewhere or changes the password', async () => {
    const { call, email, secret } = await joinWithCodes()
    const elsewhere = staff.browser('10.58.1.1')
    await signIn(elsewhere.call, email)
    await elsewhere.call(signing.sendCode, { code: codeOf(secret) })
    expect((await call(own.listMySessions, {})).data.data).toHaveLength(2)
    await call(own.endMyOtherSessions, {})
    await isRefused(elsewhere.call(own.getMe, {}), 'staff_not_signed_in')
    shop.clock.advance(30_000)
    await signIn(elsewhere.call, email)
    await elsewhere.call(signing.sendCode, { code: codeOf(secret) })
    const change = { old_password: password, password: 'nine tugs and one rope' }
    await expect(call(own.changeMyPassword, { ...change, old_password: 'not this one' })).rejects.toMatchObject({
      problem: { errors: [{ field: 'old_password' }] },
    })
    await call(own.changeMyPassword, change)
    await isRefused(elsewhere.call(own.getMe, {}), 'staff_not_signed_in')
    expect((await call(own.getMe, {})).data.email).toBe(email)
    expect((await lastMail(email))?.subject).toBe('Your password was changed')
    await isRefused(signIn(elsewhere.call, email), 'wrong_sign_in')
  })

  test('sets a forgotten password by the mailed link once, and ends every session', async () => {
    const { call, email } = await joinWithCodes()
    const { call: ask } = staff.browser('10.58.2.1')
    await ask(signing.forgotStaffPassword, { email: 'nobody@shop.example' })
    expect(await shop.mailsTo('nobody@shop.example')).toEqual([])
    await ask(signing.forgotStaffPassword, { email })
    const token = tokenIn((await lastMail(email))?.text)
    const reset = { token, password: 'the tide comes back' }
    expect((await ask(signing.resetStaffPassword, reset)).data).toEqual({ email })
    await isRefused(ask(signing.resetStaffPassword, reset), 'link_over')
    await isRefused(call(own.getMe, {}), 'staff_not_signed_in')
    expect((await signIn(ask, email, reset.password)).data.step).toBe('code')
  })

  test('changes the name with the current version, and rejects an API key, which has no name to change', async () => {
    const { call } = await join()
    const { etag } = await call(own.getMe, {})
    await isRefused(call(own.changeMe, { name: 'Tess' }), 'if_match_needed')
    expect((await call(own.changeMe, { name: 'Tess' }, { ifMatch: etag ?? '' })).data.name).toBe('Tess')
    await isRefused(call(own.changeMe, { name: 'Tom' }, { ifMatch: etag ?? '' }), 'changed_meanwhile')
    const { data: quiet } = await call(own.changeMe, { single_keys: false }, { ifMatch: '*' })
    expect(quiet).toMatchObject({ name: 'Tess', single_keys: false, compact_rows: false })
    const { data: close } = await call(own.changeMe, { compact_rows: true }, { ifMatch: '*' })
    expect(close).toMatchObject({ single_keys: false, compact_rows: true })
    const { data: moved } = await call(own.changeMe, { keys: { p: 'q' } }, { ifMatch: '*' })
    expect(moved).toMatchObject({ keys: { p: 'q' }, compact_rows: true })
    await expect(call(own.changeMe, { keys: { p: 's' } }, { ifMatch: '*' })).rejects.toMatchObject({
      problem: {
        status: 422,
        errors: [{ field: 'keys', detail: 'S is already used for: Ship. Change that shortcut first.' }],
      },
    })
    expect((await call(own.getMe, {})).data.keys).toEqual({ p: 'q' })
    const erp = await staff.key('orders:read')
    expect((await erp.call(own.getMe, {})).data).toMatchObject({ kind: 'key', scopes: ['orders:read'], email: null })
    await isRefused(erp.call(own.changeMe, { name: 'Tom' }, { ifMatch: '*' }), 'not_allowed')
  })
})

test('records sign-ins in the audit log without any secret', async () => {
  const { email } = await joinWithCodes()
  const { call } = staff.browser('10.59.1.1')
  await signIn(call, email)
  const owner = await staff.member('owner')
  const { data } = await owner.call(listAudit, { limit: 200 })
  expect(data.data.some(({ call, actor }) => call === 'POST /invitations/accept' && actor.kind === 'member')).toBe(true)
  const everything = JSON.stringify(await shop.shop.db.select().from(auditRows))
  expect(everything).not.toContain(password)
  expect(everything).not.toContain('hk_live_')
})
