import * as z from 'zod/mini'
import { filledText } from '#contract/calls/fields.ts'
import { scopeNames } from '#contract/calls/scopes.ts'

export const Id = z.string().check(z.minLength(1), z.maxLength(100))
/** Any valid email address. Staff may use longer addresses than shoppers, with any top-level domain. */
export const StaffEmail = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.minLength(3), z.maxLength(100), z.regex(z.core.regexes.email))
export const PersonName = filledText(100)
/** Value typed at a sign-in, which is only compared. */
export const Typed = z.string().check(z.minLength(1), z.maxLength(200))
export const Token = z.string().check(z.regex(/^[\w-]{43}$/), z.maxLength(43))
export const ScopeName = z.enum(scopeNames)
export const Way = z.enum(['code', 'passkey'])
/** Input and output of a browser's `navigator.credentials`, as WebAuthn writes them in JSON. The library checks the values. */
export const WebAuthnJson = z.record(z.string().check(z.maxLength(60)), z.unknown())
export const RoleName = z.object({ id: z.string(), name: z.string(), is_owner: z.boolean() })
