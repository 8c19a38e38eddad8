import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { currencies } from '#features/settings/server/settings.tables.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'

/** Ids of coupons made by staff start far above the ids of the demo shop. */
export const firstOwnId = { startWith: 1_000_000 } as const

export const coupons = pgTable(
  'coupons',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(firstOwnId),
    code: text('code').notNull().unique(),
    // F is a fixed amount, S is free shipping, and any other value is a percentage.
    couponType: text('coupon_type').notNull(),
    discountAmount: bigint('discount_amount', { mode: 'number' }),
    discountPercent: smallint('discount_percent'),
    // The maximum discount of a percentage.
    maximumAmount: bigint('maximum_amount', { mode: 'number' }),
    currency: text('currency')
      .notNull()
      .references(() => currencies.code),
    minimumAmount: bigint('minimum_amount', { mode: 'number' }).notNull().default(0),
    // Empty lists include every product.
    conditions: jsonb('conditions').$type<{ categoryCodes?: string[]; productIds?: number[] }>().notNull().default({}),
    useConditionTxt: text('use_condition_txt').notNull().default(''),
    object: text('object').notNull().default(''),
    jumpUrl: text('jump_url').notNull().default('/'),
    linkName: text('link_name').notNull().default(''),
    startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
    // Null is shown as 'Indefinite'.
    endsAt: timestamp('ends_at', { withTimezone: true }),
    // The number of days from the claim to its expiry. If `endsAt` is earlier, `endsAt` applies.
    validDays: integer('valid_days'),
    // Null means unlimited.
    stockTotal: integer('stock_total'),
    // Each claim increases this number by one conditional update. A separate read and write would lose concurrent
    // claims.
    stockClaimed: integer('stock_claimed').notNull().default(0),
    // False once staff have ended the coupon. An ended coupon cannot be restarted.
    isActive: boolean('is_active').notNull().default(true),
    // A paused coupon is not offered until staff resume it. Existing claims stay.
    isPaused: boolean('is_paused').notNull().default(false),
  },
  () => [
    check('coupons_stock_check', sql`stock_claimed >= 0 and stock_claimed <= coalesce(stock_total, stock_claimed)`),
    check(
      'coupons_discount_check',
      sql`case coupon_type
        when 'F' then coalesce(discount_amount, 0) > 0 and discount_percent is null
        when 'S' then discount_amount is null and discount_percent is null
        else coalesce(discount_percent, 0) between 1 and 100 and discount_amount is null
      end`,
    ),
    check('coupons_amounts_check', sql`minimum_amount >= 0 and maximum_amount > 0`),
    check('coupons_dates_check', sql`ends_at > starts_at`),
    check('coupons_valid_days_check', sql`valid_days > 0`),
  ],
)

/** The texts of a coupon in other languages. An empty text falls back to the coupon's original text. */
export const couponTexts = pgTable(
  'coupon_texts',
  {
    couponId: integer('coupon_id')
      .notNull()
      .references(() => coupons.id, { onDelete: 'cascade' }),
    language: text('language').notNull(),
    useConditionTxt: text('use_condition_txt').notNull().default(''),
    object: text('object').notNull().default(''),
    linkName: text('link_name').notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.couponId, t.language] }), index('coupon_texts_language_idx').on(t.language)],
)

/** A widget of coupons on a page. Adverts reference widgets by id. */
export const couponWidgets = pgTable(
  'coupon_widgets',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(firstOwnId),
    name: text('name').notNull(),
    // 1: everybody. 2: new users. 3: users who are not new.
    userGroup: smallint('user_group').notNull().default(1),
    userGroupPath: text('user_group_path').notNull().default(''),
    // 1: subscribe with an email address. 2: sign in.
    registerType: smallint('register_type').notNull(),
    bundleReceive: smallint('bundle_receive').notNull().default(0),
    numPerRow: smallint('num_per_row').notNull().default(1),
    rowNum: smallint('row_num').notNull().default(1),
    hasPopup: boolean('has_popup').notNull().default(false),
    backgroundColor: text('background_color').notNull().default(''),
    // The `style` of the API, stored with the misspelled field names of the API.
    style: jsonb('style').$type<Record<string, unknown>>().notNull().default({}),
    startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true }),
    // True if staff have published the widget, false if it is paused. The start and end of the widget apply in
    // addition.
    isPublished: boolean('is_published').notNull().default(true),
  },
  () => [
    check('coupon_widgets_user_group_check', sql`user_group in (1, 2, 3)`),
    check('coupon_widgets_register_type_check', sql`register_type in (1, 2)`),
    check('coupon_widgets_bundle_receive_check', sql`bundle_receive in (0, 1)`),
    check('coupon_widgets_rows_check', sql`num_per_row > 0 and row_num > 0`),
    check('coupon_widgets_dates_check', sql`ends_at > starts_at`),
  ],
)

