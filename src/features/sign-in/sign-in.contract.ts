import * as z from 'zod/mini'
import { defineCall } from '#contract/calls/call.ts'
import { codeZero, codeZeroMessage } from '#contract/calls/envelopes.ts'
import { Email, problemCheck } from '#contract/calls/fields.ts'
import { msg } from '#contract/text/translate.ts'
import { findNewPasswordProblem, passwordMaxLength } from './sign-in.rules.ts'

const Password = z
  .string(msg('Please fill in this field'))
  .check(z.minLength(1, msg('Please fill in this field')), z.maxLength(200))
const NewPassword = z
  .string(msg('Please fill in this field'))
  .check(problemCheck(findNewPasswordProblem), z.maxLength(passwordMaxLength))

export const SignedIn = z.object({
  token: z.string(),
  expires_at: z.string(),
  member_id: z.string(),
  email: z.string(),
  name: z.string(),
})
export type SignedIn = z.output<typeof SignedIn>

export const signIn = defineCall({
  method: 'POST',
  path: '/ajax-web/customer/login',
  about: 'Signs a shopper in.',
  access: 'anyone',
  envelope: codeZero,
  carriesSecret: true,
  input: z.object({ email: Email, password: Password }),
  output: SignedIn,
})

export const register = defineCall({
  method: 'POST',
  path: '/ajax-web/customer/register',
  about: 'Creates an account and signs the shopper in. Sends a mail to confirm the email address.',
  access: 'anyone',
  envelope: codeZero,
  carriesSecret: true,
  input: z.object({ email: Email, password: NewPassword }),
  output: SignedIn,
})

export const signOut = defineCall({
  method: 'POST',
  path: '/ajax-web/customer/logout',
  about: 'Ends the current session. Also succeeds without a session.',
  access: 'anyone',
  envelope: codeZero,
  input: z.object({}),
  output: z.null(),
})

export const forgotPassword = defineCall({
  method: 'POST',
  path: '/ajax-web/customer/forgot',
  about: 'Sends a link for setting a new password. The response is the same whether or not the address is known.',
  access: 'anyone',
  envelope: codeZero,
  carriesSecret: true,
  input: z.object({ email: Email }),
  output: z.null(),
})

export const resetPassword = defineCall({
  method: 'POST',
  path: '/ajax-web/customer/reset',
  about: 'Sets a new password with the token from the mail, and ends all sessions.',
  access: 'anyone',
  envelope: codeZero,
  carriesSecret: true,
  input: z.object({ token: z.string().check(z.maxLength(200)), password: NewPassword }),
  output: z.object({ email: z.string() }),
})

export const confirmEmail = defineCall({
  method: 'POST',
  path: '/ajax-web/customer/confirm',
  about:
    'Confirms the email address with the token from the mail. A browser that did not request the mail must also send a new password. Setting the new password ends all sessions.',
  access: 'anyone',
  envelope: codeZero,
  carriesSecret: true,
  input: z.object({ token: z.string().check(z.maxLength(200)), password: z.optional(NewPassword) }),
  output: z.object({ email: z.string() }),
})

export const sendConfirmation = defineCall({
  method: 'POST',
  path: '/ajax-web/customer/confirm/send',
  about:
    'Sends the confirmation mail again, with a link for this browser. Does nothing if the email address is already confirmed.',
  access: 'customer',
  envelope: codeZero,
  input: z.object({}),
  output: z.null(),
})

export const changePassword = defineCall({
  method: 'POST',
  path: '/ajax-web/customer/password',
  about: 'Changes the password. Ends all sessions and invalidates all links for setting a new password.',
  access: 'customer',
  envelope: codeZeroMessage,
  carriesSecret: true,
  input: z.object({
    old_password: z
      .string(msg('The old password cannot be empty'))
      .check(z.minLength(1, msg('The old password cannot be empty')), z.maxLength(200)),
    password: NewPassword,
  }),
  output: z.object({ message: z.string() }),
})

export const getEmail = defineCall({
  method: 'GET',
  path: '/ajax-web/customer/email',
  about: 'Returns the email address of the signed-in shopper, or null. Used to prefill forms.',
  access: 'anyone',
  envelope: codeZero,
  input: z.object({}),
  output: z.object({ email: z.nullable(z.string()) }),
})
