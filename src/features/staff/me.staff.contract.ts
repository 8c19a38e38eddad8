import * as z from 'zod/mini'
import {
  defineStaffAction,
  defineStaffCall,
  defineStaffList,
  ListInput,
  StaffTime,
} from '#contract/calls/staff-call.ts'
import { Id, PersonName, RoleName, ScopeName, Typed, Way, WebAuthnJson } from './staff-fields.ts'

export const Me = z.object({
  kind: z.enum(['member', 'key', 'command line']),
  id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  role: z.nullable(RoleName),
  scopes: z.array(ScopeName),
  /** Limit of a refund, in minor units of the shop's currency. Null means no limit. */
  refund_limit: z.nullable(z.int()),
  second_step: z.object({
    is_required: z.boolean(),
    /**
     * Whether a second step is required but not set up. Until the second step is set up, the member can use only `/me`.
     */
    is_missing: z.boolean(),
    /** The end of the grace period. Until then, members without a second step can work. Null means no grace period. */
    required_from: z.nullable(StaffTime),
    ways: z.array(Way),
    recovery_codes_left: z.int(),
  }),
  /** Whether an account of the single sign-on provider is linked. `off` if the shop has no provider. */
  company_account: z.enum(['off', 'unlinked', 'linked']),
  /** Time until which refunds, roles, keys and erasures need no new confirmation by a second step. */
  confirmed_until: z.nullable(StaffTime),
  /** Whether single-key shortcuts are on in the console. */
  single_keys: z.boolean(),
  /** Changed shortcuts of the console, from the default key to its replacement. */
  keys: z.record(z.string(), z.string()),
  /** Whether rows of lists in the console are compact. */
  compact_rows: z.boolean(),
  /** The shop. Daily figures use the shop’s time zone. Prices can be entered in each of the shop’s currencies. */
  shop: z.object({
    name: z.string(),
    url: z.string(),
    time_zone: z.string(),
    /** The shop's own currency. Limits and store credit are in it. */
    currency: z.string(),
    currencies: z.array(z.string()),
  }),
  /** Number of waiting entries of each kind that the role may see. */
  counts: z.record(z.string(), z.int()),
})
export type Me = z.output<typeof Me>

export const getMe = defineStaffCall({
  method: 'GET',
  path: '/me',
  about: 'Returns the signed-in member or API key, its scopes, and the counts of open work.',
  scope: 'signed-in',
  input: z.object({}),
  output: Me,
})

export const changeMe = defineStaffCall({
  method: 'PATCH',
  path: '/me',
  about: 'Changes the caller’s name and console preferences, which are single-key shortcuts and compact rows.',
  scope: 'signed-in',
  input: z.object({
    name: z.optional(PersonName),
    single_keys: z.optional(z.boolean()),
    /** All changed shortcuts. An empty object restores the defaults. */
    keys: z.optional(z.record(z.string().check(z.maxLength(1)), z.string().check(z.maxLength(1)))),
    compact_rows: z.optional(z.boolean()),
  }),
  output: Me,
})

export const StaffSession = z.object({
  id: z.string(),
  is_current: z.boolean(),
  way: z.enum(['password', 'passkey', 'sso']),
  ip: z.string(),
  user_agent: z.string(),
  created_at: StaffTime,
  used_at: StaffTime,
  expires_at: StaffTime,
})
export type StaffSession = z.output<typeof StaffSession>

export const listMySessions = defineStaffList({
  path: '/me/sessions',
  about: 'Lists the caller’s active sessions, newest first.',
  scope: 'signed-in',
  input: z.object({ limit: ListInput.limit, after: ListInput.after }),
  output: StaffSession,
})

export const endMyOtherSessions = defineStaffAction({
  method: 'DELETE',
  path: '/me/sessions',
  about: 'Ends all sessions of the caller, except the current session.',
  scope: 'signed-in',
  input: z.object({}),
})

export const endMySession = defineStaffAction({
  method: 'DELETE',
  path: '/me/sessions/:id',
  about: 'Ends one session of the caller.',
  scope: 'signed-in',
  input: z.object({ id: Id }),
})

