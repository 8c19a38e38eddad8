import { randomBytes } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { escapeHtml } from '#contract/escape-html.ts'
import { type Problem, staffApiRoot, staffHeader } from '#contract/staff-call.ts'
import { readSetting } from '#features/settings/server/settings.service.ts'
import { readBounded } from '#server/bodies.ts'
import { knownByNonce, pagePolicy } from '#server/headers.ts'
import { readIp } from '#server/request.ts'
import type { Shop } from '#server/shop.ts'
import { toProblem } from '#server/staff-problems.ts'
import type { Me } from '../me.staff.contract.ts'
import { codeTries } from '../staff.rules.ts'
import {
  ssoStartLink,
  staffCodeLink,
  staffForgotLink,
  staffHomeLink,
  staffSecondStepLink,
  staffSignInLink,
  staffSignOutLink,
  staffStartLink,
  toStaffPath,
  withNext,
} from '../staff-links.ts'
import { staffPasswordLeast } from '../staff-password.rules.ts'
import { findInvitation } from './invitations.service.ts'
import {
  writeForm,
  writeHint,
  writeLink,
  writeNote,
  writePasskeyButton,
  writeProblem,
  writeRow,
  writeStaffPage,
  writeText,
} from './staff-page.ts'

type Parts = {
  shop: Shop
  /** A provider of single sign-on is configured. */
  hasSso?: boolean
  api: Hono<{ Bindings: { visitorIp?: string } }>
  /** The console's sheets, for its fonts; without them the pages stand by themselves. */
  loadStyles?: () => Promise<string[]>
}
type Answered<T> = { data: T; problem: null } | { data: null; problem: Problem }

