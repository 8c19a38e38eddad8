import { Hono } from 'hono'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { createShopStaffApi } from '#app/staff-api.ts'
import { renderStaffPage } from '#features/staff/console/pages/staff-page.tsx'
import { addStaffPages } from '#features/staff/server/pages/staff-pages.http.ts'
import { makeSetupLink } from '#features/staff/server/people/invitations.service.ts'
import { testShop } from '#testing/test-shop.ts'

const shop = testShop()
const password = 'kelp forest at noon'

/** Opens a browser without scripts that follows redirects and keeps cookies. */
function openBrowser() {
  const app = new Hono()
  const loadPages = async () => ({ renderStaffPage, styles: [] })
  addStaffPages(app, { shop: shop.shop, api: createShopStaffApi(shop.shop), loadPages })
  const jar = new Map<string, string>()
  const visit = async (path: string, form?: Record<string, string>, headers = {}): Promise<string> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = form && { method: 'POST', body: new URLSearchParams(form) }
    const all = { cookie, origin: 'http://harbor.test', ...headers }
    const answer = await app.request(path, { ...sent, headers: all }, { visitorIp: '10.66.1.1' })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value) jar.set(name, value)
      else jar.delete(name)
    }
    const next = answer.headers.get('location')
    return next ? visit(next) : answer.text()
  }
  return { visit, jar }
}

/** Returns the invalid fields of a page. Each field is linked to the message above the form. */
const wrongFields = (page: string) =>
  [...page.matchAll(/<input [^>]*aria-invalid="true" aria-describedby="problem"[^>]*>/g)].map(([input]) => {
    const [, name] = / name="(\w+)"/.exec(input) ?? []
    return input.includes(' autofocus=') ? `${name}, focused` : name
  })

test('shows on the sign-in page where to find the setup link while the shop has no owner', async () => {
  const { visit } = openBrowser()
  const page = await visit('/staff/sign-in')
  expect(page).toContain('This shop has no owner yet')
  expect(page).toContain('npm run staff -- setup-link')
  expect(page).not.toContain('name="password"')
})

test('sets up a shop without scripts from the setup link: owner, second step, sign-out, sign-in', async () => {
  const { visit, jar } = openBrowser()
  const link = new URL((await makeSetupLink(shop.shop)) ?? '')
  const token = link.searchParams.get('token') ?? ''
  expect(await visit(link.pathname + link.search)).toContain('You become the owner')
  const owner = { token, name: 'Olga <b>', email: 'olga@shop.example' }
  const refused = await visit('/staff/setup', { ...owner, password: 'short' })
  expect(refused).toMatch(/role="alert"[^>]*>Use at least 12 characters/)
  expect(wrongFields(refused)).toEqual(['password, focused'])
  // Only the password must be typed again. The page's address also keeps the token.
  expect(refused).toContain('value="olga@shop.example"')
  expect(refused).toContain('value="Olga &lt;b&gt;"')
  expect(refused).toContain(`action="/staff/setup?token=${token}"`)
  await visit('/staff/setup', { ...owner, password })
  expect(await visit('/staff/second-step')).toContain('requires a second step for all staff')
  const start = await visit('/staff/second-step', { step: 'start' })
  const secret = /secret=(\w+)/.exec(start)?.[1] ?? ''
  const makeCode = () =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: shop.clock.now().getTime() })
  expect(start).toContain('<svg')
  const wrong = await visit('/staff/second-step', { step: 'confirm', code: '000000', secret })
  expect(wrong).toContain('role="alert"')
  expect(wrongFields(wrong)).toEqual(['code, focused'])
  // The same key is shown again as QR code and text, with a back link.
  expect(wrong).toContain(start.slice(start.indexOf('<div class="qr"'), start.indexOf('<form')))
  expect(wrong).toContain('href="/staff/second-step"')
  // Unknown keys are not shown.
  const forged = await visit('/staff/second-step', { step: 'confirm', code: '000000', secret: '<b>x' })
  expect(forged).not.toContain('<b>x')
  expect(forged).toContain('Start again')
  const kept = await visit('/staff/second-step', { step: 'confirm', code: makeCode() })
  expect(kept.match(/^(?:<pre>)?(?:\w{4}-){3}\w{4}/gm)?.length).toBeGreaterThan(8)
  expect(await visit('/staff/second-step')).toContain('Set up: code')
  expect(await visit('/staff/sign-out', {})).toContain('<h1>Sign in</h1>')
  expect(jar.has('staff_session')).toBe(false)
  expect(await visit('/staff/second-step')).toContain('<h1>Sign in</h1>')
  shop.clock.advance(30_000)
  const mistyped = await visit('/staff/sign-in', { email: 'olga@shop.example', password: 'wrong wrong' })
  expect(mistyped).toContain('The email or password is incorrect')
  expect(wrongFields(mistyped)).toEqual(['password, focused'])
  expect(await visit('/staff/sign-in', { email: 'olga@shop.example', password })).toContain(
    'Enter the six-digit code from the app',
  )
  expect(wrongFields(await visit('/staff/sign-in/code', { code: '000000' }))).toEqual(['code, focused'])
  const recovery = await visit('/staff/sign-in/code', { code: 'wrong-reco-very' })
  expect(recovery).toContain('<details open="">')
  expect(wrongFields(recovery.slice(recovery.indexOf('<details')))).toEqual(['code, focused'])
  expect(recovery.match(/ autofocus=/g)).toHaveLength(1)
  await visit('/staff/sign-in/code', { code: makeCode() })
  expect(await visit('/staff/second-step')).toContain('Set up: code')
  expect(await visit(link.pathname + link.search)).toContain('This link was used')
})

