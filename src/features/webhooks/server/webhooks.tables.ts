import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Endpoints that receive webhooks. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: text('id').primaryKey(),
    url: text('url').notNull(),
    // `order.paid`, or `order.*` for a whole group.
    events: text('events').array().notNull(),
    description: text('description').notNull().default(''),
    // Sealed instead of hashed, because the secret is needed to sign every message.
    sealedSecret: text('sealed_secret').notNull(),
    // Previous secret, which stays valid for a while.
    sealedPrevious: text('sealed_previous'),
    previousUntil: moment('previous_until'),
    isOn: boolean('is_on').notNull().default(true),
    // Time of the first failed try since the last successful try.
    failingSince: moment('failing_since'),
    offSince: moment('off_since'),
    // Whether the endpoint was switched off because it failed for too long.
    isGivenUp: boolean('is_given_up').notNull().default(false),
    // Time of removal. The row is removed with its last delivery.
    removedAt: moment('removed_at'),
    createdBy: text('created_by').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  () => [
    check('webhook_endpoints_url_check', sql`char_length(url) between 1 and 500`),
    check('webhook_endpoints_events_check', sql`cardinality(events) between 1 and 50`),
    check('webhook_endpoints_off_check', sql`is_on = (off_since is null) and not (is_on and is_given_up)`),
    check('webhook_endpoints_previous_check', sql`(sealed_previous is null) = (previous_until is null)`),
  ],
)

/** Events. Triggers write each event in the transaction of its change. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    // Subject such as `orders/HB…`. Events of one subject are delivered in order.
    subject: text('subject').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    at: moment('at').notNull(),
  },
  (t) => [index('webhook_events_at_idx').on(t.at), index('webhook_events_subject_idx').on(t.subject)],
)

/** Deliveries of one event to one endpoint. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    // Ids increase in the order of writing, which is also the order of the events of a subject.
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    eventId: text('event_id')
      .notNull()
      .references(() => webhookEvents.id, { onDelete: 'cascade' }),
    endpointId: text('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id),
    subject: text('subject').notNull(),
    // `waiting`: not tried yet. `failed`: tried and due for a retry. `parked`: given up. `delivered`: accepted by the
    // receiver.
    state: text('state', { enum: ['waiting', 'failed', 'parked', 'delivered'] })
      .notNull()
      .default('waiting'),
    tries: integer('tries').notNull().default(0),
    nextAt: moment('next_at').notNull(),
    // End of the claim of the sending process. Afterwards another process may take over.
    claimedUntil: moment('claimed_until'),
    // The last try: its time, its response status or failure, and its duration.
    triedAt: moment('tried_at'),
    status: smallint('status'),
    failure: text('failure'),
    answer: text('answer').notNull().default(''),
    tookMs: integer('took_ms'),
    at: moment('at').notNull(),
  },
  (t) => [
    unique('webhook_deliveries_event_endpoint_key').on(t.eventId, t.endpointId),
    index('webhook_deliveries_endpoint_id_idx').on(t.endpointId, t.id),
    index('webhook_deliveries_endpoint_at_idx').on(t.endpointId, t.at),
    index('webhook_deliveries_due_idx').on(t.endpointId, t.nextAt, t.id).where(sql`state in ('waiting', 'failed')`),
    index('webhook_deliveries_subject_idx')
      .on(t.endpointId, t.subject, t.id)
      .where(sql`state in ('waiting', 'failed')`),
    // For the lists of staff: by state, by endpoint, and all failed deliveries.
    index('webhook_deliveries_state_idx').on(t.state, t.id),
    index('webhook_deliveries_endpoint_state_idx').on(t.endpointId, t.state, t.id),
    index('webhook_deliveries_failed_idx').on(t.id).where(sql`state in ('failed', 'parked')`),
    check('webhook_deliveries_state_check', sql`state in ('waiting', 'failed', 'parked', 'delivered')`),
    check('webhook_deliveries_tries_check', sql`tries >= 0`),
    check('webhook_deliveries_answer_check', sql`char_length(answer) <= 1024`),
  ],
)
