import type { Bounds } from '#server/bounds.ts'
import type { LimitName } from '#server/limits.ts'

/**
 * Every table, and what keeps it from growing for ever: what one visitor can put into it at most, and the timer that takes
 * it out again. What is not taken out says why it stays. A new table without a line here fails a test.
 */
type Growth =
  | { by: 'visitors'; capped: (keyof Bounds | LimitName)[]; perPerson: string; prunedBy: string }
  | { by: 'visitors'; capped: (keyof Bounds | LimitName)[]; perPerson: string; stays: string }
  /** The catalogue, prices, words: as large as the shop makes them. */
  | { by: 'staff' }

const staff: Growth = { by: 'staff' }
const ofOrder = 'with its order, whose lines are bounded'
const books = 'The shop’s books: law wants them kept.'

const ordered: Growth = {
  by: 'visitors',
  capped: ['cartSkus', 'cartPieces', 'unpaidPerAccount', 'unpaidPerGuestEmail', 'unpaidPerNetwork', 'checkoutByIp'],
  perPerson: ofOrder,
  stays: books,
}
const returned: Growth = {
  by: 'visitors',
  capped: ['cartPieces', 'bodyJson'],
  perPerson: 'one open return a line that was bought',
  stays: books,
}
const reviewed: Growth = {
  by: 'visitors',
  capped: ['cartPieces', 'bodyJson'],
  perPerson: 'one review an order, product and sku',
  stays: 'What shoppers say about goods is shown as long as the goods are.',
}

