import * as z from 'zod/mini'
import { defineStaffCall, defineStaffDeed, defineStaffList, ListInput, StaffTime } from '#contract/calls/staff-call.ts'
import { Id, PersonName, RoleName, ScopeName, Typed, Way, WebAuthnJson } from './staff-fields.ts'

export const Me = z.object({
  kind: z.enum(['member', 'key', 'command line']),
  id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  role: z.nullable(RoleName),
  scopes: z.array(ScopeName),
  /** The most that may be paid back at once, in the smallest unit of the shop's currency; null is any amount. */
  refund_limit: z.nullable(z.int()),
  second_step: z.object({
    is_required: z.boolean(),
    /** It is required and not set up: until then only `/me` is open. */
    is_missing: z.boolean(),
    ways: z.array(Way),
    recovery_codes_left: z.int(),
  }),
  /** Whether an account at the provider of single sign-on is linked; `off` where the shop has no provider. */
  company_account: z.enum(['off', 'unlinked', 'linked']),
  /** Until when money out, roles, keys and erasing are open without asking again. */
  confirmed_until: z.nullable(StaffTime),
  /** Whether single letters are commands in the console. */
  single_keys: z.boolean(),
  /** Keys of the console that were moved: the one as it comes, and the one in its place. */
  keys: z.record(z.string(), z.string()),
  /** Whether rows of lists in the console stand closer. */
  compact_rows: z.boolean(),
  /** Days of figures are counted in its time zone. */
  shop: z.object({ name: z.string(), url: z.string(), time_zone: z.string() }),
  /** What waits for somebody, as far as the role may see it. */
  counts: z.record(z.string(), z.int()),
})
export type Me = z.output<typeof Me>

export const getMe = defineStaffCall({
  method: 'GET',
  path: '/me',
  about: 'Who is asking, what they may do, and what waits.',
  scope: 'signed-in',
  input: z.object({}),
  output: Me,
})

export const changeMe = defineStaffCall({
  method: 'PATCH',
  path: '/me',
  about:
    'Changes the own name, whether single letters are commands in the console and which, and how close its rows stand.',
  scope: 'signed-in',
  input: z.object({
    name: z.optional(PersonName),
    single_keys: z.optional(z.boolean()),
    /** All that are moved; none is as they come. */
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
  about: 'Where one is signed in, the latest first.',
  scope: 'signed-in',
  input: z.object({ limit: ListInput.limit, after: ListInput.after }),
  output: StaffSession,
})

export const endMyOtherSessions = defineStaffDeed({
  method: 'DELETE',
  path: '/me/sessions',
  about: 'Signs out everywhere else.',
  scope: 'signed-in',
  input: z.object({}),
})

export const endMySession = defineStaffDeed({
  method: 'DELETE',
  path: '/me/sessions/:id',
  about: 'Signs out in one browser.',
  scope: 'signed-in',
  input: z.object({ id: Id }),
})

export const changeMyPassword = defineStaffDeed({
  method: 'POST',
  path: '/me/password',
  about: 'Changes the own password, signs out everywhere else and tells by mail.',
  scope: 'signed-in',
  carriesSecret: true,
  asksOthers: true,
  input: z.object({ old_password: Typed, password: Typed }),
})

// Whoever adds or takes away a second step was asked for one a moment ago: a browser left open is not enough.
const ownStep = { scope: 'signed-in', needsConfirming: true } as const
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const startMyCode = defineStaffCall({
  ...ownStep,
  method: 'POST',
  path: '/me/code',
  about: 'Begins with codes of six digits: the secret for the app. It counts once a code of it was sent.',
  carriesSecret: true,
  input: z.object({}),
  output: z.object({
    secret: z.string(),
    uri: z.string(),
    /** The address as a QR code: an SVG picture. */
    qr: z.string(),
  }),
})

export const confirmMyCode = defineStaffCall({
  ...ownStep,
  method: 'POST',
  path: '/me/code/confirm',
  about: 'The first code of the app: from now on it is a second step. Answers recovery codes where there were none.',
  carriesSecret: true,
  input: z.object({ code: Typed }),
  output: RecoveryCodes,
})

export const removeMyCode = defineStaffDeed({
  ...ownStep,
  method: 'DELETE',
  path: '/me/code',
  about: 'Ends the codes of six digits.',
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
  about: 'The own passkeys.',
  scope: 'signed-in',
  input: z.object({}),
  output: Passkey,
})

export const startMyPasskey = defineStaffCall({
  ...ownStep,
  method: 'POST',
  path: '/me/passkeys/options',
  about: 'What the browser needs to make a passkey.',
  carriesSecret: true,
  input: z.object({}),
  output: z.object({ options: WebAuthnJson }),
})

export const addMyPasskey = defineStaffCall({
  ...ownStep,
  method: 'POST',
  path: '/me/passkeys',
  about: 'Keeps a new passkey. Answers recovery codes where there were none.',
  carriesSecret: true,
  asksOthers: true,
  input: z.object({ name: PersonName, response: WebAuthnJson }),
  output: z.object({ passkey: Passkey, ...RecoveryCodes.shape }),
})

export const removeMyPasskey = defineStaffDeed({
  ...ownStep,
  method: 'DELETE',
  path: '/me/passkeys/:id',
  about: 'Ends a passkey.',
  input: z.object({ id: z.string().check(z.maxLength(1500)) }),
})

export const renewMyRecoveryCodes = defineStaffCall({
  ...ownStep,
  method: 'POST',
  path: '/me/recovery-codes',
  about: 'Ten new recovery codes, shown this once; the old ones end.',
  carriesSecret: true,
  input: z.object({}),
  output: RecoveryCodes,
})

export const startConfirming = defineStaffCall({
  method: 'POST',
  path: '/me/confirm/options',
  about: 'What the browser needs to ask for one of the own passkeys again.',
  scope: 'signed-in',
  carriesSecret: true,
  asksOthers: true,
  input: z.object({}),
  output: z.object({ options: WebAuthnJson }),
})

export const confirmMe = defineStaffCall({
  method: 'POST',
  path: '/me/confirm',
  about: 'The second step again: a code, a recovery code or a passkey; the password of whoever has no second step.',
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
