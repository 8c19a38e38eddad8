import * as z from 'zod/mini'
import { filledText } from '#contract/calls/fields.ts'
import {
  defineStaffAction,
  defineStaffCall,
  defineStaffList,
  ListInput,
  StaffTime,
} from '#contract/calls/staff-call.ts'
import { isWebhookEvent, maxEvents, maxUrlLength } from './webhooks.rules.ts'

const Id = z.string().check(z.minLength(1), z.maxLength(100))
const Which = z.object({ id: Id })
const DeliveryId = z.object({ id: z.string().check(z.regex(/^\d{1,15}$/), z.maxLength(15)) })

const fields = {
  url: filledText(maxUrlLength),
  /** `order.paid`, or `order.*` for a whole group. */
  events: z
    .array(z.string().check(z.maxLength(60), z.refine(isWebhookEvent, 'This event does not exist')))
    .check(z.minLength(1, 'Choose at least one event'), z.maxLength(maxEvents)),
  /** Description for people, such as the receiving program. */
  description: z.string().check(z.trim(), z.maxLength(200)),
}

export const Webhook = z.object({
  ...fields,
  id: z.string(),
  is_on: z.boolean(),
  state: z.enum(['healthy', 'failing', 'off']),
  failing_since: z.nullable(StaffTime),
  off_since: z.nullable(StaffTime),
  /** Whether the endpoint was switched off after a week of failures. */
  is_given_up: z.boolean(),
  /** Time until which the previous secret is valid. */
  previous_secret_until: z.nullable(StaffTime),
  /** Number of deliveries in the last 24 hours, including waiting deliveries. */
  recent: z.int(),
  /** Number of failed deliveries, including parked deliveries. */
  failed: z.int(),
  created_by: z.string(),
  created_at: StaffTime,
  possible: z.array(z.enum(['test', 'retry_failed'])),
})
export type Webhook = z.output<typeof Webhook>
export const NewWebhook = z.object({ ...Webhook.shape, secret: z.string() })
export type NewWebhook = z.output<typeof NewWebhook>

export const listWebhooks = defineStaffList({
  path: '/webhooks',
  about: 'Lists webhooks, oldest first.',
  scope: 'keys:write',
  input: z.object({}),
  output: Webhook,
})

export const getWebhook = defineStaffCall({
  method: 'GET',
  path: '/webhooks/:id',
  about: 'Returns one webhook.',
  scope: 'keys:write',
  input: Which,
  output: Webhook,
})

export const createWebhook = defineStaffCall({
  method: 'POST',
  path: '/webhooks',
  about:
    'Creates a webhook for the given events. The caller needs the read scopes of these events. The signing secret is returned only in this response.',
  scope: 'keys:write',
  needsConfirming: true,
  carriesSecret: true,
  input: z.object({ ...fields, description: z._default(fields.description, '') }),
  output: NewWebhook,
  example: { input: { url: 'https://erp.example/harbor', events: ['order.paid', 'refund.*'], description: 'ERP' } },
})

export const changeWebhook = defineStaffCall({
  method: 'PATCH',
  path: '/webhooks/:id',
  about:
    'Changes a webhook, or switches it on or off. Switching a webhook off gives its open deliveries the state `parked`.',
  scope: 'keys:write',
  needsConfirming: true,
  input: z.object({
    id: Id,
    url: z.optional(fields.url),
    events: z.optional(fields.events),
    description: z.optional(fields.description),
    is_on: z.optional(z.boolean()),
  }),
  output: Webhook,
})

export const removeWebhook = defineStaffAction({
  method: 'DELETE',
  path: '/webhooks/:id',
  about: 'Deletes a webhook and its pending deliveries.',
  scope: 'keys:write',
  needsConfirming: true,
  input: Which,
})

export const rotateWebhookSecret = defineStaffCall({
  method: 'POST',
  path: '/webhooks/:id/rotate-secret',
  about:
    'Creates a new signing secret, returned only in this response. The previous secret stays valid for 24 hours. Until then, messages are signed with both secrets.',
  scope: 'keys:write',
  needsConfirming: true,
  carriesSecret: true,
  input: Which,
  output: NewWebhook,
})

export const Delivery = z.object({
  id: z.string(),
  webhook_id: z.string(),
  event_id: z.string(),
  type: z.string(),
  /** Subject, such as `orders/HB…`. */
  subject: z.string(),
  state: z.enum(['waiting', 'failed', 'parked', 'delivered']),
  tries: z.int(),
  /** HTTP status of the last response. Null without a response. */
  status: z.nullable(z.int()),
  failure: z.nullable(z.string()),
  took_ms: z.nullable(z.int()),
  at: StaffTime,
  tried_at: z.nullable(StaffTime),
  next_at: z.nullable(StaffTime),
  possible: z.array(z.literal('retry')),
})
export type Delivery = z.output<typeof Delivery>

export const DeliveryDetail = z.object({
  ...Delivery.shape,
  request: z.object({ url: z.string(), headers: z.record(z.string(), z.string()), body: z.string() }),
  /** Response of the last try, up to its first kilobyte. */
  answer: z.nullable(z.object({ status: z.int(), text: z.string(), body: z.string() })),
})
export type DeliveryDetail = z.output<typeof DeliveryDetail>

export const testWebhook = defineStaffCall({
  method: 'POST',
  path: '/webhooks/:id/test',
  about: 'Sends a `webhook.test` event. The test event is delivered like any other event.',
  scope: 'keys:write',
  input: Which,
  output: Delivery,
})

export const retryFailedDeliveries = defineStaffCall({
  method: 'POST',
  path: '/webhooks/:id/retry-failed',
  about: 'Retries all failed and parked deliveries of a webhook. The webhook must be switched on.',
  scope: 'keys:write',
  input: Which,
  output: z.object({ id: z.string(), retried: z.int() }),
})

export const listDeliveries = defineStaffList({
  path: '/webhook-deliveries',
  about: 'Lists the deliveries of the last 30 days, newest first. `failed` includes parked deliveries.',
  scope: 'keys:write',
  input: z.object({
    limit: ListInput.limit,
    after: ListInput.after,
    state: z.optional(z.enum(['waiting', 'failed', 'delivered'])),
    webhook_id: z.optional(Id),
  }),
  output: Delivery,
})

export const getDelivery = defineStaffCall({
  method: 'GET',
  path: '/webhook-deliveries/:id',
  about: 'Returns one delivery with its request and the response to the last attempt.',
  scope: 'keys:write',
  input: DeliveryId,
  output: DeliveryDetail,
})

export const retryDelivery = defineStaffCall({
  method: 'POST',
  path: '/webhook-deliveries/:id/retry',
  about: 'Sends a delivery again immediately, even if it was delivered before. The webhook must be switched on.',
  scope: 'keys:write',
  input: DeliveryId,
  output: Delivery,
})
