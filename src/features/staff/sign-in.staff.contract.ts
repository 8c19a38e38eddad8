import * as z from 'zod/mini'
import { defineStaffAction, defineStaffCall } from '#contract/calls/staff-call.ts'
import { PersonName, StaffEmail, Token, Typed, Way, WebAuthnJson } from './staff-fields.ts'

/** Next step of a sign-in. `steps` lists all second steps of this member, and `step` is the step to offer first. */
export const Step = z.object({ step: z.enum(['done', 'code', 'passkey']), steps: z.array(Way) })
export type Step = z.output<typeof Step>

// Hashing a password takes time, so these calls hash outside of a transaction and open a transaction afterwards.
const signingIn = { method: 'POST', scope: 'anyone', carriesSecret: true, asksOthers: true } as const

export const signInStaff = defineStaffCall({
  ...signingIn,
  path: '/sign-in',
  about:
    'Signs a staff member in and sets the cookie `staff_session`. A member with a second step must first complete that step.',
  input: z.object({ email: StaffEmail, password: Typed }),
  output: Step,
})

export const sendCode = defineStaffCall({
  ...signingIn,
  path: '/sign-in/code',
  about: 'Completes the second step with a six-digit code or a recovery code.',
  input: z.object({ code: z.optional(Typed), recovery_code: z.optional(Typed) }),
  output: Step,
})

export const askForPasskey = defineStaffCall({
  ...signingIn,
  path: '/sign-in/passkey/options',
  about:
    'Returns the WebAuthn options to sign in with a passkey. A passkey needs no password and no other second step.',
  input: z.object({}),
  output: z.object({ options: WebAuthnJson }),
})

export const sendPasskey = defineStaffCall({
  ...signingIn,
  path: '/sign-in/passkey',
  about: 'Signs a staff member in with the WebAuthn response of a passkey.',
  input: z.object({ response: WebAuthnJson }),
  output: Step,
})

export const signOutStaff = defineStaffAction({
  method: 'POST',
  scope: 'anyone',
  path: '/sign-out',
  about: 'Ends the current session. Also succeeds if the caller is not signed in.',
  input: z.object({}),
})

export const forgotStaffPassword = defineStaffAction({
  ...signingIn,
  path: '/forgot',
  about: 'Sends an email with a link to set a new password. The response is the same for unknown addresses.',
  input: z.object({ email: StaffEmail }),
})

export const resetStaffPassword = defineStaffCall({
  ...signingIn,
  path: '/reset',
  alsoAnswers: [410],
  about:
    'Sets a new password with the token of an emailed link. Ends all sessions of the member and sends a confirmation email.',
  input: z.object({ token: Token, password: Typed }),
  output: z.object({ email: z.string() }),
})

export const acceptInvitation = defineStaffCall({
  ...signingIn,
  path: '/invitations/accept',
  alsoAnswers: [410],
  about: 'Accepts an invitation and signs the new member in. The setup link of a new shop also requires `email`.',
  input: z.object({ token: Token, name: PersonName, password: Typed, email: z.optional(StaffEmail) }),
  output: z.object({ email: z.string(), step: z.literal('done') }),
})
