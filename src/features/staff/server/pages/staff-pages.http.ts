import type { Context, Hono } from 'hono'
import type { Problem } from '#contract/calls/staff-call.ts'
import { codeTries } from '#features/staff/staff.rules.ts'
import {
  ssoStartLink,
  staffCodeLink,
  staffForgotLink,
  staffResetLink,
  staffSignInLink,
  staffSignOutLink,
  toStaffPath,
  withNext,
} from '#features/staff/staff-links.ts'
import { hasNoMembers } from '../people/members.service.ts'
import { addJoinPages, showNobodyHere } from './join-pages.ts'
import { addSecondStepPages } from './second-step-pages.ts'
import {
  codeField,
  createStaffForms,
  emailField,
  type FormParts,
  newPasswordField,
  type StaffForms,
} from './staff-forms.ts'
import { writeForm, writeHint, writeLink, writeNote, writePasskeyButton, writeRow, writeText } from './staff-page.ts'

type Parts = FormParts & {
  /** Whether a provider of single sign-on is configured. */
  hasSso?: boolean
}

const password = { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' }
const recoveryCode = { name: 'code', label: 'Recovery code', autocomplete: 'off' }

/**
 * Adds the pages of mailed links: plain forms without scripts, on the calls of the staff API. Only passkeys need a script, since
 * browsers offer them to scripts only.
 */
export function addStaffPages(app: Hono, { hasSso = false, ...parts }: Parts): void {
  const forms = createStaffForms(app, parts)
  addJoinPages(forms)
  addSecondStepPages(forms)
  addSignInPages(forms, hasSso)
  addCodePages(forms)
  addForgottenPages(forms)
}

function addSignInPages(forms: StaffForms, hasSso: boolean): void {
  const { app, shop, call, show, post } = forms
  const writeSso = (next: string) =>
    hasSso ? writeLink(withNext(ssoStartLink, next), 'Sign in with your company account') : ''
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
          problem,
          fields: [emailField(typed), { ...password, beside: { href: staffForgotLink, label: 'Forgot it' } }],
        }) +
        writeSso(next) +
        writeHint('No account? An owner can invite you from Settings.'),
      problem,
    )
  app.get(staffSignInLink, async (c) => {
    const next = toStaffPath(c.req.query('next'))
    if (await hasNoMembers(shop.db)) return showNobodyHere(forms, c, writeSso(next))
    return showSignIn(c, next)
  })
  post(staffSignInLink, async (c, typed) => {
    const sent = { email: typed('email'), password: typed('password') }
    const { data, problem } = await call<{ step: string }>(c, 'POST', '/sign-in', sent)
    const next = toStaffPath(typed('next'))
    if (problem) return showSignIn(c, next, sent.email, problem)
    return c.redirect(data.step === 'done' ? next : withNext(staffCodeLink, next), 303)
  })
  post(staffSignOutLink, async (c) => {
    await call(c, 'POST', '/sign-out', {})
    return c.redirect(staffSignInLink, 303)
  })
}

type Refused = { problem: Problem; isRecovery: boolean }

function addCodePages({ app, call, show, post }: StaffForms): void {
  const showCode = (c: Context, next: string, refused: Refused | null = null) => {
    const isRecovery = refused?.isRecovery ?? false
    const problem = refused?.problem ?? null
    const form = { action: staffCodeLink, button: 'Sign in', hidden: { next } }
    return show(
      c,
      'One more step',
      (nonce) =>
        writeText('Six digits from the app on your phone.') +
        writeForm({
          ...form,
          fields: [{ ...codeField, autofocus: !isRecovery }],
          problem: isRecovery ? null : problem,
        }) +
        writePasskeyButton(nonce, 'get', { next }) +
        writeRow(
          `<details${isRecovery ? ' open' : ''}><summary>Use a recovery code</summary>${writeForm({ ...form, isPlain: true, fields: [recoveryCode], problem: isRecovery ? problem : null })}</details>`,
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
    return problem ? showCode(c, next, { problem, isRecovery: !isShort }) : c.redirect(next, 303)
  })
}

function addForgottenPages({ app, call, show, post }: StaffForms): void {
  const showForgot = (c: Context, typed = '', problem: Problem | null = null) =>
    show(
      c,
      'Forgot your password?',
      () => writeForm({ action: staffForgotLink, button: 'Send me a link', problem, fields: [emailField(typed)] }),
      problem,
    )
  app.get(staffForgotLink, (c) => showForgot(c))
  post(staffForgotLink, async (c, typed) => {
    const { problem } = await call(c, 'POST', '/forgot', { email: typed('email') })
    if (problem) return showForgot(c, typed('email'), problem)
    const said = 'If somebody with this address works here, a mail with a link is on its way. It works for 60 minutes.'
    return show(c, 'Look into your mailbox', () => writeText(said) + writeLink(staffSignInLink, 'Back to the sign-in'))
  })

  const showReset = (c: Context, token: string, problem: Problem | null = null) =>
    show(
      c,
      'Choose a new password',
      () =>
        writeForm({
          action: staffResetLink(token),
          button: 'Set the password',
          hidden: { token },
          problem,
          fields: [newPasswordField],
        }) + writeLink(staffForgotLink, 'Send me another link'),
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
        writeForm({ action: staffSignInLink, button: 'Sign in', fields: [emailField(), password] }),
    )
  })
}