test('sets a new password from the link of the mail', async () => {
  const { visit } = openBrowser()
  const unread = await visit('/staff/forgot', { email: 'olga' })
  expect(unread).toContain('value="olga"')
  expect(wrongFields(unread)).toEqual(['email, focused'])
  expect(await visit('/staff/forgot', { email: 'olga@shop.example' })).toContain('Check your mailbox')
  const mail = (await shop.mailsTo('olga@shop.example')).at(-1)
  const token = /reset\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
  expect(await visit(`/staff/reset?token=${token}`)).toContain('Choose a new password')
  expect(await visit('/staff/reset', { token, password: 'short' })).toContain(`action="/staff/reset?token=${token}"`)
  expect(await visit('/staff/reset', { token, password: 'nine tugs and a rope' })).toContain('Your password is set')
  expect(await visit('/staff/reset', { token, password: 'nine tugs and a rope' })).toContain('used or has expired')
})

test('returns to the previous page after sign-in, and never to another host', async () => {
  const { visit } = openBrowser()
  const hidden = (next: string) => `name="next" value="${next}"`
  const link = '/staff/sign-in?next='
  expect(await visit(link + encodeURIComponent('/staff/orders?view=late'))).toContain(hidden('/staff/orders?view=late'))
  expect(await visit(link + encodeURIComponent('//evil.test/staff'))).toContain(hidden('/staff'))
  const typed = { email: 'olga@shop.example', password: 'nine tugs and a rope' }
  expect(await visit('/staff/sign-in', { ...typed, next: '/staff/inbox' })).toContain(hidden('/staff/inbox'))
  expect(await visit('/staff/sign-in', { ...typed, next: 'https://evil.test' })).toContain(hidden('/staff'))
})

test('refuses a sign-in form from another site', async () => {
  const { visit, jar } = openBrowser()
  const form = { email: 'olga@shop.example', password: 'nine tugs and a rope' }
  expect(await visit('/staff/sign-in', form, { origin: 'https://evil.test' })).toContain('role="alert"')
  expect(jar.has('staff_second_step')).toBe(false)
})
