import { sql } from 'drizzle-orm'
import { bigint, boolean, check, date, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { couponWidgets, firstOwnId } from '#features/coupons/server/coupons.tables.ts'

export const adverts = pgTable(
  'adverts',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(firstOwnId),
    position: text('position', { enum: ['account', 'home', 'order_list', 'order_detail', 'coupon'] }).notNull(),
    // The type `coupon_module` shows a widget, `down` links to an app store, and every other type links to `linkPath`.
    linkType: text('link_type').notNull(),
    couponWidgetId: integer('coupon_widget_id').references(() => couponWidgets.id),
    imagePath: text('image_path'),
    // The size is stored so that the page can reserve the space.
    imageWidth: integer('image_width'),
    imageHeight: integer('image_height'),
    alt: text('alt').notNull().default(''),
    linkPath: text('link_path'),
    iosUrl: text('ios_url'),
    googleUrl: text('google_url'),
    device: text('device', { enum: ['all', 'ios', 'android'] })
      .notNull()
      .default('all'),
    startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true }),
    sort: integer('sort').notNull().default(0),
    isActive: boolean('is_active').notNull().default(true),
  },
  (t) => [
    index('adverts_position_idx').on(t.position, t.sort, t.id),
    index('adverts_coupon_widget_id_idx').on(t.couponWidgetId),
    check('adverts_position_check', sql`position in ('account', 'home', 'order_list', 'order_detail', 'coupon')`),
    check('adverts_device_check', sql`device in ('all', 'ios', 'android')`),
    check('adverts_dates_check', sql`ends_at > starts_at`),
    check(
      'adverts_link_check',
      sql`case link_type
        when 'coupon_module' then coupon_widget_id is not null
        when 'down' then image_path is not null and ios_url is not null and google_url is not null
        else image_path is not null and link_path is not null and coupon_widget_id is null
      end`,
    ),
  ],
)

export const advertClicks = pgTable(
  'advert_clicks',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    advertId: integer('advert_id')
      .notNull()
      .references(() => adverts.id),
    customerId: text('customer_id'),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (t) => [index('advert_clicks_advert_id_idx').on(t.advertId, t.at), index('advert_clicks_at_idx').using('brin', t.at)],
)

/** Daily views of adverts (UTC). The totals contain no personal data. */
export const advertDays = pgTable(
  'advert_days',
  {
    advertId: integer('advert_id')
      .notNull()
      .references(() => adverts.id, { onDelete: 'cascade' }),
    day: date('day').notNull(),
    shown: bigint('shown', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.advertId, t.day] }), index('advert_days_day_idx').on(t.day)],
)

/** Short promotional texts. The position `register` is below 'Sign In / Register'. */
export const advertTexts = pgTable(
  'advert_texts',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(firstOwnId),
    position: text('position').notNull(),
    text: text('text').notNull(),
    startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true }),
  },
  (t) => [
    index('advert_texts_position_idx').on(t.position, t.startsAt),
    check('advert_texts_dates_check', sql`ends_at > starts_at`),
  ],
)
