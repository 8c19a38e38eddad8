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
  bodyEvent: [2_048, 'Bytes of one analytics report. Reports are small, and each page sends many of them.'],
  bodyWebhook: [262_144, 'Bytes of a payment provider’s webhook. Real webhooks are much smaller.'],
  bodyPicture: [6_291_456, 'Bytes of an upload with a picture. The picture itself must be smaller than 5 MB.'],
  bodyParts: [20, 'Parts of an upload form. The shop’s own forms have one or two parts.'],
  bodyNesting: [32, 'Levels of nested JSON. The shop’s own requests have at most five levels.'],
  bodyValues: [
    30_000,
    'Keys and values in the JSON of a request. A product with 500 skus and prices in three currencies has fewer. Parsing this many takes 30 ms.',
  ],
  cartPerSku: [
    10,
    'Pieces of one sku in a cart. A household needs fewer; larger numbers come from resellers or from attempts to block the stock.',
  ],
  cartSkus: [30, 'Different skus in a cart. Ordinary orders have fewer, and this many can be priced in one step.'],
  cartPieces: [50, 'Pieces in a cart. An order of this size still fits on one page, one packing list and one invoice.'],
  listedLines: [
    6,
    'Lines of each order in a list. The order page shows all lines. With this number, a list of 100 orders has about 1 MB.',
  ],
  detailLines: [
    100,
    'Lines of an order in one response. A new order has at most 50. Larger orders, such as imported ones, are read in several requests.',
  ],
  unpaidPerGuestEmail: [
    2,
    'Unpaid orders of a guest’s email address: enough for a second attempt after a failed payment. The limit keeps an unverified address from reserving more stock.',
  ],
  unpaidPerNetwork: [
    30,
    'Unpaid orders of unverified addresses from one network: enough for an office or a mobile network, too few for a script that reserves the stock.',
  ],
  unpaidPerAccount: [
    5,
    'Unpaid orders of one account. At the limit, the shopper must pay or cancel an order before placing another one.',
  ],
  unprovedStockPercent: [
    20,
    'Percentage of a sku’s stock (at least 1 piece) that all unverified holds together can reserve. The rest is for shoppers with a verified address.',
  ],
  guestHoldMinutes: [
    60,
    'Minutes for which a guest’s unpaid order reserves its stock: enough time to pay. Afterwards the order can still be paid while stock lasts, for 24 hours in total.',
  ],
  setbackMinutes: [
    1440,
    'Minutes of the longest pause before a timer retries a failed row. The first pause is one minute, and each pause is twice the previous one.',
  ],
  refundAskMinutes: [
    360,
    'Minutes of the longest pause between two requests for the status of a pending refund. The pause grows with each request.',
  ],
  refundsAtOnce: [
    5,
    'Concurrent requests to the payment provider about refunds. With several, one request without a response does not block the others.',
  ],
  mailsAtOnce: [
    5,
    'Mails sent at the same time. With several, one slow mail does not block the others, and mail providers accept this number.',
  ],
  mailSeconds: [
    60,
    'Seconds for sending one mail. After this time the attempt has failed, and the mail is retried later.',
  ],
  mailTries: [50, 'Attempts to send a mail, over about two days. After the last attempt the mail is parked for staff.'],
  mailDays: [
    3,
    'Days until an unsent mail is parked. No mail is parked if the mail server is down for a weekend; later, most mails are outdated.',
  ],
  mailParkedDays: [
    7,
    'Days for which the text of a parked mail is stored, so that staff can find the cause of the failure.',
  ],
  mailKeptDays: [
    90,
    'Days for which recipient and time of a sent mail are stored. The text is deleted as soon as the mail is sent.',
  ],
  outboxMails: [1000, 'Mails in the outbox folder of a shop without a mail server. The oldest are deleted first.'],
  webhookEndpoints: [20, 'Webhooks of a shop. Every event is compared with the subscriptions of each webhook.'],
  webhooksAtOnce: [
    4,
    'Concurrent deliveries to one webhook from one instance. A slow webhook does not block the others.',
  ],
  webhookSeconds: [
    10,
    'Seconds in which a receiver must respond. After this time the delivery is retried. Receivers should respond first and process the event afterwards.',
  ],
  webhookDays: [
    3,
    'Days of retries, so that a receiver that is down for a weekend misses no event. Afterwards the delivery is parked for staff.',
  ],
  webhookOffDays: [7, 'Days of failures until a webhook is switched off. Staff who can view webhooks then get a mail.'],
  webhookKeptDays: [30, 'Days for which staff can view deliveries and their responses.'],
  keyLeaseSeconds: [
    60,
    'Seconds for which a running request locks its Idempotency-Key. Requests are faster than this. After a crash, a retry can use the key when this time is over.',
  ],
  keptAnswerBytes: [
    65536,
    'Bytes of a response that are stored with an Idempotency-Key. For a longer response, only the status is stored.',
  ],
  keyedAtOnce: [
    4,
    'Concurrent requests with an Idempotency-Key in one instance, because each uses a database connection. At most half of DATABASE_POOL applies.',
  ],
  eventsPerNetworkHour: [
    600,
    'Analytics reports of one network that are stored in full each hour. Further reports are only counted.',
  ],
  eventsPerHour: [
    20_000,
    'Analytics reports that one instance stores in full each hour, at most 40 MB. Further reports are only counted.',
  ],
  advertViewsPerNetworkHour: [
    300,
    'Advert views from one network that are counted each hour: enough for a busy office. A script cannot add more.',
  ],
  advertNetworks: [
    50_000,
    'Networks whose advert views one instance counts each hour. This many networks take about 5 MB of memory.',
  ],
  eventsKept: [
    2_000_000,
    'Analytics reports stored in total. They take at most 4 GB, and usually a tenth of that. The oldest are deleted first.',
  ],
  eventDays: [400, 'Days for which reports and clicks are stored: one year, and a month for comparison.'],
  eventTotalDays: [
    1_830,
    'Days for which daily totals are stored. Five years show seasonal changes and take little space.',
  ],
  sessionsPerCustomer: [
    50,
    'Sessions of one shopper: more than the browsers of several years. The oldest session ends first.',
  ],
  staffSessions: [20, 'Sessions of one staff member. The oldest session ends first.'],
  staffPasskeys: [10, 'Passkeys of one staff member, on phones, computers and security keys.'],
  staffInvitations: [100, 'Open invitations: enough to invite a large team within a week.'],
  staffRoles: [100, 'Roles of a shop. More roles would make the list unreadable.'],
  staffKeys: [200, 'Active API keys: more than one for each program that a shop connects.'],
  auditDays: [1_830, 'Days for which the audit log is stored. Most disputes end within five years.'],
  wishlistItems: [1_000, 'Products on one shopper’s wishlist. At the limit, a new product replaces the oldest.'],
  chatMessagesKept: [2_000, 'Messages of one conversation. The oldest are deleted first.'],
  guestChatDays: [90, 'Days without a message after which a guest’s conversation is deleted.'],
  ticketDays: [730, 'Days for which a closed ticket is stored: two years, the usual warranty.'],
  unsubscribedDays: [30, 'Days for which an unsubscribed address is stored, as evidence that it was unsubscribed.'],
  unusedClaimDays: [
    90,
    'Days until an expired coupon that was not used is deleted. Shoppers see the coupon for the first 30 days.',
  ],
  unprovedAccountDays: [90, 'Days until an account with an unverified address and no activity is deleted.'],
  keptPages: [
    2_000,
    'Guest pages in the cache of one instance: enough for all pages that guests request in a busy hour, in all languages and currencies.',
  ],
  keptPageMegabytes: [
    24,
    'Megabytes of the page cache. A compressed page takes about 10 kB. The least recently requested pages are removed first.',
  ],
  liveStreams: [2_000, 'Live connections of one instance. Each open connection takes some memory.'],
  livePerVisitor: [
    20,
    'Live connections of one visitor: enough for many open tabs. Hidden pages disconnect automatically.',
  ],
  livePerNetwork: [200, 'Live connections of one network: enough for a large office, but only a tenth of an instance.'],
  liveBacklog: [
    64,
    'Updates that wait for one slow page. A page with more is disconnected. It then reconnects and loads the current state.',
  ],
  drainMs: [10_000, 'Milliseconds in which running requests can finish after the shop has been asked to stop.'],
  drainIdleMs: [
    500,
    'Milliseconds until an idle keep-alive connection is closed at a stop, in case the client has just sent a request.',
  ],
  knownDevices: [
    10,
    'Known devices of one account: browsers in which the shopper has signed in, enough for a household. The least recently used is removed first.',
  ],
  resetMailsPerHour: [
    3,
    'Password reset mails of one account in an hour. After these, at most one mail is sent every 15 minutes. The last link stays valid, and no request is refused.',
  ],
  joinedAtOnce: [
    100,
    'Guest orders, tickets and coupons of one email address that are added to an account in one step. The rest is offered in the next step.',
  ],
  hashesAtOnce: [
    2,
    'Concurrent password checks. Each check uses one core for a few hundredths of a second, so other cores stay free for shoppers.',
  ],
  hashesWaiting: [
    100,
    'Password checks that wait for a free core, at most two seconds. Further sign-ins are asked to try again later.',
  ],
  importBytes: [500_000_000, 'Bytes of an import file, about a million lines. Split larger files.'],
  importRows: [500_000, 'Records of one import. Its preview is stored in the database until the import is done.'],
  importDays: [7, 'Days for which an import and its preview can be viewed. An import can be undone for one day.'],
  importMinutes: [
    60,
    'Minutes for uploading an import file: enough for 500 MB over a slow connection. Every other request has one minute.',
  ],
  importPictureBytes: [
    20_971_520,
    'Bytes of an uploaded or fetched product picture. The shop re-encodes the picture and stores a much smaller file.',
  ],
  importPictureSeconds: [30, 'Seconds for fetching one picture. After this time, the picture is fetched again later.'],
  importPicturesAtOnce: [4, 'Pictures that one instance fetches at the same time. Each picture is decoded in memory.'],
  importZipBytes: [500_000_000, 'Bytes of a zip file with pictures. The file is stored on disk while it is read.'],
  importZipFiles: [20_000, 'Files in a zip file with pictures.'],
  oldAssetDays: [
    7,
    'Days for which assets of earlier builds are kept. Phones keep pages open for days. After a week, a page may have to reload.',
  ],
  oldAssetMegabytes: [
    200,
    'Megabytes of assets of earlier builds: enough for dozens of releases. The oldest assets are deleted first.',
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
