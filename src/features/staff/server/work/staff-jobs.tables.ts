import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** The same call about many things, made one after the other when nobody waits for it any more. */
export const staffJobs = pgTable(
  'staff_jobs',
  {
    id: text('id').primaryKey(),
    // Which call, such as `POST /orders/:no/prepare`, and what it gets beside the number.
    call: text('call').notNull(),
    input: jsonb('input').$type<Record<string, unknown>>().notNull(),
    // What single numbers get beside that.
    inputs: jsonb('inputs').$type<Record<string, Record<string, unknown>>>().notNull().default({}),
    numbers: text('numbers').array().notNull(),
    actorKind: text('actor_kind', { enum: ['member', 'key', 'command line'] }).notNull(),
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    // How many of the numbers were tried, and which of them were refused and why.
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
