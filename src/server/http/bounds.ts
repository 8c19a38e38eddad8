import { keysOf, recordOf } from '#contract/values.ts'
import { CannotStart } from '../cannot-start.ts'

/**
 * Bounds on the work that one visitor can cause. Each row has the default and its reason. `BOUND_CART_SKUS=50` in the
 * environment changes `cartSkus`. docs/limits.md lists all bounds.
 */
const table = {
  bodyJson: [65_536, 'Bytes of a form’s JSON; a long message with an order’s worth of lines is a quarter of it.'],
  bodyStaff: [1_048_576, 'Bytes of what staff send as JSON: a product with its hundreds of skus and all its texts.'],
  bodyEvent: [2_048, 'Bytes of what a page reports about itself; a page sends many of them.'],
  bodyWebhook: [262_144, 'Bytes of a payment provider’s message; the largest of theirs are a fraction of it.'],
  bodyPicture: [6_291_456, 'Bytes of a form with a picture of just under 5 MB.'],
  bodyParts: [20, 'Parts of a form with a picture; ours have one or two.'],
  bodyNesting: [32, 'Levels of JSON; ours have five.'],
  bodyValues: [
    30_000,
    'Keys and values of JSON: 500 skus with prices in three currencies stay below, and reading so many takes 30 ms.',
  ],
  cartPerSku: [10, 'A household buys a handful of one thing; more is a reseller, or somebody emptying the shelf.'],
  cartSkus: [30, 'More different things than anybody orders at once, few enough to price in one go.'],
  cartPieces: [50, 'One order stays one page, one parcel list and one bill.'],
  listedLines: [
    6,
    'What a card of a list has room for; the order’s own page has the rest. A list of 100 stays about a megabyte.',
  ],
  detailLines: [100, 'An order of today fits twice; older and imported ones are read page by page.'],
  unpaidPerGuestEmail: [
    2,
    'A second try after a failed payment; an address that nobody has proved holds no more stock.',
  ],
  unpaidPerNetwork: [30, 'An office or a mobile network of honest guests; not a machine that reserves the shop.'],
  unpaidPerAccount: [5, 'A shopper who decides later; the rest must be paid or cancelled first.'],
  unprovedStockPercent: [
    20,
    'Of a sku’s stock, what unpaid orders of unconfirmed addresses hold together (at least 1): the rest is for who can be asked.',
  ],
  guestHoldMinutes: [
    60,
    'Long enough to find a card; the order itself can be paid for its 24 hours, while there is stock.',
  ],
  setbackMinutes: [
    1440,
    'A row at which a timer failed is tried again after a minute, two, four …, at last once a day.',
  ],
  refundAskMinutes: [360, 'A refund that waits at the provider is asked about ever more rarely, at last this often.'],
  refundsAtOnce: [5, 'Questions about refunds under way at the provider; one without an answer holds up no other.'],
  mailsAtOnce: [5, 'One slow mail server or address holds up none of the others; few enough for any provider.'],
  mailSeconds: [60, 'A mail server that needs longer for one mail is tried again later.'],
  mailTries: [50, 'By then two days have passed: nobody waits for it any more, and staff look at it.'],
  mailDays: [3, 'A weekend without a mail server loses nothing; older news are none.'],
  mailParkedDays: [7, 'Given up, a mail keeps its text this long for whoever looks into it.'],
  mailKeptDays: [90, 'To whom and when a mail went can be looked up for a season; what it said cannot.'],
  outboxMails: [1000, 'The folder of a shop without a mail server keeps the latest ones.'],
  webhookEndpoints: [20, 'Addresses that are told what happens; every order asks each whether it wants to know.'],
  webhooksAtOnce: [4, 'Messages under way to one of them, from one instance: a slow one holds up none of the others.'],
  webhookSeconds: [
    10,
    'A receiver that needs longer for its answer is told again later; it answers first and works then.',
  ],
  webhookDays: [3, 'A weekend without the receiver loses nothing; what did not arrive by then waits for a person.'],
  webhookOffDays: [7, 'A receiver that took nothing for a week is told nothing more, and its people get a mail.'],
  webhookKeptDays: [30, 'What was told and answered can be looked at for a month.'],
  keyLeaseSeconds: [60, 'Longer than any request takes; whoever died leaves its Idempotency-Key to the next try.'],
  keptAnswerBytes: [65536, 'Answers to writes are short; of a longer one only that it was given is remembered.'],
  keyedAtOnce: [
    4,
    'Requests with a key at work at once in one instance: each holds a connection, so at most half of DATABASE_POOL.',
  ],
  eventsPerNetworkHour: [
    600,
    'What one network’s pages report in an hour is kept word by word so often; the rest is counted.',
  ],
  eventsPerHour: [20_000, 'The same for everybody together, in one instance: at most 40 MB an hour.'],
  advertViewsPerNetworkHour: [
    300,
    'What one network adds to how often adverts were shown in an hour: a busy office; a script adds no more.',
  ],
  advertNetworks: [50_000, 'Networks whose views are counted in an hour, in one instance: some 5 MB.'],
  eventsKept: [2_000_000, 'Reports kept in all; the oldest go first. At most 4 GB, usually a tenth.'],
  eventDays: [400, 'Reports and clicks are kept for a year and the month to compare it with.'],
  eventTotalDays: [1_830, 'Totals of a day are a few rows; five years of them tell seasons.'],
  sessionsPerCustomer: [50, 'Every browser of a shopper for years; the one that was opened first ends.'],
  staffSessions: [20, 'Browsers of one person who works here; the one that was opened first ends.'],
  staffPasskeys: [10, 'Phones, computers and keys of one person who works here.'],
  staffInvitations: [100, 'Invitations that wait at once; a large team in a week.'],
  staffRoles: [100, 'Roles of a shop; a screen of them is still read.'],
  staffKeys: [200, 'Keys that open something at once; each is a program that somebody looks after.'],
  auditDays: [1_830, 'Who changed what is kept for five years, longer than most disputes.'],
  wishlistItems: [1_000, 'Hearts of one shopper; with one more the oldest goes.'],
  chatMessagesKept: [2_000, 'Messages of one conversation; the oldest go.'],
  guestChatDays: [90, 'A guest’s conversation in which nobody has written for so long is over.'],
  ticketDays: [730, 'A closed ticket can be asked about for two years, as long as goods are warranted.'],
  unsubscribedDays: [30, 'Long enough to see that somebody left; then the address is forgotten.'],
  unusedClaimDays: [90, 'A coupon that ran out unused is shown for 30 days and forgotten after these.'],
  unprovedAccountDays: [90, 'An account whose address nobody proved and in which nothing happened is no account.'],
  keptPages: [
    2_000,
    'Pages kept ready for guests in one instance: what a busy hour asks for, in its languages and currencies.',
  ],
  keptPageMegabytes: [24, 'Memory for them, packed: a page takes some ten kB. Those asked for last stay.'],
  liveStreams: [2_000, 'Pages that one instance keeps informed at a time; each is an open connection and some memory.'],
  livePerVisitor: [20, 'Every tab of a shopper with many; pages that are not looked at let go by themselves.'],
  livePerNetwork: [200, 'An office in which everybody follows a parcel; one network never takes all the seats.'],
  liveBacklog: [64, 'News that wait for one slow page; past it the page comes back and is told how things stand.'],
  drainMs: [10_000, 'Milliseconds that requests in flight may take once the shop is told to stop.'],
  drainIdleMs: [500, 'Milliseconds for a request that is on its way over a connection kept open, before it is closed.'],
  knownDevices: [10, 'Browsers of a household that signed in before; the one unused for longest makes room.'],
  resetMailsPerHour: [
    3,
    'Links for a new password in an hour; past it one every quarter of an hour, the last one stays good, and nobody is refused.',
  ],
  joinedAtOnce: [
    100,
    'Guest orders, tickets and coupons of one address that join an account in one go; the rest is offered next.',
  ],
  hashesAtOnce: [
    2,
    'A password check keeps a core busy for some hundredths of a second; the others stay for shoppers.',
  ],
  hashesWaiting: [100, 'Those who wait for a check wait two seconds at most; more are asked to come again.'],
  importBytes: [500_000_000, 'Bytes of a file that staff import: a million lines; what is larger comes as several.'],
  importRows: [500_000, 'Records of one import: its preview is kept in the database until it is done.'],
  importDays: [7, 'What an import would do and did can be looked at for a week, and taken back for a day.'],
  importMinutes: [60, 'A file of half a gigabyte over a slow line; every other request has a minute.'],
  importPictureBytes: [20_971_520, 'Bytes of a product’s picture as it comes; it is drawn anew much smaller.'],
  importPictureSeconds: [30, 'A picture that needs longer is asked for again later.'],
  importPicturesAtOnce: [4, 'Pictures fetched at once in one instance: each is unpacked in memory.'],
  importZipBytes: [500_000_000, 'Bytes of a zip with pictures, which lies on the disk while it is read.'],
  importZipFiles: [20_000, 'Files in such a zip.'],
  oldAssetDays: [
    7,
    'Phones keep pages open for days, and other sites our widget; after a week a reload is no surprise.',
  ],
  oldAssetMegabytes: [200, 'Dozens of releases in that week; beyond that the code of the oldest goes first.'],
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
