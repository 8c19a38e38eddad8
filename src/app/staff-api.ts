import { advertStaffHandlers } from '#features/adverts/server/adverts.staff.http.ts'
import { catalogueStaffHandlers } from '#features/catalogue/server/catalogue.staff.http.ts'
import { shoeSizeStaffHandlers } from '#features/catalogue/server/shoe-sizes.staff.http.ts'
import { newOrderStaffHandlers } from '#features/checkout/server/new-order.staff.http.ts'
import { couponStaffHandlers } from '#features/coupons/server/coupons.staff.http.ts'
import { customerStaffHandlers } from '#features/customers/server/customers.staff.http.ts'
import { figuresStaffHandlers } from '#features/dashboard/server/figures.staff.http.ts'
import { documentStaffHandlers } from '#features/documents/server/documents.staff.http.ts'
import { slipStaffHandlers } from '#features/documents/server/slips.staff.http.ts'
import { exportHandlers } from '#features/imports/server/exports/exports.staff.http.ts'
import { importHandlers } from '#features/imports/server/imports.staff.http.ts'
import { marketStaffHandlers } from '#features/markets/server/markets.staff.http.ts'
import { shippingStaffHandlers } from '#features/markets/server/shipping-methods.staff.http.ts'
import { setupStaffHandlers } from '#features/onboarding/server/setup.staff.http.ts'
import { orderStaffHandlers } from '#features/orders/server/orders.staff.http.ts'
import { contentStaffHandlers } from '#features/pages/server/pages.staff.http.ts'
import { paymentStaffHandlers } from '#features/payments/server/payments.staff.http.ts'
import { returnReasonStaffHandlers } from '#features/returns/server/return-reasons.staff.http.ts'
import { returnStaffHandlers } from '#features/returns/server/returns.staff.http.ts'
import { reviewLabelStaffHandlers } from '#features/reviews/server/review-labels.staff.http.ts'
import { reviewStaffHandlers } from '#features/reviews/server/reviews.staff.http.ts'
import { failedMailStaffHandlers } from '#features/settings/server/failed-mails.staff.http.ts'
import { settingsStaffHandlers } from '#features/settings/server/settings.staff.http.ts'
import { commandLine, findStaffActor } from '#features/staff/server/people/staff-actor.service.ts'
import { staffHandlers } from '#features/staff/server/staff.http.ts'
import { writeAudit } from '#features/staff/server/work/audit.service.ts'
import { questionTypeStaffHandlers } from '#features/support/server/contact/question-types.staff.http.ts'
import { inboxStaffHandlers } from '#features/support/server/inbox/inbox.staff.http.ts'
import { taxStaffHandlers } from '#features/tax/server/tax.staff.http.ts'
import { webhookStaffHandlers } from '#features/webhooks/server/webhooks.staff.http.ts'
import type { StaffHandler } from '#server/http/staff/staff-handler.ts'
import { createStaffApi, createStaffCalls, type StaffApiParts } from '#server/http/staff/staff-http.ts'
import type { Shop } from '#server/shop.ts'
import { undoHandler } from './staff/undo-change.staff.http.ts'

/** All calls of the staff API, one line per feature. */
export const staffApiHandlers: StaffHandler[] = [
  ...catalogueStaffHandlers,
  ...couponStaffHandlers,
  ...advertStaffHandlers,
  ...staffHandlers,
  ...inboxStaffHandlers,
  ...reviewStaffHandlers,
  ...figuresStaffHandlers,
  ...contentStaffHandlers,
  ...settingsStaffHandlers,
  ...failedMailStaffHandlers,
  ...marketStaffHandlers,
  ...shippingStaffHandlers,
  ...taxStaffHandlers,
  ...returnReasonStaffHandlers,
  ...reviewLabelStaffHandlers,
  ...questionTypeStaffHandlers,
  ...shoeSizeStaffHandlers,
  ...orderStaffHandlers,
  ...newOrderStaffHandlers,
  ...paymentStaffHandlers,
  ...documentStaffHandlers,
  ...returnStaffHandlers,
  ...slipStaffHandlers,
  ...customerStaffHandlers,
  ...importHandlers,
  ...exportHandlers,
  ...setupStaffHandlers,
  ...webhookStaffHandlers,
  undoHandler(() => staffApiHandlers, createStaffApiParts),
]

export function createShopStaffApi(shop: Shop, answering: StaffHandler[] = staffApiHandlers) {
  return createStaffApi(answering, createStaffApiParts(shop))
}

/** Creates the calls for the command line. */
export function createCommandLineCalls(shop: Shop) {
  return createStaffCalls(staffApiHandlers, createStaffApiParts(shop), commandLine)
}

/** Returns the lookup of the actor and the writer of the audit log. */
export function createStaffApiParts(shop: Shop): StaffApiParts {
  return { shop, identifyActor: findStaffActor, writeAudit }
}
