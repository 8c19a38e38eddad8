import * as z from 'zod/mini'
import { filledText } from '#contract/calls/fields.ts'
import {
  defineStaffAction,
  defineStaffCall,
  defineStaffList,
  ListInput,
  StaffTime,
} from '#contract/calls/staff-call.ts'
import { maxRefundLimit } from './staff.rules.ts'
import { Id, PersonName, RoleName, ScopeName, StaffEmail, Way } from './staff-fields.ts'

export const Member = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: RoleName,
  status: z.enum(['active', 'disabled']),
  second_steps: z.array(Way),
  created_at: StaffTime,
  last_seen_at: z.nullable(StaffTime),
  possible: z.array(z.enum(['disable', 'enable'])),
})
export type Member = z.output<typeof Member>

const reading = { scope: 'staff:read' } as const
// These calls change rights, so they require a recent second step.
const writing = { scope: 'staff:write', needsConfirming: true } as const

export const listMembers = defineStaffList({
  ...reading,
  path: '/members',
  about: 'Lists staff members by email address. `q` matches the beginning of an address or a part of a name.',
  input: z.object({ ...ListInput, status: z.optional(z.enum(['active', 'disabled'])), role: z.optional(Id) }),
  output: Member,
})

export const getMember = defineStaffCall({
  ...reading,
  method: 'GET',
  path: '/members/:id',
  about: 'Returns one staff member.',
  input: z.object({ id: Id }),
  output: Member,
})

export const addMember = defineStaffCall({
  ...writing,
  method: 'POST',
  path: '/members',
  about: 'Adds a staff member without an invitation. Sends an email with a link to set a password.',
  input: z.object({ email: StaffEmail, name: PersonName, role: Id }),
  output: Member,
  example: { input: { email: 'tomas@shop.example', name: 'Tomas Berg', role: 'warehouse' } },
})

export const changeMember = defineStaffCall({
  ...writing,
  method: 'PATCH',
  path: '/members/:id',
  about:
    'Changes the name or role of a staff member. The caller cannot grant more rights than they have. The last owner must remain an owner.',
  input: z.object({ id: Id, name: z.optional(PersonName), role: z.optional(Id) }),
  output: Member,
})

export const disableMember = defineStaffCall({
  ...writing,
  method: 'POST',
  path: '/members/:id/disable',
  about: 'Disables a staff member and ends all their sessions. A disabled member cannot sign in.',
  input: z.object({ id: Id }),
  output: Member,
})

export const enableMember = defineStaffCall({
  ...writing,
  method: 'POST',
  path: '/members/:id/enable',
  about: 'Enables a disabled staff member again.',
  input: z.object({ id: Id }),
  output: Member,
})

export const signOutMember = defineStaffCall({
  ...writing,
  method: 'POST',
  path: '/members/:id/sign-out',
  about: 'Ends all sessions of a staff member, except the caller’s current session. The member can sign in again.',
  input: z.object({ id: Id }),
  output: Member,
})

export const Invitation = z.object({
  id: z.string(),
  email: z.nullable(z.string()),
  name: z.string(),
  role: RoleName,
  status: z.enum(['open', 'accepted', 'ended', 'over']),
  invited_by: z.string(),
  created_at: StaffTime,
  expires_at: StaffTime,
})
export type Invitation = z.output<typeof Invitation>

export const listInvitations = defineStaffList({
  ...reading,
  path: '/invitations',
  about: 'Lists invitations, newest first.',
  input: z.object({ limit: ListInput.limit, after: ListInput.after }),
  output: Invitation,
})

export const invite = defineStaffCall({
  ...writing,
  method: 'POST',
  path: '/invitations',
  about:
    'Sends an invitation by email. The link works once, for three days. An earlier invitation to the same address ends.',
  input: z.object({ email: StaffEmail, name: z._default(z.string().check(z.trim(), z.maxLength(100)), ''), role: Id }),
  output: Invitation,
  example: { input: { email: 'ines@shop.example', name: 'Inês Prado', role: 'support' } },
})

export const endInvitation = defineStaffCall({
  ...writing,
  method: 'POST',
  path: '/invitations/:id/end',
  about: 'Revokes an open invitation.',
  input: z.object({ id: Id }),
  output: Invitation,
})

export const Role = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(ScopeName),
  is_owner: z.boolean(),
  /** Whether the role is built in. Built-in roles cannot be removed. */
  is_built_in: z.boolean(),
  refund_limit: z.nullable(z.int()),
  members: z.int(),
})
export type Role = z.output<typeof Role>

const roleParts = {
  name: filledText(60),
  scopes: z.array(ScopeName).check(z.maxLength(100)),
  refund_limit: z.nullable(z.int().check(z.gte(0), z.lte(maxRefundLimit))),
}

export const listRoles = defineStaffList({
  ...reading,
  path: '/roles',
  about: 'Lists all roles, built-in roles first.',
  input: z.object({}),
  output: Role,
})

export const getRole = defineStaffCall({
  ...reading,
  method: 'GET',
  path: '/roles/:id',
  about: 'Returns one role.',
  input: z.object({ id: Id }),
  output: Role,
})

export const addRole = defineStaffCall({
  ...writing,
  method: 'POST',
  path: '/roles',
  about: 'Creates a role. Only owners can create roles.',
  input: z.object({ ...roleParts, refund_limit: z._default(roleParts.refund_limit, null) }),
  output: Role,
  example: { input: { name: 'Weekend desk', scopes: ['orders:read', 'inbox:write'], refund_limit: null } },
})

export const changeRole = defineStaffCall({
  ...writing,
  method: 'PATCH',
  path: '/roles/:id',
  about: 'Changes a role for all its members at once. Only owners can change roles. The owner role cannot be changed.',
  input: z.object({
    id: Id,
    name: z.optional(roleParts.name),
    scopes: z.optional(roleParts.scopes),
    refund_limit: z.optional(roleParts.refund_limit),
  }),
  output: Role,
})

export const removeRole = defineStaffAction({
  ...writing,
  method: 'DELETE',
  path: '/roles/:id',
  about: 'Deletes an unused role. Only owners can delete roles. Built-in roles cannot be deleted.',
  input: z.object({ id: Id }),
})

const SecondStepRule = z.object({
  is_required: z.boolean(),
  /** The end of the grace period. Null means that the rule applies now, or that there is no rule. */
  required_from: z.nullable(StaffTime),
  /** The number of active members who have not set up a second step. */
  members_without: z.int(),
})

export const getSecondStepRule = defineStaffCall({
  ...reading,
  method: 'GET',
  path: '/second-step-rule',
  about: 'Returns whether all staff need a second step at sign-in, and from when.',
  input: z.object({}),
  output: SecondStepRule,
  example: { input: {} },
})

export const changeSecondStepRule = defineStaffCall({
  ...writing,
  method: 'PUT',
  path: '/second-step-rule',
  about:
    'Requires a second step from all staff after a grace period, or no longer. Members without one get a mail. Only owners may call it.',
  input: z.object({
    is_required: z.boolean(),
    /** Days in which members without a second step can still work. */
    grace_days: z._default(z.int().check(z.gte(0), z.lte(30)), 7),
  }),
  output: SecondStepRule,
  example: { input: { is_required: true, grace_days: 7 } },
})
