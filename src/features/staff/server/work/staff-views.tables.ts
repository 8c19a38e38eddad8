import { boolean, index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { viewPlaces } from '#features/staff/views.staff.contract.ts'
import { staffMembers } from '../staff.tables.ts'

/** Saved views of lists, limited for each member and list. */
export const staffViews = pgTable(
  'staff_views',
  {
    id: text('id').primaryKey(),
    memberId: text('member_id')
      .notNull()
      .references(() => staffMembers.id, { onDelete: 'cascade' }),
    place: text('place', { enum: viewPlaces }).notNull(),
    name: text('name').notNull(),
    // Query string of the list's address.
    search: text('search').notNull(),
    isShared: boolean('is_shared').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    uniqueIndex('staff_views_member_id_name_idx').on(t.memberId, t.place, t.name),
    index('staff_views_place_idx').on(t.place, t.isShared),
  ],
)
