import { expect, test } from 'vitest'
import { json, testPassword, testShop } from '#testing/test-shop.ts'
import * as calls from '../sign-in.contract.ts'
import { isKnownDevice, saveDevice } from './known-devices.service.ts'

const shop = testShop()
const wrong = { status: 401, refusal: { code: 'wrong_password', message: 'The email or password is incorrect' } }

function linkToken(text: string): string {
  return /token=([\w-]+)/.exec(text)?.[1] ?? ''
}

test('registers and signs in a new customer, with a mail to confirm the address', async () => {
  const browser = shop.browser()
  const made = await browser.call(calls.register, { email: 'New@Harbor.test', password: 'Harbor2026' })
  expect(made).toMatchObject({ email: 'new@harbor.test', expires_at: '2026-07-15 10:00:00' })
  expect(await browser.call(calls.getEmail, {})).toEqual({ email: 'new@harbor.test' })
  const [mail] = await shop.mailsTo('new@harbor.test')
  expect(mail?.subject).toBe('Welcome to Harbor')
  const token = linkToken(mail?.text ?? '')
  expect(await browser.call(calls.confirmEmail, { token })).toEqual({ email: 'new@harbor.test' })
  expect(await browser.call(calls.confirmEmail, { token })).toEqual({ email: 'new@harbor.test' })
})

test('rejects a registration with an address that already has an account, and changes nothing', async () => {
  const ada = await shop.signedIn()
  await expect(shop.stranger().call(calls.register, { email: ada.email, password: 'Other2026' })).rejects.toMatchObject(
    { status: 409, refusal: { code: 'email_taken' } },
  )
  await shop.stranger().call(calls.signIn, { email: ada.email, password: testPassword })
})

test('returns the token and sets the cookies that the browser reads at sign-in', async () => {
  const ada = await shop.signedIn()
  const response = await shop
    .stranger()
    .fetch('/ajax-web/customer/login', json({ email: ada.email.toUpperCase(), password: testPassword }))
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    code: 0,
    message: 'success',
    data: {
      token: expect.any(String),
      expires_at: '2026-07-15 10:00:00',
      member_id: ada.id,
      email: ada.email,
      name: 'ada',
    },
  })
  const cookies = response.headers.getSetCookie()
  expect(cookies.map((one) => one.split('=')[0])).toEqual([
    'device',
    'token',
    'token_expires',
    'user_info',
    'member_id',
  ])
  for (const cookie of cookies) expect(cookie).toContain('SameSite=Lax')
  // The cookie that scripts do not need is hidden from scripts.
  expect(cookies.filter((one) => one.includes('HttpOnly'))).toEqual([cookies[0]])
})

test('returns the same error for a wrong password and an unknown address', async () => {
  const ada = await shop.signedIn()
  const missed = shop.stranger().call(calls.signIn, { email: ada.email, password: 'Wrong2026' })
  await expect(missed).rejects.toMatchObject(wrong)
  const unknown = shop.stranger().call(calls.signIn, { email: 'nobody@harbor.test', password: 'Wrong2026' })
  await expect(unknown).rejects.toMatchObject(wrong)
})

test('takes the same time for a wrong password and an unknown address', async () => {
  const ada = await shop.signedIn()
  // Measures CPU time, including the hashing. Wall time would depend on the load of the machine.
  const time = async (email: string) => {
    const before = process.cpuUsage()
    await shop
      .stranger()
      .call(calls.signIn, { email, password: 'Wrong2026' })
      .catch(() => undefined)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  await time('warm@harbor.test')
  const hits: number[] = []
  const misses: number[] = []
  for (let round = 0; round < 7; round++) {
    hits.push(await time(ada.email))
    misses.push(await time(`nobody-${round}@harbor.test`))
  }
  const median = (times: number[]) => times.sort((a, b) => a - b)[3] ?? 0
  expect(median(misses) / median(hits)).toBeGreaterThan(0.6)
  expect(median(misses) / median(hits)).toBeLessThan(1.6)
})

test('makes repeated guesses wait longer and longer, and returns the waiting time', async () => {
  const ada = await shop.signedIn()
  const stranger = shop.stranger()
  const guess = () => stranger.fetch('/ajax-web/customer/login', json({ email: ada.email, password: 'Wrong2026' }))
  for (let round = 0; round < 5; round++) expect((await guess()).status).toBe(401)
  const response = await guess()
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '2'])
  expect(await response.json()).toMatchObject({ code: -1, reason: 'too_many' })
  shop.clock.advance(2000)
  expect((await guess()).status).toBe(401)
  expect((await guess()).headers.get('retry-after')).toBe('4')
  shop.clock.advance(4000)
  await stranger.call(calls.signIn, { email: ada.email, password: testPassword })
  expect((await guess()).status).toBe(401)
})

