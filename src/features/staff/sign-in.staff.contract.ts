import * as z from 'zod/mini'
import { defineStaffAction, defineStaffCall } from '#contract/calls/staff-call.ts'
import { PersonName, StaffEmail, Token, Typed, Way, WebAuthnJson } from './staff-fields.ts'

/** Next step of a sign-in. `steps` lists all second steps of this member, and `step` is the one to offer first. */
export const Step = z.object({ step: z.enum(['done', 'code', 'passkey']), steps: z.array(Way) })
export type Step = z.output<typeof Step>

// Hashing a password takes time, so these calls run outside of a transaction and open a transaction afterwards.
const signingIn = { method: 'POST', scope: 'anyone', carriesSecret: true, asksOthers: true } as const

export const signInStaff = defineStaffCall({
  ...signingIn,
  path: '/sign-in',
  about: 'Signs somebody who works here in, or asks for their second step. Sets the cookie `staff_session`.',
  input: z.object({ email: StaffEmail, password: Typed }),
  output: Step,
})

export const sendCode = defineStaffCall({
  ...signingIn,
  path: '/sign-in/code',
  about: 'The second step by a code of six digits, or by one of the recovery codes.',
  input: z.object({ code: z.optional(Typed), recovery_code: z.optional(Typed) }),
  output: Step,
})

export const askForPasskey = defineStaffCall({
  ...signingIn,
  path: '/sign-in/passkey/options',
  about: 'What the browser needs to ask for a passkey. A passkey alone is enough to sign in.',
  input: z.object({}),
  output: z.object({ options: WebAuthnJson }),
})

export const sendPasskey = defineStaffCall({
  ...signingIn,
  path: '/sign-in/passkey',
  about: 'Signs in with what the passkey signed.',
  input: z.object({ response: WebAuthnJson }),
  output: Step,
})

export const signOutStaff = defineStaffAction({
  method: 'POST',
  scope: 'anyone',
  path: '/sign-out',
  about: 'Ends this session. Without one it succeeds too.',
  input: z.object({}),
})

export const forgotStaffPassword = defineStaffAction({
  ...signingIn,
  path: '/forgot',
  about: 'Sends a link to set a new password; answers the same whether or not somebody with this address works here.',
  input: z.object({ email: StaffEmail }),
})

export const resetStaffPassword = defineStaffCall({
  ...signingIn,
  path: '/reset',
  alsoAnswers: [410],
  about: 'Sets a new password with the link of the mail, and ends every session.',
  input: z.object({ token: Token, password: Typed }),
  output: z.object({ email: z.string() }),
})

export const acceptInvitation = defineStaffCall({
  ...signingIn,
  path: '/invitations/accept',
  alsoAnswers: [410],
  about:
    'Joins the shop with the link of an invitation, and signs in. The link of the first start takes an address too.',
  input: z.object({ token: Token, name: PersonName, password: Typed, email: z.optional(StaffEmail) }),
  output: z.object({ email: z.string(), step: z.literal('done') }),
})