const email = (value = '') => ({ name: 'email', label: 'Email', type: 'email', value, autocomplete: 'username' })
const password = { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' }
const newPassword = {
  name: 'password',
  label: `New password, at least ${staffPasswordLeast} characters`,
  type: 'password',
  autocomplete: 'new-password',
}
const code = {
  name: 'code',
  label: 'Code',
  autocomplete: 'one-time-code',
  inputmode: 'numeric',
  class: 'code',
  maxlength: '8',
}
const recoveryCode = { name: 'code', label: 'Recovery code', autocomplete: 'off' }

/**
 * Where the links of mails lead: plain forms that work without a script, each on the calls of the staff API. A passkey alone
 * needs one, because only a script can ask the browser for it.
 */
export function addStaffPages(app: Hono, { shop, api, hasSso = false, loadStyles }: Parts): void {
  /** The same call as a program would make it, by the visitor's own browser: cookies go both ways. */
  async function call<T>(c: Context, method: string, path: string, body?: object): Promise<Answered<T>> {
    const forwarded = ['cookie', 'origin', 'sec-fetch-site', 'user-agent', 'host'].flatMap((name) => {
      const value = c.req.header(name)
      return value ? [[name, value] as const] : []
    })
    const headers = { ...Object.fromEntries(forwarded), [staffHeader]: '1', 'content-type': 'application/json' }
    const visitorIp = readIp(c, shop.trustedProxies)
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await api.request(staffApiRoot + path, init, { visitorIp })
    for (const cookie of answer.headers.getSetCookie()) c.header('set-cookie', cookie, { append: true })
    if (answer.status === 204) return { data: undefined as T, problem: null }
    const said = (await answer.json()) as { data: T } & Problem
    return answer.ok ? { data: said.data, problem: null } : { data: null, problem: said }
  }

  /** Whoever can open the shop begins with what it still needs, for as long as it takes no orders. */
  async function findHome(c: Context): Promise<string> {
    const { data } = await call<{ takes_orders: boolean }>(c, 'GET', '/setup')
    return data && !data.takes_orders ? staffStartLink : staffHomeLink
  }

  async function show(c: Context, title: string, write: (nonce: string) => string, problem: Problem | null = null) {
    const shopName = await readSetting(shop.db, 'site_name')
    const styles = (await loadStyles?.()) ?? []
    const nonce = randomBytes(16).toString('base64')
    c.header('content-security-policy', pagePolicy(knownByNonce(nonce)))
    c.header('cache-control', 'no-store')
    c.header('x-robots-tag', 'noindex')
    const status = (problem?.status ?? 200) as 200
    const content = writeProblem(problem) + write(nonce)
    return c.html(writeStaffPage({ nonce, title, content, shopName, styles }), status)
  }

  /** Answers a form with what was typed into it. One that is larger than any of ours is not read to its end. */
  function post(path: string, answer: (c: Context, typed: (name: string) => string) => Response | Promise<Response>) {
    app.post(path, async (c) => {
      try {
        const bytes = await readBounded(c.req.raw, shop.bounds.bodyJson)
        const form = new URLSearchParams(new TextDecoder().decode(bytes))
        return await answer(c, (name) => form.get(name) ?? '')
      } catch (error) {
        const { problem } = toProblem(error)
        return show(c, 'This did not work', () => writeLink(staffSignInLink, 'Sign in'), problem)
      }
    })
  }

  const showSignIn = (c: Context, next: string, typed = '', problem: Problem | null = null) =>
    show(
      c,
      'Sign in',
      (nonce) =>
        writePasskeyButton(nonce, 'get', { next, or: true }) +
        writeForm({
          action: staffSignInLink,
          button: 'Sign in',
          hidden: { next },
          fields: [email(typed), { ...password, beside: { href: staffForgotLink, label: 'Forgot it' } }],
        }) +
        (hasSso ? writeLink(withNext(ssoStartLink, next), 'Sign in with your company account') : '') +
        writeHint('No account? An owner can invite you from Settings.'),
      problem,
    )
  app.get(staffSignInLink, (c) => showSignIn(c, toStaffPath(c.req.query('next'))))
  post(staffSignInLink, async (c, typed) => {
    const sent = { email: typed('email'), password: typed('password') }
    const { data, problem } = await call<{ step: string }>(c, 'POST', '/sign-in', sent)
    const next = toStaffPath(typed('next'))
    if (problem) return showSignIn(c, next, sent.email, problem)
    return c.redirect(data.step === 'done' ? next : withNext(staffCodeLink, next), 303)
  })

  const showCode = (c: Context, next: string, problem: Problem | null = null) => {
    const form = { action: staffCodeLink, button: 'Sign in', hidden: { next } }
    return show(
      c,
      'One more step',
      (nonce) =>
        writeText('Six digits from the app on your phone.') +
        writeForm({ ...form, fields: [{ ...code, autofocus: 'true' }] }) +
        writePasskeyButton(nonce, 'get', { next }) +
        writeRow(
          `<details><summary>Use a recovery code</summary>${writeForm({ ...form, isPlain: true, fields: [recoveryCode] })}</details>`,
          writeLink(withNext(staffSignInLink, next), 'Back'),
        ) +
        writeNote(`After ${codeTries} wrong codes you begin again with your password.`),
      problem,
    )
  }
  app.get(staffCodeLink, (c) => showCode(c, toStaffPath(c.req.query('next'))))
  post(staffCodeLink, async (c, typed) => {
    const next = toStaffPath(typed('next'))
    const sent = typed('code').trim()
    const isShort = /^[\d\s]{6,8}$/.test(sent)
    const { problem } = await call(c, 'POST', '/sign-in/code', isShort ? { code: sent } : { recovery_code: sent })
    return problem ? showCode(c, next, problem) : c.redirect(next, 303)
  })

  post(staffSignOutLink, async (c) => {
    await call(c, 'POST', '/sign-out', {})
    return c.redirect(staffSignInLink, 303)
  })

  app.get(staffForgotLink, (c) =>
    show(c, 'Forgot your password?', () =>
      writeForm({ action: staffForgotLink, button: 'Send me a link', fields: [email()] }),
    ),
  )
  post(staffForgotLink, async (c, typed) => {
    const { problem } = await call(c, 'POST', '/forgot', { email: typed('email') })
    const said = 'If somebody with this address works here, a mail with a link is on its way. It works for 60 minutes.'
    return show(
      c,
      problem ? 'This did not work' : 'Look into your mailbox',
      () => (problem ? '' : writeText(said)) + writeLink(staffSignInLink, 'Back to the sign-in'),
      problem,
    )
  })

  const showReset = (c: Context, token: string, problem: Problem | null = null) =>
    show(
      c,
      'Choose a new password',
      () =>
        writeForm({ action: '/staff/reset', button: 'Set the password', hidden: { token }, fields: [newPassword] }) +
        writeLink(staffForgotLink, 'Send me another link'),
      problem,
    )
  app.get('/staff/reset', (c) => showReset(c, c.req.query('token') ?? ''))
  post('/staff/reset', async (c, typed) => {
    const { problem } = await call(c, 'POST', '/reset', { token: typed('token'), password: typed('password') })
    if (problem) return showReset(c, typed('token'), problem)
    return show(
      c,
      'Your password is set',
      () =>
        writeText('Sign in with it now.') +
        writeForm({ action: staffSignInLink, button: 'Sign in', fields: [email(), password] }),
    )
  })

  for (const path of ['/staff/accept', '/staff/setup']) {
    const showJoin = async (c: Context, token: string, problem: Problem | null = null) => {
      const found = await findInvitation(shop, token)
      if (!found) {
        const over = 'Ask whoever invited you for a new one. The link of a first start is printed anew at the next one.'
        return show(
          c,
          'This link was used or is too old',
          () => writeText(over) + writeLink(staffSignInLink, 'Sign in'),
        )
      }
      const { invitation, role } = found
      const who = { name: 'name', label: 'Your name', value: invitation.name, autocomplete: 'name' }
      const fields = [...(invitation.email ? [] : [email()]), who, newPassword]
      return show(
        c,
        invitation.email ? 'You are invited' : 'Set up your shop',
        () =>
          writeText(
            invitation.email
              ? `Join as ${role.name} with the address ${invitation.email}.`
              : 'Nobody works here yet. You become the owner of this shop.',
          ) + writeForm({ action: path, button: 'Join', hidden: { token }, fields }),
        problem,
      )
    }
    app.get(path, (c) => showJoin(c, c.req.query('token') ?? ''))
    post(path, async (c, typed) => {
      const sent = { token: typed('token'), name: typed('name'), password: typed('password') }
      const given = typed('email')
      const { problem } = await call(c, 'POST', '/invitations/accept', { ...sent, ...(given && { email: given }) })
      return problem ? showJoin(c, sent.token, problem) : c.redirect(staffHomeLink, 303)
    })
  }

  const confirmForm = writeForm({
    action: staffSecondStepLink,
    button: 'Confirm the code',
    hidden: { step: 'confirm' },
    fields: [code],
  })
  app.get(staffSecondStepLink, async (c) => {
    const { data: me } = await call<Me>(c, 'GET', '/me')
    if (!me) return c.redirect(staffSignInLink, 303)
    const { ways, is_missing, recovery_codes_left } = me.second_step
    const says = is_missing
      ? 'This shop asks everybody who works here for a second step. Set one up to go on.'
      : `You have: ${ways.join(' and ') || 'none'}. Recovery codes left: ${recovery_codes_left}.`
    return show(
      c,
      'Your second step',
      (nonce) =>
        writeText(says) +
        (ways.includes('code')
          ? ''
          : writeForm({
              action: staffSecondStepLink,
              button: 'Use an app that shows codes',
              hidden: { step: 'start' },
            })) +
        writePasskeyButton(nonce, 'create') +
        (is_missing ? '' : writeLink(staffHomeLink, 'Back')),
    )
  })
  post(staffSecondStepLink, async (c, typed) => {
    if (typed('step') === 'confirm') {
      const sent = { code: typed('code') }
      const { data, problem } = await call<{ recovery_codes: string[] }>(c, 'POST', '/me/code/confirm', sent)
      if (problem) return show(c, 'Confirm the code', () => confirmForm, problem)
      const codes = data.recovery_codes.map(escapeHtml).join('\n')
      const home = await findHome(c)
      const keep = 'Keep these recovery codes somewhere safe. Each works once, for when your phone is lost.'
      return show(
        c,
        'Your second step is set up',
        () => (codes ? `${writeText(keep)}<pre>${codes}</pre>` : '') + writeLink(home, 'Go on'),
      )
    }
    const { data, problem } = await call<{ secret: string; uri: string }>(c, 'POST', '/me/code', {})
    if (problem) return show(c, 'This did not work', () => writeLink(staffSignInLink, 'Sign in again'), problem)
    const grouped = data.secret.replace(/(.{4})(?=.)/g, '$1 ')
    return show(
      c,
      'Add this shop to your app',
      () =>
        `${writeLink(data.uri, 'Open the app on this phone')}${writeText('Or type this key into it:')}<code>${grouped}</code>${confirmForm}`,
    )
  })
}
