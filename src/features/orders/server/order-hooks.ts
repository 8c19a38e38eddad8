import type { SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { FollowedOrder } from '#features/orders/order-lookup.contract.ts'
import type { OrderDocument } from '#features/orders/orders.contract.ts'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'
import type { Database } from '#server/database/database.ts'
import type { Shop } from '#server/shop.ts'

export type OrderPayment = StaffOrder['payments'][number]
export type OrderRefund = StaffOrder['refunds'][number]
export type OrderReturn = StaffOrder['returns'][number]

declare module '#server/shop.ts' {
  interface Hooks {
    /** Reads the data of other features about orders, for staff. */
    staffOrderParts: {
      payments: (db: Database, orderId: string) => Promise<OrderPayment[]>
      refunds: (db: Database, orderId: string) => Promise<OrderRefund[]>
      returns: (db: Database, orderId: string) => Promise<OrderReturn[]>
      /** Returns the ids of orders with a return request, and a condition for a single order. */
      ordersWithReturn: (orderId: AnyPgColumn) => { ids: SQL; exists: SQL }
      /** Returns the lines of an order that are part of a return, which refunds them. */
      linesInReturn: (db: Database, orderId: string) => Promise<string[]>
      /** Returns the number of delivered and returned items of each customer. */
      itemsOfCustomers: (
        db: Database,
        customerIds: string[],
      ) => Promise<ReadonlyMap<string, { delivered: number; returned: number }>>
    }
    /** Issues due documents of an order, and returns all its documents without links. */
    orderDocuments: (shop: Shop, orderId: string) => Promise<OrderDocument[]>
    /** Returns the unfinished returns of an order, for the order lookup. */
    openReturns: (db: Database, orderId: string, now: Date) => Promise<FollowedOrder['returns']>
  }
}
