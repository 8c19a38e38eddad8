import { handleStaff, type StaffHandler } from '#server/http/staff/staff-handler.ts'
import type { Shop } from '#server/shop.ts'
import * as calls from '../coupons.staff.contract.ts'
import * as widgetCalls from '../widgets.staff.contract.ts'
import * as list from './coupon-list.staff.service.ts'
import { readTextsOf } from './coupon-texts.service.ts'
import * as coupons from './coupons.staff.service.ts'
import * as widgets from './widgets.staff.service.ts'

type CouponRequest = { shop: Shop; input: { id: string } }
/** The coupon of a request, found by id or code. Its row is locked for edits. */
const couponResource = {
  resource: ({ shop, input }: CouponRequest) => coupons.readCoupon(shop, input.id, true),
  // Claims are not part of the version, so a claim during an edit causes no conflict.
  versionOf: ({ claimed: _, status, possible, ...own }: calls.StaffCoupon) => own,
}
const widgetResource = { resource: ({ shop, input }: CouponRequest) => widgets.readWidget(shop, Number(input.id)) }

export const couponStaffHandlers: StaffHandler[] = [
  handleStaff(calls.listStaffCoupons, ({ shop, input }) => list.readCoupons(shop, input)),
  handleStaff(calls.countCoupons, ({ shop }) => list.readCounts(shop)),
  handleStaff(calls.listCouponUses, ({ shop, input }) => list.readUses(shop, input)),
  handleStaff(calls.getStaffCoupon, ({ shop, input }) => coupons.readCoupon(shop, input.id), {
    versionOf: couponResource.versionOf,
  }),
  handleStaff(calls.createCoupon, ({ shop, input }) => coupons.addCoupon(shop, input)),
  handleStaff(calls.editCoupon, ({ shop, input }) => coupons.changeCoupon(shop, input), couponResource),
  handleStaff(calls.listCouponTexts, async ({ shop, input }) =>
    readTextsOf(shop, await coupons.readCoupon(shop, input.id)),
  ),
  handleStaff(calls.endCoupon, ({ shop, input }) => coupons.endCoupon(shop, input.id), couponResource),
  handleStaff(calls.pauseCoupon, ({ shop, input }) => coupons.setPaused(shop, input.id, true), couponResource),
  handleStaff(calls.resumeCoupon, ({ shop, input }) => coupons.setPaused(shop, input.id, false), couponResource),
  handleStaff(
    calls.giveStaffCoupon,
    async ({ shop, input }) => ({
      ...(await coupons.giveCouponToAddress(shop, input.id, input.email)),
      reason: input.reason,
    }),
    // The recipient is stored only with the claim, because the claim is erased together with the shopper's data.
    { auditView: ({ code, claimed, reason }) => ({ code, claimed, ...(reason && { reason }) }) },
  ),
  handleStaff(calls.listClaims, ({ shop, input, actor }) => coupons.readClaims(shop, actor, input)),
  handleStaff(widgetCalls.listStaffWidgets, ({ shop, input }) => widgets.readWidgets(shop, input)),
  handleStaff(widgetCalls.getStaffWidget, ({ shop, input }) => widgets.readWidget(shop, Number(input.id))),
  handleStaff(widgetCalls.createWidget, ({ shop, input }) => widgets.addWidget(shop, input)),
  handleStaff(widgetCalls.editWidget, ({ shop, input }) => widgets.changeWidget(shop, input), widgetResource),
  handleStaff(
    widgetCalls.publishWidget,
    ({ shop, input }) => widgets.setPublished(shop, Number(input.id), true),
    widgetResource,
  ),
  handleStaff(
    widgetCalls.pauseWidget,
    ({ shop, input }) => widgets.setPublished(shop, Number(input.id), false),
    widgetResource,
  ),
]
