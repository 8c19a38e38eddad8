import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { chatConversations } from '../chat/chat.tables.ts'
import { tickets } from '../contact/contact.tables.ts'

/** Notes of staff about a ticket or a chat. The shopper never sees these notes. */
export const inboxNotes = pgTable(
  'inbox_notes',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    ticketId: text('ticket_id').references(() => tickets.id, { onDelete: 'cascade' }),
    conversationId: text('conversation_id').references(() => chatConversations.id, { onDelete: 'cascade' }),
    staffName: text('staff_name').notNull(),
    body: text('body').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('inbox_notes_ticket_id_idx').on(t.ticketId, t.id),
    index('inbox_notes_conversation_id_idx').on(t.conversationId, t.id),
    check('inbox_notes_subject_check', sql`num_nonnulls(ticket_id, conversation_id) = 1`),
    check('inbox_notes_body_check', sql`char_length(body) between 1 and 2000`),
  ],
)

/** Answer templates, with one text for each language. */
export const answerTemplates = pgTable(
  'answer_templates',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    // Place where the template is offered.
    area: text('area', { enum: ['inbox', 'returns'] }).notNull(),
    // BCP 47 code of a language of the shop.
    language: text('language').notNull(),
    body: text('body').notNull(),
    // Number of sent texts that began with the template.
    usedCount: integer('used_count').notNull().default(0),
  },
  (t) => [
    unique('answer_templates_name_key').on(t.area, t.name, t.language),
    check('answer_templates_body_check', sql`char_length(body) between 1 and 2000`),
  ],
)
