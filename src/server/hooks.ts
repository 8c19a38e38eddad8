import type { SQL } from 'drizzle-orm'
import type { Database } from './database.ts'
import type { VisitorRequest } from './request.ts'
import type { CommandContext, Shop } from './shop.ts'

/** Whoever prices are shown to. */
export type Shopper = { customerId: null } | { customerId: string; email: string; isProved: boolean }

export type RefundResult = { status: 'succeeded' } | { status: 'failed'; failure: string }

type CancelledOrder = { id: string; customerId: string | null; totalAmount: number; currency: string }

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
  /** Images: conditions on `images`. A picture of which one is true is for everybody to see. */
  publicImages: ((db: Database) => SQL)[]
  /** Staff: how much waits for somebody with these scopes, by what it is. */
  countWaiting: (shop: Shop, asker: { scopes: ReadonlySet<string> }) => Promise<Record<string, number>>
  /** Catalogue: whether somebody gets the price for new shoppers. */
  isNewShopper: (db: Database, shopper: Shopper) => Promise<boolean>
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
  /** Orders: one that was paid is cancelled. Its money goes back. */
  onPaidOrderCancelled: ((shop: CommandContext, tx: Database, order: CancelledOrder) => Promise<void>)[]
  /** Payments: the provider has answered about the refund of a returned item. True if that settled it. */
  settleReturnedItem: (
    shop: CommandContext,
    item: { returnId: string; returnItemId: string },
    answer: RefundResult,
  ) => Promise<boolean>
}
