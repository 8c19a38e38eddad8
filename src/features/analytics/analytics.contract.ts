import * as z from 'zod/mini'
import { defineCall } from '#contract/calls/call.ts'
import { nothing } from '#contract/calls/envelopes.ts'
import { eventNames } from '#contract/calls/events.ts'

const Text = z.string().check(z.maxLength(200))
const Value = z.union([
  Text,
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.union([Text, z.number()])).check(z.maxLength(50)),
])

const Props = z
  .record(z.string().check(z.regex(/^\w{1,40}$/), z.maxLength(40)), Value)
  .check(z.refine((props) => Object.keys(props).length <= 20, 'At most 20 props'))

export const reportEvent = defineCall({
  method: 'POST',
  path: '/ajax-web/event',
  about: 'Records an analytics event of a page.',
  access: 'anyone',
  envelope: nothing,
  sentAs: 'beacon',
  input: z.object({ name: z.enum(eventNames), props: z._default(Props, {}) }),
  output: z.void(),
})
