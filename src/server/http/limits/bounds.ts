import { keysOf, recordOf } from '#contract/values.ts'
import { CannotStart } from '../../cannot-start.ts'

/**
 * Bounds on the work that one visitor can cause. Each row has the default and its reason. `BOUND_CART_SKUS=50` in the
 * environment changes `cartSkus`. docs/limits.md lists all bounds.
 */
const table = {
  bodyJson: [
    65_536,
    'Bytes of JSON in a shopper’s request. A long message with all lines of an order takes a quarter of this.',
  ],
  bodyStaff: [1_048_576, 'Bytes of JSON in a staff request. A product with hundreds of skus and all its texts fits.'],
  bodyEvent: [2_048, 'Bytes of one analytics report. A page sends many of them.'],
  bodyWebhook: [262_144, 'Bytes of a payment provider’s webhook. The largest real ones are a fraction of this.'],
  bodyPicture: [6_291_456, 'Bytes of a form with a picture of just under 5 MB.'],
  bodyParts: [20, 'Parts of a form with a picture. The shop’s own forms have one or two.'],
  bodyNesting: [32, 'Levels of nested JSON. The shop’s own requests have five.'],
  bodyValues: [
    30_000,
    'Keys and values in JSON. 500 skus with prices in three currencies stay below, and parsing this many takes 30 ms.',
  ],
  cartPerSku: [
    10,
    'Pieces of one sku in a cart. A household buys a handful; more is a reseller or an attempt to empty the shelf.',
  ],
  cartSkus: [30, 'Different skus in a cart. More than any order needs, and few enough to price in one step.'],
  cartPieces: [50, 'Pieces in a cart. An order still fits one page, one packing list and one invoice.'],
  listedLines: [
    6,
    'Lines that a list shows of each order; the order page shows the rest. A list of 100 orders stays about 1 MB.',
  ],
  detailLines: [
    100,
    'Lines on one page of an order. A new order needs at most half; older and imported orders are read page by page.',
  ],
  unpaidPerGuestEmail: [
    2,
    'Unpaid orders of a guest’s email address: enough for a second try after a failed payment. An unverified address holds no more stock.',
  ],
  unpaidPerNetwork: [
    30,
    'Unpaid orders of unverified addresses from one network. An office or a mobile network fits; a script that reserves the stock does not.',
  ],
  unpaidPerAccount: [
    5,
    'Unpaid orders of one account. A shopper who decides later has to pay or cancel one before placing another.',
  ],
  unprovedStockPercent: [
    20,
    'Percent of a sku’s stock (at least 1 piece) for all unverified holds together. The rest is for shoppers with a verified address.',
  ],
  guestHoldMinutes: [
    60,
    'Minutes for which a guest’s order holds its stock: enough to find a card. The order can be paid for 24 hours, while stock lasts.',
  ],
  setbackMinutes: [
    1440,
    'Longest pause before a timer retries a failed row. The pause starts at one minute and doubles.',
  ],
  refundAskMinutes: [
    360,
    'Longest pause between two status requests for a pending refund. The pause grows with each request.',
  ],
  refundsAtOnce: [
    5,
    'Concurrent requests about refunds to the provider. One request without an answer does not block the others.',
  ],
  mailsAtOnce: [
    5,
    'Mails sent at the same time. One slow mail server does not block the others, and every provider accepts this many.',
  ],
  mailSeconds: [60, 'Seconds for sending one mail. After them the mail is retried later.'],
  mailTries: [50, 'Attempts to send a mail, about two days. After them the mail is parked for staff.'],
  mailDays: [
    3,
    'Days until a mail is parked. A mail server that is down for a weekend loses nothing; older news is of no use.',
  ],
  mailParkedDays: [7, 'Days for which a parked mail keeps its text, so that staff can look into the cause.'],
  mailKeptDays: [
    90,
    'Days for which recipient and time of a sent mail are stored. Its text is deleted when it is sent.',
  ],
  outboxMails: [1000, 'Mails in the outbox folder of a shop without a mail server. The latest ones stay.'],
  webhookEndpoints: [20, 'Webhooks of a shop. Every event is compared with each of them.'],
  webhooksAtOnce: [
    4,
    'Concurrent deliveries to one webhook from one instance. A slow webhook does not block the others.',
  ],
  webhookSeconds: [
    10,
    'Seconds for a receiver to answer; then the delivery is retried. A receiver should answer first and work afterwards.',
  ],
  webhookDays: [
    3,
    'Days of retries. A receiver that is down for a weekend loses nothing; then the delivery is parked for staff.',
  ],
  webhookOffDays: [7, 'Days of failures until a webhook is switched off. Staff who can view webhooks then get a mail.'],
  webhookKeptDays: [30, 'Days for which deliveries and their responses can be viewed.'],
  keyLeaseSeconds: [
    60,
    'Seconds for which a running request locks its Idempotency-Key. No request takes longer, so after a crash a retry gets the key.',
  ],
  keptAnswerBytes: [
    65536,
    'Bytes of a response that are stored with an Idempotency-Key. Of a longer response only the status is stored.',
  ],
  keyedAtOnce: [
    4,
    'Concurrent requests with an Idempotency-Key in one instance, at most half of DATABASE_POOL: each holds a connection.',
  ],
  eventsPerNetworkHour: [
    600,
    'Analytics reports of one network that are stored in full each hour. Further ones are only counted.',
  ],
  eventsPerHour: [
    20_000,
    'Analytics reports that one instance stores in full each hour, at most 40 MB. Further ones are only counted.',
  ],
  advertViewsPerNetworkHour: [
    300,
    'Advert views that one network can add each hour: enough for a busy office, and a script adds no more.',
  ],
  advertNetworks: [
    50_000,
    'Networks whose advert views one instance counts each hour. They take about 5 MB of memory.',
  ],
  eventsKept: [
    2_000_000,
    'Analytics reports stored in total, at most 4 GB and usually a tenth of it. The oldest are deleted first.',
  ],
  eventDays: [400, 'Days for which reports and clicks are stored: one year and a month to compare with.'],
  eventTotalDays: [1_830, 'Days for which daily totals are stored. Five years show the seasons and take few rows.'],
  sessionsPerCustomer: [50, 'Sessions of one shopper: every browser of many years. The oldest session ends first.'],
  staffSessions: [20, 'Sessions of one staff member. The oldest session ends first.'],
  staffPasskeys: [10, 'Passkeys of one staff member: phones, computers and security keys.'],
  staffInvitations: [100, 'Open invitations at a time: a large team within a week.'],
  staffRoles: [100, 'Roles of a shop. A list of this many can still be read.'],
  staffKeys: [200, 'Active API keys. Each belongs to a program that somebody looks after.'],
  auditDays: [1_830, 'Days for which the audit log is stored. Five years are longer than most disputes.'],
  wishlistItems: [1_000, 'Products on one shopper’s wishlist. Adding one more removes the oldest.'],
  chatMessagesKept: [2_000, 'Messages of one conversation. The oldest are deleted first.'],
  guestChatDays: [90, 'Days without a message after which a guest’s conversation is deleted.'],
  ticketDays: [730, 'Days for which a closed ticket is stored: two years, the usual warranty.'],
  unsubscribedDays: [30, 'Days for which an unsubscribed address is stored, long enough to show that it left.'],
  unusedClaimDays: [90, 'Days until an expired, unused coupon is deleted. Shoppers see it for the first 30.'],
  unprovedAccountDays: [90, 'Days until an account with an unverified address and no activity is deleted.'],
  keptPages: [
    2_000,
    'Guest pages in the cache of one instance: the pages of a busy hour in all its languages and currencies.',
  ],
  keptPageMegabytes: [
    24,
    'Memory of the page cache. A compressed page takes about 10 kB. Pages that were requested last stay.',
  ],
  liveStreams: [2_000, 'Live connections of one instance. Each is an open connection and takes some memory.'],
  livePerVisitor: [20, 'Live connections of one visitor: many open tabs. Hidden pages disconnect by themselves.'],
  livePerNetwork: [200, 'Live connections of one network: a large office. One network can never take all connections.'],
  liveBacklog: [
    64,
    'Updates that wait for one slow page. Beyond them the page is disconnected, reconnects and loads the current state.',
  ],
  drainMs: [10_000, 'Milliseconds for requests in flight after the shop is told to stop.'],
  drainIdleMs: [
    500,
    'Milliseconds before an idle keep-alive connection is closed, for a request that is already on its way.',
  ],
  knownDevices: [
    10,
    'Browsers that are known to have signed in to one account: those of a household. The one unused for longest is removed.',
  ],
  resetMailsPerHour: [
    3,
    'Password reset mails in an hour. Beyond them one mail is sent every 15 minutes, the last link stays valid, and no request is refused.',
  ],
  joinedAtOnce: [
    100,
    'Guest orders, tickets and coupons of one address that join an account in one step. The rest is offered afterwards.',
  ],
  hashesAtOnce: [
    2,
    'Concurrent password checks. Each keeps one core busy for some hundredths of a second; the other cores stay free for shoppers.',
  ],
  hashesWaiting: [100, 'Password checks that wait, at most two seconds. Further requests are told to try again later.'],
  importBytes: [500_000_000, 'Bytes of an import file, about a million lines. Split a larger file.'],
  importRows: [500_000, 'Records of one import. Its preview is stored in the database until the import is done.'],
  importDays: [7, 'Days for which an import and its preview can be viewed. An import can be undone for one day.'],
  importMinutes: [
    60,
    'Minutes for uploading an import file: half a gigabyte over a slow line. Every other request has one minute.',
  ],
  importPictureBytes: [
    20_971_520,
    'Bytes of a product picture as uploaded. The stored picture is re-encoded and much smaller.',
  ],
  importPictureSeconds: [30, 'Seconds for fetching one picture. After them the picture is retried later.'],
  importPicturesAtOnce: [4, 'Pictures that one instance fetches at a time. Each is decoded in memory.'],
  importZipBytes: [500_000_000, 'Bytes of a zip file with pictures. The file is stored on disk while it is read.'],
  importZipFiles: [20_000, 'Files in a zip file with pictures.'],
  oldAssetDays: [
    7,
    'Days for which assets of earlier builds stay. Phones keep pages open for days; after a week a reload is acceptable.',
  ],
  oldAssetMegabytes: [
    200,
    'Megabytes of assets of earlier builds: dozens of releases. Beyond them the oldest assets are deleted first.',
  ],
} as const satisfies Record<string, readonly [value: number, reason: string]>

export type Bounds = Record<keyof typeof table, number>

const toVariable = (name: string) => `BOUND_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

export const boundRows = keysOf(table).map((name) => {
  const [value, reason] = table[name]
  return { name, variable: toVariable(name), value, reason }
})

/** Returns the bounds with the changes of the environment. */
export function readBounds(environment: Record<string, string | undefined> = {}): Bounds {
  return recordOf(keysOf(table), (name) => {
    const variable = toVariable(name)
    const given = environment[variable]
    if (given === undefined || given === '') return table[name][0]
    if (!/^[1-9]\d{0,8}$/.test(given)) {
      throw new CannotStart(`${variable} must be a whole number from 1 to 999999999, but is ${JSON.stringify(given)}.`)
    }
    return Number(given)
  })
}
