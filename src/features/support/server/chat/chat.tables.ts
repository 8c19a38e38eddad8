import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, primaryKey, smallint, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { images } from '#features/images/server/images.tables.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { staffMembers } from '#features/staff/server/staff.tables.ts'

/** Conversations: one for each shopper, or for the browser of a guest. */
export const chatConversations = pgTable(
  'chat_conversations',
  {
    id: text('id').primaryKey(),
    customerId: text('customer_id')
      .unique()
      .references(() => customers.id),
    guestTokenHash: text('guest_token_hash').unique(),
    // Hash of the first message's key, for a guest who lost the first response. If the guest sends the message again,
    // the hash finds this conversation.
    openingKeyHash: text('opening_key_hash').unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    lastMessageAt: timestamp('last_message_at', { withTimezone: true }).notNull(),
    // Ids of the last message that each side has seen. Later messages are unread.
    shopperReadId: bigint('shopper_read_id', { mode: 'number' }).notNull().default(0),
    staffReadId: bigint('staff_read_id', { mode: 'number' }).notNull().default(0),
    // Set by a message of the shopper, and cleared by an answer.
    waitingSince: timestamp('waiting_since', { withTimezone: true }),
    assigneeId: text('assignee_id').references(() => staffMembers.id, { onDelete: 'set null' }),
    // Time at which staff closed the chat. The shopper's next message opens it again.
    closedAt: timestamp('closed_at', { withTimezone: true }),
  },
  (t) => [
    index('chat_conversations_waiting_idx').on(t.waitingSince).where(sql`waiting_since is not null`),
    index('chat_conversations_last_idx').on(t.lastMessageAt, t.id),
    index('chat_conversations_assignee_id_idx').on(t.assigneeId),
    index('chat_conversations_guests_idx').on(t.lastMessageAt).where(sql`customer_id is null`),
    check('chat_conversations_owner_check', sql`num_nonnulls(customer_id, guest_token_hash) = 1`),
  ],
)

export const chatMessages = pgTable(
  'chat_messages',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => chatConversations.id, { onDelete: 'cascade' }),
    customerId: text('customer_id'),
    author: text('author', { enum: ['shopper', 'staff', 'system'] }).notNull(),
    staffName: text('staff_name'),
    body: text('body').notNull(),
    // Key chosen by the sender's page, so that a resent message is stored once.
    clientKey: text('client_key').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (t) => [
    unique('chat_messages_client_key').on(t.conversationId, t.clientKey),
    index('chat_messages_conversation_id_idx').on(t.conversationId, t.id),
    index('chat_messages_words_idx').using('gin', sql`lower(${t.body}) gin_trgm_ops`),
    check('chat_messages_author_check', sql`author in ('shopper', 'staff', 'system')`),
    check('chat_messages_body_check', sql`char_length(body) between 1 and 2000`),
  ],
)

/** Pictures of staff messages, in their order. */
export const chatMessageImages = pgTable(
  'chat_message_images',
  {
    messageId: bigint('message_id', { mode: 'number' })
      .notNull()
      .references(() => chatMessages.id, { onDelete: 'cascade' }),
    imageId: text('image_id')
      .notNull()
      .references(() => images.id),
    position: smallint('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.messageId, t.imageId] }),
    index('chat_message_images_image_id_idx').on(t.imageId),
    unique('chat_message_images_position_key').on(t.messageId, t.position),
    check('chat_message_images_position_check', sql`position between 1 and 5`),
  ],
)
