import { eraseAddresses } from '#features/addresses/server/addresses.service.ts'
import { countAdvertReport } from '#features/adverts/server/advert-views.service.ts'
import { eraseCart } from '#features/cart/server/cart.service.ts'
import { mergeBrowserCart } from '#features/cart/server/cart-owner.ts'
import { priceCart } from '#features/cart/server/read-cart.service.ts'
import { eraseWishlist } from '#features/catalogue/server/wishlist/wishlist.service.ts'
import { movePercentCoupons } from '#features/coupons/server/save-coupons.service.ts'
import { hasCredit } from '#features/credit/server/credit.service.ts'
import { countWaiting } from '#features/dashboard/server/today.service.ts'
import { listDocumentsOf } from '#features/documents/server/read-documents.service.ts'
import { eraseImportedRows } from '#features/imports/server/imports.service.ts'
import { moveFreeMethods, moveMarkets } from '#features/markets/server/shipping-methods.service.ts'
import { readShipsTo } from '#features/markets/server/ships-to.service.ts'
import { hasReceivedFreeItem } from '#features/orders/server/commands/free-items.service.ts'
import { acknowledgePurchase } from '#features/orders/server/commands/order-commands.service.ts'
import {
  hasEverPaid,
  hasOrders,
  hasOrdersTo,
  isNewShopper,
} from '#features/orders/server/queries/new-shopper.service.ts'
import { ownerOfOrder } from '#features/orders/server/queries/order-owner.ts'
import { refundCancelledLines, refundCancelledOrder } from '#features/payments/server/part-refunds.service.ts'
import { listOrderPayments, listOrderRefunds } from '#features/payments/server/payments.staff.service.ts'
import { retryRefund, settleReturnedItem } from '#features/returns/server/commands/return-commands.service.ts'
import { countItemsOfCustomers } from '#features/returns/server/queries/return-heads.staff.service.ts'
import { readOpenReturns } from '#features/returns/server/queries/returns.service.ts'
import {
  listLinesInReturn,
  listOrderReturns,
  ordersWithReturn,
} from '#features/returns/server/queries/returns.staff.service.ts'
import { starsOfProducts } from '#features/reviews/server/review-stars.service.ts'
import { isShownInReview } from '#features/reviews/server/reviews.service.ts'
import { formatActor, formatSentence } from '#features/staff/console/audit/audit-sentence.rules.ts'
import { moveRefundLimits } from '#features/staff/server/people/roles.service.ts'
import { auditTimer } from '#features/staff/server/work/audit.service.ts'
import { eraseChatOfCustomer } from '#features/support/server/chat/chat.service.ts'
import { countTemplate } from '#features/support/server/inbox/templates.service.ts'
import { eraseDeliveries } from '#features/webhooks/server/erase-deliveries.service.ts'
import type { Hooks } from '#server/shop.ts'
import { findAuditNames } from './staff/audit-names.ts'

/** Connects the hooks of features to their implementations in higher features. */
export const hooks: Hooks = {
  onAddressVerified: [eraseAddresses, eraseWishlist, eraseCart, eraseChatOfCustomer],
  onOwnerSignedIn: [mergeBrowserCart],
  onPurchaseReported: [acknowledgePurchase],
  onAdvertReported: [countAdvertReport],
  publicImages: [isShownInReview],
  ownerOfOrder,
  auditTimer,
  findAuditNames,
  formatAudited: (row, currency) => {
    const time = (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`
    return `${formatActor(row.actor)} ${formatSentence(row, { time, currency })}`
  },
  hasOrders,
  hasOrdersTo,
  readShipsTo,
  fixesHomeCurrency: [hasOrders, hasCredit],
  onHomeCurrencyChanged: [moveFreeMethods, moveMarkets, movePercentCoupons, moveRefundLimits],
  countWaiting,
  onTemplateUsed: countTemplate,
  onCustomerErased: [eraseImportedRows, eraseDeliveries],
  isNewShopper,
  starsOfProducts,
  hasEverPaid,
  priceCart,
  hasReceivedFreeItem,
  onPaidOrderCancelled: [refundCancelledOrder],
  onLinesCancelled: [refundCancelledLines],
  staffOrderParts: {
    payments: listOrderPayments,
    refunds: listOrderRefunds,
    returns: listOrderReturns,
    ordersWithReturn,
    linesInReturn: listLinesInReturn,
    itemsOfCustomers: countItemsOfCustomers,
  },
  openReturns: readOpenReturns,
  orderDocuments: listDocumentsOf,
  settleReturnedItem,
  retryReturnedItem: (shop, { returnId, returnItemId }) => retryRefund(shop, { returnId, itemIds: [returnItemId] }),
}
