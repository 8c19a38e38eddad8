import type { SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Clock } from './clock.ts'
import type { Database } from './database/database.ts'
import type { Files } from './files/files.ts'
import type { CancelledOrder, ErasedCustomer, FormattableRow, RefundResult, Shopper } from './hook-values.ts'
import type { Bounds } from './http/limits/bounds.ts'
import type { ConcurrencyLimit } from './http/limits/limit-concurrency.ts'
import type { Limits } from './http/limits/limits.ts'
import type { StaffActor } from './http/staff/staff-actor.ts'
import type { VisitorRequest } from './http/visitor-request.ts'
import type { Log } from './log/log.ts'
import type { ShopMetrics } from './log/shop-metrics.ts'
import type { SendMail } from './mail/mail.ts'
import type { FetchOutside } from './outside/fetch-outside.ts'
import type { PaymentProvider } from './outside/payment-provider.ts'
import type { SendOutside } from './outside/send-outside.ts'
import type { TaxProvider } from './outside/tax-provider.ts'
import type { VatNumberCheck } from './outside/vat-number-check.ts'

/**
 * The dependencies of every service. The dependencies are parameters, so that tests can pass their own clock and
 * mailbox.
 */
export type Shop = {
  db: Database
  clock: Clock
  log: Log
  sendMail: SendMail
  /** False if mails are only written to a folder. */
  sendsMail: boolean
  limits: Limits
  bounds: Bounds
  files: Files
  fetchOutside: FetchOutside
  sendOutside: SendOutside
  /**
   * The address of the daily exchange rates, in the European Central Bank's format. If absent, the bank's own address
   * is used.
   */
  ratesUrl?: string | undefined
  /** The header in which a proxy names the visitor's country, in lower case. */
  countryHeader?: string | undefined
  payments: PaymentProvider
  /** The provider of sales tax, if one is configured. Staff choose between the provider and the shop's own rates. */
  taxes?: TaxProvider | undefined
  /** Asks tax offices about VAT numbers. Without the function, only the format is checked. */
  checkVatNumber?: VatNumberCheck
  hooks: Hooks
  metrics: ShopMetrics
  /** Limits how many passwords are hashed at once. */
  limitHashing: ConcurrencyLimit
  /** True if staff can sign in with single sign-on. */
  hasSso?: boolean
  /** The public address of the shop, without a trailing slash. */
  publicUrl: string
  trustedProxies: number
}

/** The part of the shop that a command needs. A caller in a transaction passes the transaction as `db`. */
export type CommandContext = Pick<Shop, 'db' | 'clock' | 'publicUrl' | 'hooks'> & {
  /** The name of the staff member who acts, for events. */
  by?: string | undefined
  /** The largest refund that the actor may start, in the shop's currency. Absent or null means no limit. */
  refundLimit?: number | null | undefined
}

/**
 * Calls from a feature to features above it, which it must not import. `app/hooks.ts` connects each hook to its
 * implementation. The functions of a list run in the order of the list, in the caller's transaction. A hook whose
 * values are part of a feature's contract is declared in that feature. The hooks of orders, for example, are in
 * `features/orders/server/order-hooks.ts`.
 */
