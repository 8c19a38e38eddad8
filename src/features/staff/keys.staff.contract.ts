import * as z from 'zod/mini'
import { defineStaffCall, defineStaffList, ListInput, StaffTime } from '#contract/calls/staff-call.ts'
import { isNetwork } from './staff.rules.ts'
import { Id, PersonName, ScopeName } from './staff-fields.ts'

export const Key = z.object({
  id: z.string(),
  name: z.string(),
  /** Last characters of the key, to tell keys apart. */
  ending: z.string(),
  scopes: z.array(ScopeName),
  addresses: z.nullable(z.string()),
  status: z.enum(['live', 'ended', 'over']),
  created_by: z.string(),
  created_at: StaffTime,
  expires_at: z.nullable(StaffTime),
  used_at: z.nullable(StaffTime),
  possible: z.array(z.literal('end')),
})
export type Key = z.output<typeof Key>
export const NewKey = z.object({ ...Key.shape, key: z.string() })
export type NewKey = z.output<typeof NewKey>

export const listKeys = defineStaffList({
  path: '/keys',
  about: 'Lists API keys, newest first.',
  scope: 'keys:write',
  input: z.object({
    limit: ListInput.limit,
    after: ListInput.after,
    status: z.optional(z.enum(['live', 'ended', 'over'])),
  }),
  output: Key,
})

export const makeKey = defineStaffCall({
  method: 'POST',
  path: '/keys',
  about:
    'Creates an API key, which is returned only in this response. The key cannot have more scopes than the caller.',
  scope: 'keys:write',
  needsConfirming: true,
  carriesSecret: true,
  input: z.object({
    name: PersonName,
    scopes: z.array(ScopeName).check(z.minLength(1), z.maxLength(100)),
    expires_at: z._default(z.nullable(StaffTime), null),
    addresses: z._default(
      z.nullable(
        z
          .string()
          .check(z.maxLength(43), z.refine(isNetwork, 'Enter a network such as 203.0.113.0/24, or one IP address')),
      ),
      null,
    ),
  }),
  output: NewKey,
  example: { input: { name: 'ERP', scopes: ['orders:read', 'parcels:write'], expires_at: null } },
})

export const endKey = defineStaffCall({
  method: 'POST',
  path: '/keys/:id/end',
  about: 'Revokes an API key immediately.',
  scope: 'keys:write',
  needsConfirming: true,
  input: z.object({ id: Id }),
  output: Key,
})
