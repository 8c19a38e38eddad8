import type { Context } from 'hono'
import type { Problem } from '#contract/calls/staff-call.ts'
import { readSetting } from '#features/settings/server/settings.service.ts'
import type { Me } from '#features/staff/me.staff.contract.ts'
import { staffSecondStepLink, staffSignInLink } from '#features/staff/staff-links.ts'
import { drawQrCode } from '../sign-in/qr-code.ts'
import { toCodeUri } from '../sign-in/second-step.service.ts'
import type { StaffForms } from './staff-forms.ts'

type AppKey = { secret: string; uri: string }
const secretPattern = /^[A-Z2-7]{32}$/

/**
 * Adds the page `/staff/second-step`, on which members add an authenticator app or a passkey. Only the passkey needs a
 * script.
 */
export function addSecondStepPages({ app, shop, call, findHome, show, showFailed, post }: StaffForms): void {
  app.get(staffSecondStepLink, async (c) => {
    const { data: me } = await call<Me>(c, 'GET', '/me')
    if (!me) return c.redirect(staffSignInLink, 303)
    const { ways, is_missing, recovery_codes_left } = me.second_step
    return show(c, { name: 'second-step', ways, isMissing: is_missing, codesLeft: recovery_codes_left })
  })

  const showKey = (c: Context, { secret, uri }: AppKey, problem: Problem | null = null) =>
    show(c, { name: 'app-key', secret, uri, picture: drawQrCode(uri) }, problem)

  async function confirm(c: Context, code: string, secret: string) {
    const { data, problem } = await call<{ recovery_codes: string[] }>(c, 'POST', '/me/code/confirm', { code })
    if (!problem) return show(c, { name: 'second-step-done', codes: data.recovery_codes, home: await findHome(c) })
    const { data: me } = await call<Me>(c, 'GET', '/me')
    if (!me) return showFailed(c, staffSignInLink, 'Sign in again', problem)
    if (!me.email || !secretPattern.test(secret)) return showFailed(c, staffSecondStepLink, 'Start again', problem)
    const uri = toCodeUri(secret, me.email, await readSetting(shop.db, 'site_name'))
    return showKey(c, { secret, uri }, problem)
  }

  post(staffSecondStepLink, async (c, typed) => {
    if (typed('step') === 'confirm') return confirm(c, typed('code'), typed('secret'))
    const { data, problem } = await call<AppKey>(c, 'POST', '/me/code', {})
    return problem ? showFailed(c, staffSignInLink, 'Sign in again', problem) : showKey(c, data)
  })
}