export const changeMyPassword = defineStaffAction({
  method: 'POST',
  path: '/me/password',
  about: 'Changes the caller’s password. Ends all other sessions and sends a confirmation email.',
  scope: 'signed-in',
  carriesSecret: true,
  asksOthers: true,
  input: z.object({ old_password: Typed, password: Typed }),
})

// Adding or removing a second step requires a recent second step, so that access to an unattended browser is not
// enough.
const ownStep = { scope: 'signed-in', needsConfirming: true } as const
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const startMyCode = defineStaffCall({
  ...ownStep,
  method: 'POST',
  path: '/me/code',
  about: 'Creates a secret for an authenticator app. The app becomes a second step after its first code is confirmed.',
  carriesSecret: true,
  input: z.object({}),
  output: z.object({
    secret: z.string(),
    uri: z.string(),
    /** QR code of the address as SVG. */
    qr: z.string(),
  }),
})

export const confirmMyCode = defineStaffCall({
  ...ownStep,
  method: 'POST',
  path: '/me/code/confirm',
  about:
    'Confirms the first code of an authenticator app, which becomes a second step. Returns recovery codes if the caller had none. Sends an email.',
  carriesSecret: true,
  input: z.object({ code: Typed }),
  output: RecoveryCodes,
})

export const removeMyCode = defineStaffAction({
  ...ownStep,
  method: 'DELETE',
  path: '/me/code',
  about:
    'Removes the caller’s authenticator app and sends an email. The last second step cannot be removed if the shop requires one.',
  input: z.object({}),
})

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: StaffTime,
  used_at: z.nullable(StaffTime),
})
export type Passkey = z.output<typeof Passkey>

export const listMyPasskeys = defineStaffList({
  path: '/me/passkeys',
  about: 'Lists the caller’s passkeys.',
  scope: 'signed-in',
  input: z.object({}),
  output: Passkey,
})

export const startMyPasskey = defineStaffCall({
  ...ownStep,
  method: 'POST',
  path: '/me/passkeys/options',
  about: 'Returns the WebAuthn options to register a passkey.',
  carriesSecret: true,
  input: z.object({}),
  output: z.object({ options: WebAuthnJson }),
})

export const addMyPasskey = defineStaffCall({
  ...ownStep,
  method: 'POST',
  path: '/me/passkeys',
  about: 'Registers a passkey and sends an email. Returns recovery codes if the caller had none.',
  carriesSecret: true,
  asksOthers: true,
  input: z.object({ name: PersonName, response: WebAuthnJson }),
  output: z.object({ passkey: Passkey, ...RecoveryCodes.shape }),
})

export const removeMyPasskey = defineStaffAction({
  ...ownStep,
  method: 'DELETE',
  path: '/me/passkeys/:id',
  about:
    'Deletes a passkey of the caller and sends an email. The last second step cannot be removed if the shop requires one.',
  input: z.object({ id: z.string().check(z.maxLength(1500)) }),
})

export const renewMyRecoveryCodes = defineStaffCall({
  ...ownStep,
  method: 'POST',
  path: '/me/recovery-codes',
  about: 'Creates ten new recovery codes, which replace the old codes. The codes are returned only in this response.',
  carriesSecret: true,
  input: z.object({}),
  output: RecoveryCodes,
})

export const startConfirming = defineStaffCall({
  method: 'POST',
  path: '/me/confirm/options',
  about: 'Returns the WebAuthn options to confirm the caller’s identity with a passkey.',
  scope: 'signed-in',
  carriesSecret: true,
  asksOthers: true,
  input: z.object({}),
  output: z.object({ options: WebAuthnJson }),
})

export const confirmMe = defineStaffCall({
  method: 'POST',
  path: '/me/confirm',
  about:
    'Confirms the caller’s identity again with a code, a recovery code or a passkey. Members without a second step send their password.',
  scope: 'signed-in',
  carriesSecret: true,
  asksOthers: true,
  input: z.object({
    code: z.optional(Typed),
    recovery_code: z.optional(Typed),
    password: z.optional(Typed),
    passkey: z.optional(WebAuthnJson),
  }),
  output: z.object({ confirmed_until: StaffTime }),
})