test('never locks the owner out because of failed attempts in other networks', async () => {
  const ada = await shop.signedIn()
  const { limits } = shop.shop
  for (let round = 0; round < 200; round++) await limits.allows('signInByEmail', ada.email)
  const strangers = [shop.stranger(), shop.stranger()]
  for (const stranger of strangers) {
    const statuses: number[] = []
    for (let round = 0; round < 4; round++) {
      const wrong = json({ email: ada.email, password: 'Wrong2026' })
      statuses.push((await stranger.fetch('/ajax-web/customer/login', wrong)).status)
    }
    // During an attack, an unknown network must wait after fewer failed attempts. The attempts of each network are
    // still counted separately.
    expect(statuses).toEqual([401, 401, 429, 429])
  }
  await shop.browser().call(calls.signIn, { email: ada.email, password: testPassword })
})

test('lets a known browser sign in during an attack from its network', async () => {
  const ada = await shop.signedIn()
  const office = '10.99.99.7'
  const known = shop.browser(office)
  await known.call(calls.signIn, { email: ada.email, password: testPassword })
  await known.call(calls.signOut, {})
  const { limits } = shop.shop
  for (let round = 0; round < 61; round++) await limits.allows('signInByIp', '10.99.99.0/24')
  for (let round = 0; round < 31; round++) await limits.allows('forgotByIp', '10.99.99.0/24')
  for (let round = 0; round < 5; round++) await limits.slowDown('signInTries', `${ada.email} 10.99.99.0/24`)
  const right = { email: ada.email, password: testPassword }
  await expect(shop.browser('10.99.99.8').call(calls.signIn, right)).rejects.toMatchObject({ status: 429 })
  await known.call(calls.signIn, right)
  await known.call(calls.forgotPassword, { email: ada.email })
  // The separate attempts of the known browser apply to this account only.
  const bob = await shop.signedIn('bob')
  await expect(known.call(calls.signIn, { ...right, email: bob.email })).rejects.toMatchObject({ status: 429 })
})

test('accepts a mailed link even if the network has no sign-in attempts left', async () => {
  const ada = await shop.signedIn()
  const { limits } = shop.shop
  await shop.stranger().call(calls.forgotPassword, { email: ada.email })
  const token = linkToken((await shop.mailsTo(ada.email)).at(-1)?.text ?? '')
  for (let round = 0; round < 61; round++) await limits.allows('signInByIp', '10.98.98.0/24')
  const browser = shop.browser('10.98.98.7')
  await browser.call(calls.resetPassword, { token, password: 'Changed2026' })
  const signedIn = await browser.call(calls.signIn, { email: ada.email, password: 'Changed2026' })
  expect(signedIn).toMatchObject({ email: ada.email })
})

test('mails a working link during an attack from the owner’s network', async () => {
  const ada = await shop.signedIn()
  const { limits } = shop.shop
  const network = '10.97.97.0/24'
  for (let round = 0; round < 61; round++) await limits.allows('signInByIp', network)
  for (let round = 0; round < 5; round++) await limits.slowDown('signInTries', `${ada.email} ${network}`)
  const stranger = shop.browser('10.97.97.9')
  // Requests for other accounts and wrong links use up all limits of the network.
  for (let round = 0; round < 100; round++) await limits.allows('forgotByIp', network)
  const wrong = () => stranger.call(calls.resetPassword, { token: 'x'.repeat(43), password: 'Stolen2026' })
  for (let round = 0; round < 70; round++) await expect(wrong()).rejects.toMatchObject({ status: 422 })

  // An unknown browser in the same network.
  const owner = shop.browser('10.97.97.7')
  const right = { email: ada.email, password: testPassword }
  await expect(owner.call(calls.signIn, right)).rejects.toMatchObject({ status: 429 })
  const links = async () => (await shop.mailsTo(ada.email)).map(({ text }) => linkToken(text)).filter(Boolean)
  for (let round = 0; round < 5; round++) await stranger.call(calls.forgotPassword, { email: ada.email })
  await owner.call(calls.forgotPassword, { email: ada.email })
  expect(await links()).toHaveLength(1)
  // After 45 minutes, a second link is mailed although the first link still works.
  shop.clock.advance(45 * 60 * 1000)
  await owner.call(calls.forgotPassword, { email: ada.email })
  const sent = await links()
  expect(sent).toHaveLength(2)
  await owner.call(calls.resetPassword, { token: sent[1] ?? '', password: 'Changed2026' })
  await owner.call(calls.signIn, { email: ada.email, password: 'Changed2026' })
})

