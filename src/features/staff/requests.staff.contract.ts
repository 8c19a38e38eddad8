import * as z from 'zod/mini'
import { defineStaffCall, defineStaffList, ListInput, StaffMoney, StaffTime } from '#contract/calls/staff-call.ts'
import { Id } from './staff-fields.ts'

/** What takes two people: to forget a customer, and to pay back more than one's role may. */
export const requestKinds = ['erase', 'refund'] as const
/** Open at once in the whole shop: more than anybody works through in a week. */
export const requestsMost = 200

/** Given with the call that was asked for, it agrees to that request, or refuses where it is over. */
export const RequestId = z.string().check(z.maxLength(40))

export const StaffRequest = z.object({
  id: z.string(),
  kind: z.enum(requestKinds),
  /** `customers/…`, `orders/HB…` or `returns/RT…`. */
  about: z.string(),
  asked_by: z.object({ id: z.string(), name: z.string() }),
  asked_at: StaffTime,
  /** Nobody agreed by then: it is over. */
  expires_at: StaffTime,
  amount: z.nullable(StaffMoney),
  /** What the call is to be made with, beside its address. */
  input: z.record(z.string(), z.unknown()),
  is_own: z.boolean(),
  /** Whether whoever asks may agree to it: never to their own. */
  may_decide: z.boolean(),
})
export type StaffRequest = z.output<typeof StaffRequest>

export const listRequests = defineStaffList({
  path: '/requests',
  about:
    'What waits for a second person: the own requests, and those that one may decide about. Making the call that was asked for agrees to it.',
  scope: 'signed-in',
  input: z.object({ limit: ListInput.limit, about: z.optional(z.string().check(z.maxLength(100))) }),
  output: StaffRequest,
  example: { input: {} },
})

export const refuseRequest = defineStaffCall({
  method: 'POST',
  path: '/requests/:id/refuse',
  about: 'Says no to a request; whoever asked takes it back by the same call.',
  scope: 'signed-in',
  input: z.object({ id: Id }),
  output: StaffRequest,
})
