import type { Context, Hono } from 'hono'
import type { Problem } from '#contract/calls/staff-call.ts'
import {
  staffCodeLink,
  staffForgotLink,
  staffResetLink,
  staffSignInLink,
  staffSignOutLink,
  toStaffPath,
  withReturnPath,
} from '#features/staff/staff-links.ts'
import { hasNoMembers } from '../people/members.service.ts'
import { addJoinPages } from './join-pages.ts'
import { addSecondStepPages } from './second-step-pages.ts'
import { createStaffForms, type FormParts, type StaffForms } from './staff-forms.ts'

type Parts = FormParts & {
  /** Whether a provider of single sign-on is configured. */
  hasSso?: boolean
}

/**
 * Adds the pages of mailed links, which are plain forms without scripts. The forms use the calls of the staff API. Only
 * passkeys need a script, because browsers offer passkeys to scripts only.
 */
export function addStaffPages(app: Hono, { hasSso = false, ...parts }: Parts): void {
  const forms = createStaffForms(app, parts)
  addJoinPages(forms)
  addSecondStepPages(forms)
  addSignInPages(forms, hasSso)
  addCodePages(forms)
  addForgottenPages(forms)
}

function addSignInPages({ app, shop, call, show, post }: StaffForms, hasSso: boolean): void {
  app.get(staffSignInLink, async (c) => {
    const next = toStaffPath(c.req.query('next'))
    return show(c, { name: (await hasNoMembers(shop.db)) ? 'no-owner' : 'sign-in', next, hasSso })
  })
  post(staffSignInLink, async (c, typed) => {
    const sent = { email: typed('email'), password: typed('password') }
    const { data, problem } = await call<{ step: string }>(c, 'POST', '/sign-in', sent)
    const next = toStaffPath(typed('next'))
    if (problem) return show(c, { name: 'sign-in', next, hasSso, email: sent.email }, problem)
    return c.redirect(data.step === 'done' ? next : withReturnPath(staffCodeLink, next), 303)
  })
  post(staffSignOutLink, async (c) => {
    await call(c, 'POST', '/sign-out', {})
    return c.redirect(staffSignInLink, 303)
  })
}

function addCodePages({ app, call, show, post }: StaffForms): void {
  app.get(staffCodeLink, (c) => show(c, { name: 'code', next: toStaffPath(c.req.query('next')), isRecovery: false }))
  post(staffCodeLink, async (c, typed) => {
    const next = toStaffPath(typed('next'))
    const sent = typed('code').trim()
    const isShort = /^[\d\s]{6,8}$/.test(sent)
    const { problem } = await call(c, 'POST', '/sign-in/code', isShort ? { code: sent } : { recovery_code: sent })
    return problem ? show(c, { name: 'code', next, isRecovery: !isShort }, problem) : c.redirect(next, 303)
  })
}

function addForgottenPages({ app, shop, call, show, post }: StaffForms): void {
  app.get(staffForgotLink, (c) => show(c, { name: 'forgot' }))
  post(staffForgotLink, async (c, typed) => {
    const email = typed('email')
    const { problem } = await call(c, 'POST', '/forgot', { email })
    return problem ? show(c, { name: 'forgot', email }, problem) : show(c, { name: 'mail-sent' })
  })

  const resetPath = new URL(staffResetLink(''), shop.publicUrl).pathname
  const showReset = (c: Context, token: string, problem: Problem | null = null) =>
    show(c, { name: 'reset', token }, problem)
  app.get(resetPath, (c) => showReset(c, c.req.query('token') ?? ''))
  post(resetPath, async (c, typed) => {
    const { problem } = await call(c, 'POST', '/reset', { token: typed('token'), password: typed('password') })
    return problem ? showReset(c, typed('token'), problem) : show(c, { name: 'reset-done' })
  })
}