export interface Hooks {
  /** Sign-in: removes the data that an account collected before its email address was confirmed for the first time. */
  onAddressVerified: ((tx: Database, customerId: string) => Promise<void>)[]
  /** Sign-in: moves a guest's data of this browser to the account of a confirmed address that just signed in. */
  onOwnerSignedIn: ((shop: Shop, request: VisitorRequest, customerId: string) => Promise<void>)[]
  /** Analytics: records that a page reported the purchase of an order. */
  onPurchaseReported: ((shop: Shop, customerId: string, orderId: string) => Promise<void>)[]
  /** Analytics: records that a page reported a view or a tap of an advert or its widget. */
  onAdvertReported: ((
    shop: Shop,
    report: { advertId: number; isClick: boolean; customerId: string | null; ip: string },
  ) => Promise<void>)[]
  /** Images: returns conditions on `images`. An image that meets at least one condition is public. */
  publicImages: ((db: Database) => SQL)[]
  /** Images: returns the account of the order in this column, or null for a guest's order. */
  ownerOfOrder: (orderId: AnyPgColumn) => SQL<string | null>
  /** Settings: writes a timer's change of a staff setting to the audit log. */
  auditTimer: (
    tx: Database,
    at: Date,
    done: { timer: string; about: string; before: Record<string, unknown>; after: Record<string, unknown> },
  ) => Promise<void>
  /** Staff: returns the names of the subjects of audit rows (`members/…`, `products/…`). Removed subjects are missing. */
  findAuditNames: (db: Database, abouts: string[]) => Promise<ReadonlyMap<string, string>>
  /** Staff: returns an audit row as the sentence that the console shows. Limits are in the shop's own currency. */
  formatAudited: (row: FormattableRow, currency: string) => string
  /** Returns: counts the use of a template for a message. */
  onTemplateUsed: (tx: Database, templateId: string) => Promise<void>
  /** Account: removes the messages and notes of an erased customer, including those about their orders and returns. */
  onCustomerErased: ((tx: Database, erased: ErasedCustomer) => Promise<void>)[]
  /** Settings: returns whether the shop has any order. */
  hasOrders: (db: Database) => Promise<boolean>
  /** Markets: returns whether any order in a currency went to one of the countries. */
  hasOrdersTo: (db: Database, place: { currency: string; countries: string[] }) => Promise<boolean>
  /** Settings: returns the codes of the countries that the shop ships to. */
  readShipsTo: (db: Database) => Promise<string[]>
  /** Settings: returns whether amounts exist that keep the shop's own currency as it is. */
  fixesHomeCurrency: ((db: Database) => Promise<boolean>)[]
  /** Settings: moves amounts that are stored in the shop's own currency without its code. */
  onHomeCurrencyChanged: ((
    tx: Database,
    change: { from: string; to: string; convert: (amount: number) => number },
  ) => Promise<void>)[]
  /** Staff: returns the number of waiting tasks of each kind. */
  countWaiting: (shop: Shop, actor: StaffActor) => Promise<Record<string, number>>
  /** Catalog: returns whether the shopper gets the price for new shoppers. */
  isNewShopper: (db: Database, shopper: Shopper) => Promise<boolean>
  /** Catalog: returns the average rating from 1 to 5 of each reviewed product. */
  starsOfProducts: (db: Database, productIds: number[]) => Promise<ReadonlyMap<number, number>>
  /** Coupons: returns whether the account or the email address has ever paid for an order. */
  hasEverPaid: (db: Database, who: { customerId: string | null; email: string | null }) => Promise<boolean>
  /** Coupons: returns the lines of a shopper's cart with their price in each currency. */
  priceCart: (
    shop: Pick<Shop, 'db' | 'hooks'>,
    shopper: Exclude<Shopper, { customerId: null }>,
    currencies: ReadonlySet<string>,
  ) => Promise<ReadonlyMap<string, { productId: number; categoryCode: string; amount: number }[]>>
  /** Cart: returns whether an order of this account or address contains a free item. */
  hasReceivedFreeItem: (db: Database, who: { customerId: string | null; email: string }) => Promise<boolean>
  /** Orders: refunds a paid order that is being canceled. Returns the refunded amount. */
  onPaidOrderCancelled: ((shop: CommandContext, tx: Database, order: CancelledOrder) => Promise<number>)[]
  /** Orders: refunds lines that staff removed from a paid order. Returns the refunded amount. */
  onLinesCancelled: ((
    shop: CommandContext,
    tx: Database,
    cancelled: { order: CancelledOrder; lineIds: string[]; reason: string },
  ) => Promise<number>)[]
  /** Payments: records the result of refunding a returned item or a return's postage. Returns whether the refund is settled. */
  settleReturnedItem: (
    shop: CommandContext,
    item: { returnId: string; returnItemId: string | null; refundId: string },
    answer: RefundResult,
  ) => Promise<boolean>
  /** Payments: retries the failed refund of a returned item. */
  retryReturnedItem: (shop: CommandContext, item: { returnId: string; returnItemId: string }) => Promise<unknown>
}