test('limits the number of known devices, and forgets known devices when the password changes', async () => {
  const ada = await shop.signedIn()
  const { db } = shop.shop
  const remember = (device: string) => db.transaction((tx) => saveDevice(tx, shop.shop, { customerId: ada.id, device }))
  const known = (device: string) => isKnownDevice(shop.shop, device, ada.email)
  for (let round = 0; round < 12; round++) {
    shop.clock.advance(1000)
    await remember(`device ${round}`)
  }
  expect([await known('device 1'), await known('device 2'), await known('device 11')]).toEqual([false, true, true])
  expect(await isKnownDevice(shop.shop, 'device 11', 'bob@harbor.test')).toBe(false)
  await ada.call(calls.changePassword, { old_password: testPassword, password: 'Changed2026' })
  expect(await known('device 11')).toBe(false)
})

test.each([
  [{}, { email: ['Please fill in this field'], password: ['Please fill in this field'] }],
  [{ email: 'ada', password: 'x' }, { email: ['Please enter a valid email address'] }],
])('rejects invalid input %o with errors by field', async (sent, errors) => {
  const response = await shop.stranger().fetch('/ajax-web/customer/login', json(sent))
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ code: -1, status_code: 422, errors })
})

test('rejects a password without a digit at registration', async () => {
  const response = await shop
    .stranger()
    .fetch('/ajax-web/customer/register', json({ email: 'x@harbor.test', password: 'abcdef' }))
  expect(await response.json()).toMatchObject({
    errors: { password: ['6-30 characters, including at least 1 digit and 1 letter'] },
  })
})

test('ends the session at sign-out, and accepts a second sign-out', async () => {
  const ada = await shop.signedIn()
  expect(await ada.call(calls.getEmail, {})).toEqual({ email: ada.email })
  expect(await ada.call(calls.signOut, {})).toBe(null)
  expect(await ada.call(calls.getEmail, {})).toEqual({ email: null })
  expect(await ada.call(calls.signOut, {})).toBe(null)
})

test('ends a session after 30 days', async () => {
  const ada = await shop.signedIn()
  shop.clock.advance(30 * 24 * 60 * 60 * 1000)
  expect(await ada.call(calls.getEmail, {})).toEqual({ email: null })
})

test('sets a forgotten password by the mailed link once, and ends every session', async () => {
  const ada = await shop.signedIn()
  const stranger = shop.stranger()
  await stranger.call(calls.forgotPassword, { email: ada.email })
  const token = linkToken((await shop.mailsTo(ada.email)).at(-1)?.text ?? '')
  expect(await stranger.call(calls.resetPassword, { token, password: 'Changed2026' })).toEqual({ email: ada.email })
  expect(await ada.call(calls.getEmail, {})).toEqual({ email: null })
  await stranger.call(calls.signIn, { email: ada.email, password: 'Changed2026' })
  await expect(stranger.call(calls.resetPassword, { token, password: 'Again2026' })).rejects.toMatchObject({
    status: 422,
    refusal: { code: 'reset_expired' },
  })
})

test('ends the link for a new password after an hour', async () => {
  const ada = await shop.signedIn()
  await shop.stranger().call(calls.forgotPassword, { email: ada.email })
  const token = linkToken((await shop.mailsTo(ada.email)).at(-1)?.text ?? '')
  shop.clock.advance(60 * 60 * 1000)
  await expect(shop.stranger().call(calls.resetPassword, { token, password: 'Changed2026' })).rejects.toMatchObject({
    refusal: { code: 'reset_expired' },
  })
})

test('limits mails when strangers request links, and never locks the owner out', async () => {
  const ada = await shop.signedIn()
  const links = async () => (await shop.mailsTo(ada.email)).map(({ text }) => linkToken(text))
  for (let round = 0; round < 6; round++) await shop.stranger().call(calls.forgotPassword, { email: ada.email })
  expect(await links()).toHaveLength(3)
  shop.clock.advance(15 * 60 * 1000)
  const owner = shop.browser()
  await owner.call(calls.forgotPassword, { email: ada.email })
  const sent = await links()
  expect(sent).toHaveLength(4)
  // Each of the links works. Using one link invalidates the other links.
  const [first = '', , , last = ''] = sent
  await owner.call(calls.resetPassword, { token: first, password: 'Changed2026' })
  await expect(owner.call(calls.resetPassword, { token: last, password: 'Again2026' })).rejects.toMatchObject({
    refusal: { code: 'reset_expired' },
  })
  // Used links do not count toward the limit, so the next link is mailed at once.
  await owner.call(calls.forgotPassword, { email: ada.email })
  expect((await shop.mailsTo(ada.email)).at(-1)?.subject).toBe('Set a new password')
})

