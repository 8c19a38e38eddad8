import type { Context } from 'hono'
import type { Problem } from '#contract/calls/staff-call.ts'
import { escapeHtml } from '#contract/text/escape-html.ts'
import { readSetting } from '#features/settings/server/settings.service.ts'
import type { Me } from '#features/staff/me.staff.contract.ts'
import { staffHomeLink, staffSecondStepLink, staffSignInLink } from '#features/staff/staff-links.ts'
import { drawQrCode } from '../sign-in/qr-code.ts'
import { toCodeUri } from '../sign-in/second-step.service.ts'
import { codeField, type StaffForms } from './staff-forms.ts'
import { writeForm, writeLink, writePasskeyButton, writeText } from './staff-page.ts'

const appForm = {
  action: staffSecondStepLink,
  button: 'Use an app that shows codes',
  hidden: { step: 'start' },
}
const secretPattern = /^[A-Z2-7]{32}$/

/** Writes the key of an app in three forms, a QR code first, and the form for the app's code below. */
function writeKey({ secret, uri }: { secret: string; uri: string }, problem: Problem | null = null): string {
  const confirm = writeForm({
    action: staffSecondStepLink,
    button: 'Confirm the code',
    // Comes back with a wrong code, so that the page can show the same key again.
    hidden: { step: 'confirm', secret },
    problem,
    fields: [codeField],
  })
  return [
    writeText('Scan this picture with an app that shows codes.'),
    `<div class="qr" role="img" aria-label="The key, to scan">${drawQrCode(uri)}</div>`,
    writeLink(uri, 'Open the app on this phone'),
    writeText('Or type this key into the app:'),
    `<code>${escapeHtml(secret.replace(/(.{4})(?=.)/g, '$1 '))}</code>`,
    confirm,
    writeLink(staffSecondStepLink, 'Back'),
  ].join('')
}

/** Adds `/staff/second-step`, which adds codes of an app or a passkey. Only the passkey needs a script. */
export function addSecondStepPages({ app, shop, call, findHome, show, post }: StaffForms): void {
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
        (ways.includes('code') ? '' : writeForm(appForm)) +
        writePasskeyButton(nonce, 'create') +
        (is_missing ? '' : writeLink(staffHomeLink, 'Back')),
    )
  })

  async function confirm(c: Context, code: string, secret: string) {
    const { data, problem } = await call<{ recovery_codes: string[] }>(c, 'POST', '/me/code/confirm', { code })
    if (!problem) {
      const codes = data.recovery_codes.map(escapeHtml).join('\n')
      const home = await findHome(c)
      const keep = 'Keep these recovery codes somewhere safe. Each works once, for when your phone is lost.'
      return show(
        c,
        'Your second step is set up',
        () => (codes ? `${writeText(keep)}<pre>${codes}</pre>` : '') + writeLink(home, 'Go on'),
      )
    }
    const { data: me } = await call<Me>(c, 'GET', '/me')
    if (!me?.email || !secretPattern.test(secret)) {
      const again = me ? writeLink(staffSecondStepLink, 'Start again') : writeLink(staffSignInLink, 'Sign in again')
      return show(c, 'This did not work', () => again, problem)
    }
    const key = { secret, uri: toCodeUri(secret, me.email, await readSetting(shop.db, 'site_name')) }
    return show(c, 'Add this shop to your app', () => writeKey(key, problem), problem)
  }

  post(staffSecondStepLink, async (c, typed) => {
    if (typed('step') === 'confirm') return confirm(c, typed('code'), typed('secret'))
    const { data, problem } = await call<{ secret: string; uri: string }>(c, 'POST', '/me/code', {})
    if (problem) return show(c, 'This did not work', () => writeLink(staffSignInLink, 'Sign in again'), problem)
    return show(c, 'Add this shop to your app', () => writeKey(data))
  })
}
