import type { SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Bounds } from './bounds.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import type { FetchOutside } from './fetch-outside.ts'
import type { Files } from './files.ts'
import type {
  CancelledOrder,
  ErasedCustomer,
  RefundResult,
  Shopper,
  StaffOrderReturn,
  StaffPayment,
  StaffRefund,
  TellableRow,
} from './hook-values.ts'
import type { ConcurrencyLimit } from './limit-concurrency.ts'
import type { Limits } from './limits.ts'
import type { Log } from './log.ts'
import type { SendMail } from './mail.ts'
import type { PaymentProvider } from './payment-provider.ts'
import type { SendOutside } from './send-outside.ts'
import type { ShopMetrics } from './shop-metrics.ts'
import type { StaffAsker } from './staff-asker.ts'
import type { VisitorRequest } from './visitor-request.ts'

/** What every service stands on. Passed in, so that tests can hand over their own clock and mailbox. */
export type Shop = {
  db: Database
  clock: Clock
  log: Log
  sendMail: SendMail
  /** False where mails are only written to a folder. */
  sendsMail: boolean
  limits: Limits
  bounds: Bounds
  files: Files
  fetchOutside: FetchOutside
  sendOutside: SendOutside
  /** Where the day's exchange rates are published, in the European Central Bank's format; without it, the bank's own address. */
  ratesUrl?: string | undefined
  payments: PaymentProvider
  hooks: Hooks
  metrics: ShopMetrics
  /** Limits how many passwords are hashed at once. */
  limitHashing: ConcurrencyLimit
  /** Whether staff can sign in at a provider of single sign-on. */
  hasSso?: boolean
  /** Where shoppers reach the shop, without a slash at the end. */
  publicUrl: string
  trustedProxies: number
}

/** The part of the shop that a command needs; a caller already in a transaction passes it as `db`. */
export type CommandContext = Pick<Shop, 'db' | 'clock' | 'publicUrl' | 'hooks'> & {
  /** Who of the people behind the shop does it: events name them. */
  by?: string | undefined
  /** The most that the actor may pay back at once, in the shop's own currency. Absent or null: no limit. */
  refundLimit?: number | null | undefined
}

/**
 * What a feature tells or asks those that stand above it, which it must not import. `app/hooks.ts` says who answers. A list
 * is run in its order, in the transaction of whoever runs it.
 */
export type Hooks = {
  /** Sign-in: an address was proved for the first time. What anybody put into the account before goes. */
  onAddressProved: ((tx: Database, customerId: string) => Promise<void>)[]
  /** Sign-in: the owner of a proved address is signed in here. What this browser kept for a guest is theirs. */
  onOwnerSignedIn: ((shop: Shop, request: VisitorRequest, customerId: string) => Promise<void>)[]
  /** Analytics: a page has reported the purchase of an order. */
  onPurchaseReported: ((shop: Shop, customerId: string, orderId: string) => Promise<void>)[]
  /** Analytics: a page has reported that an advert, or its widget, came into view or was tapped. */
  onAdvertReported: ((
    shop: Shop,
    report: { advertId: number; isClick: boolean; customerId: string | null; ip: string },
  ) => Promise<void>)[]
  /** Images: conditions on `images`. A picture of which one is true is for everybody to see. */
  publicImages: ((db: Database) => SQL)[]
  /** Images: the account of the order in this column; null where a guest ordered. */
  ownerOfOrder: (orderId: AnyPgColumn) => SQL<string | null>
  /** Settings: a timer changed what staff could have changed. The audit log tells it. */
  auditTimer: (
    tx: Database,
    at: Date,
    done: { timer: string; about: string; before: Record<string, unknown>; after: Record<string, unknown> },
  ) => Promise<void>
  /** Staff: names what rows of the audit log are about (`members/…`, `products/…`), as far as it still exists. */
  nameAudited: (db: Database, abouts: string[]) => Promise<ReadonlyMap<string, string>>
  /** Staff: says what a row of the audit log tells, as the console does. */
  tellAudited: (row: TellableRow) => string
  /** Returns: words were sent that began with a template. */
  onTemplateUsed: (tx: Database, templateId: string) => Promise<void>
  /** Account: somebody is forgotten, with these orders and returns. What they or staff wrote about them goes. */
  onCustomerErased: ((tx: Database, erased: ErasedCustomer) => Promise<void>)[]
  /** Settings: whether anybody ever ordered here. */
  hasOrders: (db: Database) => Promise<boolean>
  /** Staff: how much waits for somebody, by what it is. */
  countWaiting: (shop: Shop, asker: StaffAsker) => Promise<Record<string, number>>
  /** Catalogue: whether somebody gets the price for new shoppers. */
  isNewShopper: (db: Database, shopper: Shopper) => Promise<boolean>
  /** Catalogue: how products were reviewed, from 1 to 5, of those that were. */
  starsOfProducts: (db: Database, productIds: number[]) => Promise<ReadonlyMap<number, number>>
  /** Coupons: whether an account, or whoever has an address, ever paid for an order. */
  hasEverPaid: (db: Database, who: { customerId: string | null; email: string | null }) => Promise<boolean>
  /** Coupons: what a shopper's cart holds, with what each line costs in each of these currencies. */
  priceCart: (
    shop: Pick<Shop, 'db' | 'hooks'>,
    shopper: Exclude<Shopper, { customerId: null }>,
    currencies: ReadonlySet<string>,
  ) => Promise<ReadonlyMap<string, { productId: number; categoryCode: string; amount: number }[]>>
  /** Cart: whether an order of this account or address has a free item in it. */
  hasHadFreeItem: (db: Database, who: { customerId: string | null; email: string }) => Promise<boolean>
  /** Orders: one that was paid is cancelled. Its money goes back, as much as is answered. */
  onPaidOrderCancelled: ((shop: CommandContext, tx: Database, order: CancelledOrder) => Promise<number>)[]
  /** Orders: staff took lines out of a paid order. What was paid for them goes back, as much as is answered. */
  onLinesCancelled: ((
    shop: CommandContext,
    tx: Database,
    cancelled: { order: CancelledOrder; lineIds: string[]; reason: string },
  ) => Promise<number>)[]
  /** Orders: what those above know about one order, for staff. */
  staffOrderParts: {
    payments: (db: Database, orderId: string) => Promise<StaffPayment[]>
    refunds: (db: Database, orderId: string) => Promise<StaffRefund[]>
    returns: (db: Database, orderId: string) => Promise<StaffOrderReturn[]>
    /** Orders of which something was asked to be sent back: their ids, and a condition on one. */
    ordersWithReturn: (orderId: AnyPgColumn) => { ids: SQL; exists: SQL }
    /** Lines that are being returned: their money goes back there. */
    linesInReturn: (db: Database, orderId: string) => Promise<string[]>
    /** What each of these was sent, and what of it they asked to send back. */
    itemsOfCustomers: (
      db: Database,
      customerIds: string[],
    ) => Promise<ReadonlyMap<string, { delivered: number; returned: number }>>
  }
  /** Payments: there is an answer about the refund of a returned item, or of a return's postage. True if that settled it. */
  settleReturnedItem: (
    shop: CommandContext,
    item: { returnId: string; returnItemId: string | null; refundId: string },
    answer: RefundResult,
  ) => Promise<boolean>
  /** Payments: the failed refund of a returned item is tried again. */
  retryReturnedItem: (shop: CommandContext, item: { returnId: string; returnItemId: string }) => Promise<unknown>
}