/**
 * A coupon offered by a widget. Its id is the `link_id` of the wire format. Claims send these ids, so a coupon can only
 * be claimed where it is offered.
 */
export const couponLinks = pgTable(
  'coupon_links',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(firstOwnId),
    widgetId: integer('widget_id')
      .notNull()
      .references(() => couponWidgets.id),
    couponId: integer('coupon_id')
      .notNull()
      .references(() => coupons.id),
    sort: integer('sort').notNull().default(0),
    // False once the coupon is removed from the widget. The row stays, because claims refer to it.
    isOffered: boolean('is_offered').notNull().default(true),
  },
  (t) => [
    unique('coupon_links_widget_id_coupon_id_key').on(t.widgetId, t.couponId),
    index('coupon_links_coupon_id_idx').on(t.couponId),
  ],
)

/** A claimed coupon. Its owner is a customer, or a guest's browser together with the email address the guest typed. */
export const couponClaims = pgTable(
  'coupon_claims',
  {
    id: text('id').primaryKey(),
    couponId: integer('coupon_id')
      .notNull()
      .references(() => coupons.id),
    // The link of the claim. Null for coupons given by staff or typed at checkout.
    linkId: integer('link_id').references(() => couponLinks.id),
    customerId: text('customer_id').references(() => customers.id),
    email: text('email').notNull(),
    // The browser of a guest. Null for coupons that staff gave to an email address.
    holder: text('holder'),
    // 1: unused. 2: used.
    status: smallint('status').notNull().default(1),
    // The order that reserved the claim. Kept once the order is paid, and cleared when the order is canceled. The
    // foreign key exists in SQL only, because orders come after coupons.
    orderId: text('order_id'),
    claimedAt: timestamp('claimed_at', { withTimezone: true }).notNull(),
    // Null is shown as 'Indefinite'.
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (t) => [
    // A customer can hold a coupon only once, even if several widgets offer it.
    unique('coupon_claims_customer_key').on(t.couponId, t.customerId),
    // Each browser has separate claims. A guest who types a stranger's email address neither uses up nor sees the
    // claims of that address.
    uniqueIndex('coupon_claims_guest_key')
      .on(t.couponId, t.email, sql`coalesce(${t.holder}, '')`)
      .where(sql`customer_id is null`),
    index('coupon_claims_holder_idx').on(t.holder).where(sql`customer_id is null`),
    uniqueIndex('coupon_claims_order_id_key').on(t.orderId),
    index('coupon_claims_customer_id_idx').on(t.customerId, t.status, t.expiresAt, t.id),
    index('coupon_claims_guest_email_idx').on(t.email).where(sql`customer_id is null`),
    index('coupon_claims_coupon_id_idx').on(t.couponId, t.claimedAt, t.id),
    // For reading the uses of each coupon, latest first.
    index('coupon_claims_used_idx').on(t.couponId, t.usedAt).where(sql`used_at is not null`),
    index('coupon_claims_link_id_idx').on(t.linkId),
    index('coupon_claims_unused_idx').on(t.expiresAt).where(sql`status = 1 and order_id is null`),
    check('coupon_claims_email_check', sql`email = lower(email)`),
    check(
      'coupon_claims_status_check',
      sql`case status
        when 1 then used_at is null
        when 2 then used_at is not null and order_id is not null
        else false
      end`,
    ),
  ],
)

/** Links that open a guest's claims in another browser. The table stores only hashes of the links. */
export const claimLinks = pgTable(
  'claim_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    email: text('email').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('claim_links_email_idx').on(t.email, t.createdAt),
    index('claim_links_expires_at_idx').on(t.expiresAt),
    check('claim_links_email_check', sql`email = lower(email)`),
  ],
)

/** Email addresses subscribed to news and coupons, with or without an account. */
export const subscribers = pgTable(
  'subscribers',
  {
    email: text('email').primaryKey(),
    subscribedAt: timestamp('subscribed_at', { withTimezone: true }).notNull(),
    unsubscribedAt: timestamp('unsubscribed_at', { withTimezone: true }),
  },
  (t) => [
    index('subscribers_left_idx').on(t.unsubscribedAt).where(sql`unsubscribed_at is not null`),
    check('subscribers_email_check', sql`email = lower(email) and char_length(email) between 3 and 50`),
  ],
)
