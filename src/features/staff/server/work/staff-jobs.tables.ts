import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Jobs. A job makes the same call for many resources, one resource after the other, in the background. */
export const staffJobs = pgTable(
  'staff_jobs',
  {
    id: text('id').primaryKey(),
    // Call such as `POST /orders/:no/prepare`, and its input besides the number.
    call: text('call').notNull(),
    input: jsonb('input').$type<Record<string, unknown>>().notNull(),
    // Additional input of individual orders or returns, by number.
    inputs: jsonb('inputs').$type<Record<string, Record<string, unknown>>>().notNull().default({}),
    numbers: text('numbers').array().notNull(),
    actorKind: text('actor_kind', { enum: ['member', 'key', 'command line'] }).notNull(),
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    // Number of processed entries, and the refused entries with their reasons.
    done: integer('done').notNull().default(0),
    refused: jsonb('refused').$type<{ number: string; code: string; detail: string }[]>().notNull().default([]),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (t) => [
    index('staff_jobs_open_idx').on(t.createdAt).where(sql`ended_at is null`),
    index('staff_jobs_created_at_idx').on(t.createdAt),
    check('staff_jobs_done_check', sql`done between 0 and cardinality(numbers)`),
  ],
)
