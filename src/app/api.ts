import { accountHandlers } from '#features/account/server/account.http.ts'
import { addressHandlers } from '#features/addresses/server/addresses.http.ts'
import { advertsHandlers } from '#features/adverts/server/adverts.http.ts'
import { analyticsHandlers } from '#features/analytics/server/analytics.http.ts'
import { cartHandlers } from '#features/cart/server/cart.http.ts'
import { createCatalogueHandlers } from '#features/catalogue/server/catalogue.http.ts'
import { checkoutHandlers } from '#features/checkout/server/checkout.http.ts'
import { couponsHandlers } from '#features/coupons/server/coupons.http.ts'
import { documentHandlers } from '#features/documents/server/documents.http.ts'
import { trackingHandlers } from '#features/orders/server/lookup/order-lookup.http.ts'
import { orderHandlers } from '#features/orders/server/orders.http.ts'
import { pagesHandlers } from '#features/pages/server/pages.http.ts'
import { paymentHandlers } from '#features/payments/server/payments.http.ts'
import { returnsHandlers } from '#features/returns/server/returns.http.ts'
import { reviewsHandlers } from '#features/reviews/server/reviews.http.ts'
import { settingsHandlers } from '#features/settings/server/settings.http.ts'
import { signInHandlers } from '#features/sign-in/server/sign-in.http.ts'
import { chatHandlers } from '#features/support/server/chat/chat.http.ts'
import { contactHandlers } from '#features/support/server/contact/contact.http.ts'
import type { Handler } from '#server/http/http.ts'
import { readShippingAndReturnTerms } from './render/shipping-and-return-terms.ts'

/** All calls of the JSON API, one line per feature. */
export const handlers: Handler[] = [
  ...accountHandlers,
  ...cartHandlers,
  ...createCatalogueHandlers(readShippingAndReturnTerms),
  ...checkoutHandlers,
  ...paymentHandlers,
  // Before the orders, because `/rest/order/tracking` would match the path of an order.
  ...trackingHandlers,
  ...orderHandlers,
  ...documentHandlers,
  ...pagesHandlers,
  ...returnsHandlers,
  ...reviewsHandlers,
  ...settingsHandlers,
  ...signInHandlers,
  ...addressHandlers,
  ...chatHandlers,
  ...contactHandlers,
  ...couponsHandlers,
  ...advertsHandlers,
  ...analyticsHandlers,
]
