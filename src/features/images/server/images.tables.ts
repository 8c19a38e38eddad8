import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core'

/**
 * Pictures that shoppers send, and pictures that staff attach to a reply. Review pictures are public once published.
 * All other pictures are private to their owner. A trigger marks the pictures of a ticket or chat as unused when its
 * messages are deleted.
 */
export const images = pgTable(
  'images',
  {
    id: text('id').primaryKey(),
    // The foreign key exists in SQL only, because sign-in comes after images.
    customerId: text('customer_id'),
    // The guest order through whose access link the picture was sent. The foreign key exists in SQL only.
    orderId: text('order_id'),
    kind: text('kind', { enum: ['return', 'review', 'ticket', 'chat'] }).notNull(),
    // Hash of the received bytes. A file that is sent twice is recognized before it is encoded again.
    sha256: text('sha256').notNull(),
    mime: text('mime', { enum: ['image/jpeg', 'image/png'] }).notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: integer('bytes').notNull(),
    storageKey: text('storage_key').notNull().unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    // Set when the picture is first used. An unused picture is removed at `expiresAt`.
    usedAt: timestamp('used_at', { withTimezone: true }),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    unique('images_customer_id_kind_sha256_key').on(t.customerId, t.kind, t.sha256),
    unique('images_order_id_kind_sha256_key').on(t.orderId, t.kind, t.sha256),
    index('images_unused_idx').on(t.expiresAt).where(sql`used_at is null`),
    check('images_owner_check', sql`num_nonnulls(customer_id, order_id) = 1`),
    check('images_kind_check', sql`kind in ('return', 'review', 'ticket', 'chat')`),
    check('images_mime_check', sql`mime in ('image/jpeg', 'image/png')`),
    check('images_sha256_check', sql`sha256 ~ '^[0-9a-f]{64}$'`),
    check('images_size_check', sql`width > 0 and height > 0 and bytes > 0`),
  ],
)
