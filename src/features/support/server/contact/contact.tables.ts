import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import { images } from '#features/images/server/images.tables.ts'
import { languages } from '#features/settings/server/settings.tables.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { staffMembers } from '#features/staff/server/staff.tables.ts'

/** Question types of the contact form, in up to three levels. */
export const problemTypes = pgTable(
  'problem_types',
  {
    id: integer('id').primaryKey(),
    parentId: integer('parent_id').references((): AnyPgColumn => problemTypes.id),
    level: smallint('level').notNull(),
    name: text('name').notNull(),
    sort: integer('sort').notNull().default(0),
    isActive: boolean('is_active').notNull().default(true),
  },
  (t) => [
    index('problem_types_parent_id_idx').on(t.parentId, t.sort, t.id),
    check('problem_types_level_check', sql`level between 1 and 3 and (level = 1) = (parent_id is null)`),
  ],
)

/**
 * Tickets of shoppers and guests. An exclusion constraint ensures that the same ticket is stored once within five
 * minutes.
 */
export const tickets = pgTable(
  'tickets',
  {
    id: text('id').primaryKey(),
    ticketNo: text('ticket_no').notNull().unique(),
    customerId: text('customer_id').references(() => customers.id),
    email: text('email').notNull(),
    customerName: text('customer_name').notNull().default(''),
    message: text('message').notNull(),
    // Order number as typed. No foreign key, since a guest may type an unknown number.
    orderNo: text('order_no'),
    problemTypeId: integer('problem_type_id')
      .notNull()
      .references(() => problemTypes.id),
    // Language of the visitor when the ticket was written. Mails to a guest use this language.
    languageId: integer('language_id').references(() => languages.id),
    clientOs: text('client_os').notNull().default('mobile'),
    status: text('status', { enum: ['open', 'answered', 'closed'] })
      .notNull()
      .default('open'),
    assigneeId: text('assignee_id').references(() => staffMembers.id, { onDelete: 'set null' }),
    // Hash of all typed values. `insert … on conflict do nothing` uses the hash to find a repeated ticket.
    contentHash: text('content_hash').notNull(),
    dedupeUntil: timestamp('dedupe_until', { withTimezone: true }).notNull(),
    replyDueAt: timestamp('reply_due_at', { withTimezone: true }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('tickets_customer_id_idx').on(t.customerId, t.createdAt, t.id),
    index('tickets_problem_type_id_idx').on(t.problemTypeId),
    index('tickets_email_idx').on(t.email),
    index('tickets_status_idx').on(t.status, t.createdAt, t.id),
    index('tickets_assignee_id_idx').on(t.assigneeId, t.createdAt),
    index('tickets_words_idx').using('gin', sql`lower(${t.customerName} || ' ' || ${t.message}) gin_trgm_ops`),
    index('tickets_open_idx').on(t.replyDueAt).where(sql`status = 'open'`),
    check('tickets_email_check', sql`email = lower(email) and char_length(email) <= 50`),
    check('tickets_customer_name_check', sql`char_length(customer_name) <= 30`),
    check('tickets_message_check', sql`message <> ''`),
    check('tickets_order_no_check', sql`char_length(order_no) <= 14`),
    check('tickets_status_check', sql`status in ('open', 'answered', 'closed')`),
    check('tickets_dedupe_until_check', sql`dedupe_until >= created_at`),
  ],
)

export const ticketAnswers = pgTable(
  'ticket_answers',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    ticketId: text('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    customerId: text('customer_id'),
    staffName: text('staff_name').notNull(),
    body: text('body').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('ticket_answers_ticket_id_idx').on(t.ticketId, t.id),
    check('ticket_answers_body_check', sql`body <> ''`),
  ],
)

/** Pictures of answers, in their order. */
export const ticketAnswerImages = pgTable(
  'ticket_answer_images',
  {
    answerId: bigint('answer_id', { mode: 'number' })
      .notNull()
      .references(() => ticketAnswers.id, { onDelete: 'cascade' }),
    imageId: text('image_id')
      .notNull()
      .references(() => images.id),
    position: smallint('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.answerId, t.imageId] }),
    index('ticket_answer_images_image_id_idx').on(t.imageId),
    unique('ticket_answer_images_position_key').on(t.answerId, t.position),
    check('ticket_answer_images_position_check', sql`position between 1 and 5`),
  ],
)
