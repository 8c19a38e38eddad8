import { catalogueStaffHandlers } from '#features/catalogue/server/catalogue.staff.http.ts'
import { figuresStaffHandlers } from '#features/figures/server/figures.staff.http.ts'
import { inboxStaffHandlers } from '#features/inbox/server/inbox.staff.http.ts'
import { reviewStaffHandlers } from '#features/reviews/server/reviews.staff.http.ts'
import { writeAudit } from '#features/staff/server/audit.service.ts'
import { staffHandlers } from '#features/staff/server/staff.http.ts'
import { commandLine, findStaffAsker } from '#features/staff/server/staff-asker.service.ts'
import type { Shop } from '#server/shop.ts'
import { createStaffApi, createStaffCalls, type StaffApiParts, type StaffHandler } from '#server/staff-http.ts'

/** Every call of the staff API: one line a feature. */
export const staffApiHandlers: StaffHandler[] = [
  ...catalogueStaffHandlers,
  ...staffHandlers,
  ...inboxStaffHandlers,
  ...reviewStaffHandlers,
  ...figuresStaffHandlers,
]

export function createShopStaffApi(shop: Shop, answering: StaffHandler[] = staffApiHandlers) {
  return createStaffApi(answering, gatherStaffParts(shop))
}

/** The calls as the command line makes them. */
export function createCommandLineCalls(shop: Shop) {
  return createStaffCalls(staffApiHandlers, gatherStaffParts(shop), commandLine)
}

/** Who asks, and where changes are written down. */
export function gatherStaffParts(shop: Shop): StaffApiParts {
  return { shop, whoIsAsking: findStaffAsker, writeAudit }
}