test('invalidates all mailed links when the password changes, and mails the owner', async () => {
  const ada = await shop.signedIn()
  await shop.stranger().call(calls.forgotPassword, { email: ada.email })
  const token = linkToken((await shop.mailsTo(ada.email)).at(-1)?.text ?? '')
  await ada.call(calls.changePassword, { old_password: testPassword, password: 'Changed2026' })
  await expect(shop.stranger().call(calls.resetPassword, { token, password: 'Stolen2026' })).rejects.toMatchObject({
    refusal: { code: 'reset_expired' },
  })
  const lastMail = (await shop.mailsTo(ada.email)).at(-1)
  expect(lastMail?.subject).toBe('Your password was changed')
  expect(lastMail?.text).not.toContain('Changed2026')
  await shop.stranger().call(calls.signIn, { email: ada.email, password: 'Changed2026' })
})

test('returns the same response for an unknown address, and sends no mail', async () => {
  expect(await shop.stranger().call(calls.forgotPassword, { email: 'nobody@harbor.test' })).toBe(null)
  expect(await shop.mailsTo('nobody@harbor.test')).toEqual([])
})

test('requires the old password for a password change, and ends every session', async () => {
  const ada = await shop.signedIn()
  await expect(
    ada.call(calls.changePassword, { old_password: 'Wrong2026', password: 'Changed2026' }),
  ).rejects.toMatchObject({ status: 422, refusal: { message: 'The old password is incorrect' } })
  const body = json({ old_password: testPassword, password: 'Changed2026' })
  const message = 'Your password is changed. Please log in.'
  expect(await (await ada.fetch('/ajax-web/customer/password', body)).json()).toEqual({ code: 0, message, data: null })
  expect(await ada.call(calls.getEmail, {})).toEqual({ email: null })
  await shop.stranger().call(calls.signIn, { email: ada.email, password: 'Changed2026' })
})

test('rejects a password change with the cookie alone or from another site', async () => {
  const ada = await shop.signedIn()
  const body = { old_password: testPassword, password: 'Changed2026' }
  const byCookie = await shop
    .stranger()
    .fetch('/ajax-web/customer/password', json(body, { cookie: `token=${ada.token}; token_expires=9999999999` }))
  expect(byCookie.status).toBe(401)
  const foreign = await ada.fetch('/ajax-web/customer/password', json(body, { origin: 'https://evil.test' }))
  expect(foreign.status).toBe(403)
})

test('issues a new token at each sign-in, and ends the session of an earlier or planted token', async () => {
  const ada = await shop.signedIn()
  const bob = await shop.signedIn('bob')
  const stranger = shop.stranger()
  const emailOf = async (token: string) => {
    const response = await stranger.fetch('/ajax-web/customer/email', { headers: { authorization: `Bearer ${token}` } })
    return ((await response.json()) as { data: { email: string | null } }).data.email
  }
  const signIn = async (planted: string, path = 'login', email = ada.email) => {
    const headers = { authorization: `Bearer ${planted}`, cookie: `token=${planted}; member_id=x; token_expires=1` }
    const response = await stranger.fetch(
      `/ajax-web/customer/${path}`,
      json({ email, password: testPassword }, headers),
    )
    const { data } = (await response.json()) as { data: { token: string } }
    expect(response.headers.getSetCookie()[1]).toContain(`token=${data.token};`)
    return data.token
  }
  const planted = 'planted-by-somebody-else-0123456789abcdefghi'
  const first = await signIn(planted)
  expect([first === planted, await emailOf(planted), await emailOf(first)]).toEqual([false, null, ada.email])
  const second = await signIn(first)
  expect([await emailOf(first), await emailOf(second), await emailOf(ada.token ?? '')]).toEqual([
    null,
    ada.email,
    ada.email,
  ])
  // A planted token can be valid. The session of the person who planted the token then ends.
  const third = await signIn(bob.token ?? '')
  expect([await emailOf(bob.token ?? ''), await emailOf(third)]).toEqual([null, ada.email])
  const fresh = await signIn(third, 'register', 'fixed@harbor.test')
  expect([await emailOf(third), await emailOf(fresh)]).toEqual([null, 'fixed@harbor.test'])
})