export const growth: Record<string, Growth> = {
  addresses: {
    by: 'visitors',
    capped: ['bodyJson'],
    perPerson: 'an address book that is full refuses',
    stays: 'The shopper’s own, until they delete it.',
  },
  advert_clicks: {
    by: 'visitors',
    capped: ['clicksByNetwork', 'eventsByIp', 'eventDays'],
    perPerson: 'so many taps an hour',
    prunedBy: 'removeOldClicks',
  },
  advert_texts: staff,
  adverts: staff,
  answer_templates: staff,
  audit_rows: staff,
  analytics_events: {
    by: 'visitors',
    capped: ['bodyEvent', 'eventsByIp', 'eventsPerNetworkHour', 'eventsPerHour', 'eventsKept', 'eventDays'],
    perPerson: 'so many an hour word by word, the rest only in totals',
    prunedBy: 'removeOldEvents',
  },
  analytics_totals: {
    by: 'visitors',
    capped: ['eventTotalDays'],
    perPerson: 'one row a day and kind of report, for everybody together',
    prunedBy: 'removeOldEvents',
  },
  archived_order_items: staff,
  archived_orders: staff,
  blog_posts: staff,
  cart_items: {
    by: 'visitors',
    capped: ['cartSkus', 'cartPerSku', 'cartPieces'],
    perPerson: 'one cart',
    prunedBy: 'removeAbandonedCarts',
  },
  carts: {
    by: 'visitors',
    capped: ['cartByCaller'],
    perPerson: 'one a shopper, one a guest’s browser',
    prunedBy: 'removeAbandonedCarts',
  },
  categories: staff,
  chat_conversations: {
    by: 'visitors',
    capped: ['chatByCaller', 'guestChatDays'],
    perPerson: 'one a shopper, one a guest’s browser',
    prunedBy: 'removeOldChats',
  },
  chat_messages: {
    by: 'visitors',
    capped: ['chatByCaller', 'chatMessagesKept', 'guestChatDays'],
    perPerson: 'the latest of one conversation',
    prunedBy: 'removeOldChats',
  },
  claim_links: {
    by: 'visitors',
    capped: ['bindByCaller', 'claimMailsByNetwork'],
    perPerson: 'one an address and day',
    prunedBy: 'removeOldClaimLinks',
  },
  coupon_claims: {
    by: 'visitors',
    capped: ['bindByCaller', 'unusedClaimDays'],
    perPerson: 'one a coupon and shopper, or address and browser',
    prunedBy: 'removeOldClaims',
  },
  coupon_links: staff,
  coupon_widgets: staff,
  coupons: staff,
  currencies: staff,
  currency_rates: staff,
  customers: {
    by: 'visitors',
    capped: ['registerByIp', 'unprovedAccountDays'],
    perPerson: 'one an address',
    prunedBy: 'removeUnprovedAccounts',
  },
  email_confirmation_tokens: {
    by: 'visitors',
    capped: ['registerByIp'],
    perPerson: 'one a mail that is sent',
    prunedBy: 'removeOldSessions',
  },
  idempotency_keys: {
    by: 'visitors',
    capped: ['keysByNetwork', 'keptAnswerBytes', 'keyLeaseSeconds'],
    perPerson: 'so many an hour, for a day',
    prunedBy: 'removeOldTraces',
  },
  images: {
    by: 'visitors',
    capped: ['uploadByCustomer', 'bodyPicture'],
    perPerson: 'what a return or a review holds; the rest goes after a day',
    prunedBy: 'removeUnusedImages',
  },
  import_pictures: staff,
  import_rows: staff,
  imports: staff,
  information_pages: staff,
  known_devices: {
    by: 'visitors',
    capped: ['knownDevices', 'signInByIp'],
    perPerson: 'one a browser that signed in',
    prunedBy: 'removeOldSessions',
  },
  languages: staff,
  listed_prices: staff,
  listed_products: staff,
  // Empty again when its transaction ends.
  listing_changes: staff,
  mails: {
    by: 'visitors',
    capped: ['resetMailsPerHour', 'contactByEmail', 'mailKeptDays', 'mailParkedDays', 'outboxMails'],
    perPerson: 'few an hour for any address',
    prunedBy: 'removeOldMails',
  },
  navigation_items: staff,
  order_addresses: ordered,
  order_documents: ordered,
  order_events: ordered,
  order_lines: ordered,
  order_notes: staff,
  order_totals: ordered,
  orders: ordered,
  package_events: staff,
  packages: staff,
  password_reset_tokens: {
    by: 'visitors',
    capped: ['resetMailsPerHour', 'forgotByIp'],
    perPerson: 'one a mail that is sent',
    prunedBy: 'removeOldSessions',
  },
  payment_events: { by: 'visitors', capped: ['bodyWebhook', 'paymentByIp'], perPerson: ofOrder, stays: books },
  payments: { by: 'visitors', capped: ['paymentByIp'], perPerson: ofOrder, stays: books },
  price_changes: staff,
  problem_types: staff,
  product_categories: staff,
  product_images: staff,
  product_tests: staff,
  product_texts: staff,
  products: staff,
  rate_limits: {
    by: 'visitors',
    capped: ['signInByIp', 'trackingByIp'],
    perPerson: 'one a limit and caller; what names an address is limited by network first',
    prunedBy: 'removeOldTraces',
  },
  refund_lines: staff,
  refunds: { by: 'visitors', capped: ['cartPieces'], perPerson: 'what an order was paid with', stays: books },
  return_comments: returned,
  return_events: returned,
  return_images: returned,
  arrival_pictures: staff,
  return_items: returned,
  return_reasons: staff,
  returns: returned,
  review_counts: staff,
  review_images: reviewed,
  review_label_links: reviewed,
  review_labels: staff,
  reviews: reviewed,
  sessions: {
    by: 'visitors',
    capped: ['sessionsPerCustomer', 'signInByIp'],
    perPerson: 'the latest ones',
    prunedBy: 'removeOldSessions',
  },
  setbacks: {
    by: 'visitors',
    capped: ['setbackMinutes'],
    perPerson: 'one a row that a timer stumbled over',
    prunedBy: 'removeOldTraces',
  },
  settings: staff,
  shipping_methods: staff,
  shoe_sizes: staff,
  signing_keys: staff,
  sku_options: staff,
  sku_prices: staff,
  skus: staff,
  stock_moves: staff,
  subscribers: {
    by: 'visitors',
    capped: ['subscribeByIp', 'unsubscribedDays'],
    perPerson: 'one an address',
    prunedBy: 'removeOldClaims',
  },
  ticket_answers: {
    by: 'visitors',
    capped: ['contactByIp', 'contactByEmail', 'ticketDays'],
    perPerson: 'what staff answered',
    prunedBy: 'removeOldTickets',
  },
  tickets: {
    by: 'visitors',
    capped: ['contactByIp', 'contactByEmail', 'ticketDays'],
    perPerson: 'few an hour for any address and network',
    prunedBy: 'removeOldTickets',
  },
  wishlist_items: {
    by: 'visitors',
    capped: ['wishlistItems'],
    perPerson: 'the latest hearts',
    stays: 'The shopper’s own, until they take it away.',
  },
  inbox_notes: staff,
  staff_challenges: {
    by: 'visitors',
    capped: ['staffChallengesByIp', 'signInByIp'],
    perPerson: 'a few minutes’ sign-ins',
    prunedBy: 'removeOldStaffTraces',
  },
  staff_codes: staff,
  staff_devices: staff,
  staff_invitations: staff,
  staff_jobs: staff,
  staff_keys: staff,
  staff_members: staff,
  staff_passkeys: staff,
  staff_recovery_codes: staff,
  staff_resets: {
    by: 'visitors',
    capped: ['resetMailsPerHour', 'forgotByIp'],
    perPerson: 'links for those who work here, few an hour',
    prunedBy: 'removeOldStaffTraces',
  },
  staff_roles: staff,
  staff_sessions: staff,
  staff_views: staff,
}
