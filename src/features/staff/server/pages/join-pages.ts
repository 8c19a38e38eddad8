import type { Context } from 'hono'
import type { Problem } from '#contract/calls/staff-call.ts'
import { staffAcceptLink, staffHomeLink, staffSetupLink } from '#features/staff/staff-links.ts'
import type { JoinFields } from '#features/staff/staff-page.rules.ts'
import { findInvitation } from '../people/invitations.service.ts'
import type { StaffForms } from './staff-forms.ts'

/** Adds the pages behind invitation links and behind the setup link of a new shop. */
export function addJoinPages({ app, shop, call, show, post }: StaffForms): void {
  for (const toLink of [staffAcceptLink, staffSetupLink]) {
    const path = new URL(toLink(''), shop.publicUrl).pathname
    const showJoin = async (c: Context, token: string, typed?: JoinFields, problem: Problem | null = null) => {
      const found = await findInvitation(shop, token)
      if (!found) return show(c, { name: 'link-used', isSetup: toLink === staffSetupLink })
      const { invitation, role } = found
      return show(
        c,
        {
          name: 'join',
          action: toLink(token),
          token,
          role: role.name,
          invited: invitation.email,
          typed: typed ?? { name: invitation.name, email: '' },
        },
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
