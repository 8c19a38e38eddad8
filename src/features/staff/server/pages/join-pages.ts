import type { Context } from 'hono'
import type { Problem } from '#contract/calls/staff-call.ts'
import { staffAcceptLink, staffHomeLink, staffSetupLink, staffSignInLink } from '#features/staff/staff-links.ts'
import { findInvitation } from '../people/invitations.service.ts'
import { emailField, newPasswordField, type StaffForms } from './staff-forms.ts'
import { writeCode, writeForm, writeLink, writeText } from './staff-page.ts'

/** Command that prints a new link for the first owner. */
const setupCommand = 'npm run staff -- setup-link'

type Typed = { name: string; email: string }

/** Adds the pages behind the links of invitations and of the first start. */
export function addJoinPages({ app, shop, call, show, post }: StaffForms): void {
  for (const toLink of [staffAcceptLink, staffSetupLink]) {
    const path = new URL(toLink(''), shop.publicUrl).pathname
    const showJoin = async (c: Context, token: string, typed?: Typed, problem: Problem | null = null) => {
      const found = await findInvitation(shop, token)
      if (!found) {
        const isSetup = toLink === staffSetupLink
        const over = isSetup
          ? 'A new link is printed each time the shop starts, and by this command on the server:'
          : 'Ask the person who invited you for a new one.'
        return show(
          c,
          'This link was used or is too old',
          () => writeText(over) + (isSetup ? writeCode(setupCommand) : '') + writeLink(staffSignInLink, 'Sign in'),
        )
      }
      const { invitation, role } = found
      const name = { name: 'name', label: 'Your name', value: typed?.name ?? invitation.name, autocomplete: 'name' }
      const fields = [...(invitation.email ? [] : [emailField(typed?.email)]), name, newPasswordField]
      const says = invitation.email
        ? `Join as ${role.name} with the address ${invitation.email}.`
        : 'Nobody works here yet. You become the owner of this shop.'
      return show(
        c,
        invitation.email ? 'You are invited' : 'Set up your shop',
        // The address keeps the token, so that a page that is reloaded or copied still shows the form.
        () =>
          writeText(says) + writeForm({ action: toLink(token), button: 'Join', hidden: { token }, problem, fields }),
        problem,
      )
    }
    app.get(path, (c) => showJoin(c, c.req.query('token') ?? ''))
    post(path, async (c, typed) => {
      const sent = { token: typed('token'), name: typed('name'), password: typed('password') }
      const email = typed('email')
      const { problem } = await call(c, 'POST', '/invitations/accept', { ...sent, ...(email && { email }) })
      return problem ? showJoin(c, sent.token, { name: sent.name, email }, problem) : c.redirect(staffHomeLink, 303)
    })
  }
}

/** Replaces the sign-in before the first owner exists, and explains where to find the link for the first owner. */
export function showNobodyHere({ show }: StaffForms, c: Context, otherWays: string) {
  return show(
    c,
    'This shop has no owner yet',
    () =>
      writeText(
        'When the shop starts, it prints a link in its terminal or log, behind “Nobody works here yet”. Open that link to become the owner.',
      ) +
      writeText('To print a new link, run this command on the server:') +
      writeCode(setupCommand) +
      otherWays,
  )
}
