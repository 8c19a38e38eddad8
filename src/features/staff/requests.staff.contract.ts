import * as z from 'zod/mini'
import { defineStaffCall, defineStaffList, ListInput, StaffMoney, StaffTime } from '#contract/calls/staff-call.ts'
import { Id } from './staff-fields.ts'

/** Actions that need two people: erasing a customer, and refunding more than the role allows. */
export const requestKinds = ['erase', 'refund'] as const
/** 200: limit of open requests in the whole shop, above the number that staff decide in a week. */
export const maxRequests = 200

/** Id of the request that the call approves. If the request is no longer open, the call is refused. */
export const RequestId = z.string().check(z.maxLength(40))

export const StaffRequest = z.object({
  id: z.string(),
  kind: z.enum(requestKinds),
  /** `customers/…`, `orders/HB…` or `returns/RT…`. */
  about: z.string(),
  asked_by: z.object({ id: z.string(), name: z.string() }),
  asked_at: StaffTime,
  expires_at: StaffTime,
  amount: z.nullable(StaffMoney),
  /** Input of the call, except for its path. */
  input: z.record(z.string(), z.unknown()),
  is_own: z.boolean(),
  /** Whether the reader may approve the request. Readers can never approve their own requests. */
  may_decide: z.boolean(),
})
export type StaffRequest = z.output<typeof StaffRequest>

export const listRequests = defineStaffList({
  path: '/requests',
  about:
    'Lists open approval requests: the caller’s own requests, and requests that the caller can decide. Another member approves a request by making the requested call.',
  scope: 'signed-in',
  input: z.object({ limit: ListInput.limit, about: z.optional(z.string().check(z.maxLength(100))) }),
  output: StaffRequest,
  example: { input: {} },
})

export const refuseRequest = defineStaffCall({
  method: 'POST',
  path: '/requests/:id/refuse',
  about: 'Declines a request of another member, or withdraws the caller’s own request.',
  scope: 'signed-in',
  input: z.object({ id: Id }),
  output: StaffRequest,
})
