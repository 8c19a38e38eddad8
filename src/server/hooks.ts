import type { SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from './database.ts'
import type { VisitorRequest } from './request.ts'
import type { CommandContext, Shop } from './shop.ts'
import type { StaffAsker } from './staff-http.ts'

/** Whoever prices are shown to. */
export type Shopper = { customerId: null } | { customerId: string; email: string; isProved: boolean }

export type RefundResult = { status: 'succeeded' } | { status: 'failed'; failure: string }

/** `things` are named as the audit log and webhooks do, `orders/HB…`. */
export type ErasedCustomer = { email: string; numbers: string[]; things: string[] }

type TellableRow = {
  actor: { kind: 'member' | 'key' | 'command line' | 'timer' | 'nobody'; id: string; name: string }
  call: string
  about: string
  about_name: string | null
  before: Record<string, unknown>
  after: Record<string, unknown>
}

type CancelledOrder = { id: string; customerId: string | null; totalAmount: number; currency: string }

/** Parts of an order that other features keep, as the staff API shows them. */
type Money = { amount: number; currency: string }
export type StaffPayment = {
  id: string
  provider: string
  reference: string
  method: string
  status: 'pending' | 'succeeded' | 'declined' | 'timed_out' | 'cancelled'
  amount: Money
  failure: string | null
  created_at: string
  settled_at: string | null
}
export type StaffRefund = {
  id: string
  kind: 'order' | 'item' | 'shipping' | 'payment' | 'part'
  status: 'pending' | 'succeeded' | 'failed'
  amount: Money
  to: 'payment' | 'credit'
  paid_with_credit: Money
  shipping: Money
  lines: { line_id: string; amount: Money }[]
  reason: string | null
  failure: string | null
  started_by: string | null
  created_at: string
  settled_at: string | null
}
export type StaffOrderReturn = { id: string; number: string; status: string; line_ids: string[]; created_at: string }

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
