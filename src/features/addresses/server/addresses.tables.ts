import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'

/** Address books of customers. Orders copy an address, so later edits do not change orders. */
export const addresses = pgTable(
  'addresses',
  {
    id: text('id').primaryKey(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    firstname: text('firstname').notNull(),
    lastname: text('lastname').notNull(),
    telephone: text('telephone').notNull(),
    address1: text('address_1').notNull(),
    address2: text('address_2').notNull().default(''),
    houseNum: text('house_num').notNull().default(''),
    city: text('city').notNull(),
    state: text('state').notNull().default(''),
    country: text('country').notNull(),
    postcode: text('postcode').notNull().default(''),
    isDefault: boolean('is_default').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('addresses_customer_id_idx').on(t.customerId, t.createdAt, t.id),
    uniqueIndex('addresses_one_default_key').on(t.customerId).where(sql`is_default`),
    // Used by staff to find customers by phone number or country. Only the digits of a phone number are compared.
    index('addresses_telephone_idx').on(sql`regexp_replace(${t.telephone}, '[^0-9]', '', 'g') text_pattern_ops`),
    index('addresses_country_idx').on(t.country, t.customerId).where(sql`is_default`),
  ],
)
