import { asc, eq } from 'drizzle-orm'
import type { StaffOutput, StaffParsed } from '#contract/calls/staff-call.ts'
import { currentItemStatus, findReturnBlock, returnBlockMessages } from '#features/orders/line-returns.rules.ts'
import { checkNotErased } from '#features/orders/server/commands/erase-orders.service.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { findOrder } from '#features/orders/server/queries/orders.staff.service.ts'
import type * as calls from '#features/returns/return-commands.staff.contract.ts'
import type { ReturnReason } from '#features/returns/returns.contract.ts'
import { readLineRefund } from '#features/returns/returns.rules.ts'
import { refuseFields } from '#server/http/refuse.ts'
import type { CommandContext, Shop } from '#server/shop.ts'
import type { ReturnOwner } from '../queries/return-owner.ts'
import { listReasons } from '../queries/returns.service.ts'
import { returnItems } from '../returns.tables.ts'
import { requestReturn } from './request-return.service.ts'

/**
 * Lists the lines of an order, and the reasons that can be chosen. Each line has its refund, or the reason why the line
 * cannot be returned.
 */
export async function readReturnOptions(
  { db, clock }: Shop,
  no: string,
): Promise<StaffOutput<typeof calls.getReturnOptions>> {
  const now = clock.now()
  const order = await findOrder(db, no)
  const lines = await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, order.id))
    .orderBy(asc(orderLines.position))
  const items = await db.select().from(returnItems).where(eq(returnItems.orderId, order.id))
  return {
    lines: lines.map((line) => {
      const returnStatuses = items
        .filter(({ orderLineId }) => orderLineId === line.id)
        .map((item) => currentItemStatus(item, now))
      const block = findReturnBlock({ ...line, orderStatusId: order.statusId, returnStatuses }, now)
      return {
        id: line.id,
        name: line.name,
        options: line.options.map(({ valueName }) => valueName),
        image: line.image,
        refund: { amount: readLineRefund(line), currency: order.currency },
        why_not: block && returnBlockMessages[block],
      }
    }),
    reasons: (await listReasons(db)).map(({ code, reason, children }) => ({
      ...{ code, name: reason },
      specific: children.map((child) => ({ code: child.code, name: child.reason })),
    })),
  }
}

/** Requests a return on behalf of the shopper, by the shopper's rules, with a mail to the shopper. Returns its id. */
export async function startReturn(
  shop: CommandContext,
  { no, items, comment }: StaffParsed<typeof calls.startReturn>,
): Promise<string> {
  const order = await findOrder(shop.db, no)
  checkNotErased(order)
  const reasons = await listReasons(shop.db)
  const owner: ReturnOwner = order.customerId ? { customerId: order.customerId } : { guestOrderId: order.id }
  const chosen = items.map(({ line_id, reason }, index) => ({
    subOrderId: line_id,
    reason_ids: findReasonIds(reasons, reason, index),
  }))
  const { id } = await requestReturn(shop, owner, {
    order_no: order.orderNo,
    comment,
    image_ids: [],
    order_products: chosen,
    order_product_ids: chosen.map(({ subOrderId }) => subOrderId),
    after_sale_reason_ids: [...new Set(chosen.flatMap(({ reason_ids }) => reason_ids))],
  })
  return id
}

/** Returns the ids of a reason. If the code belongs to a specific reason, returns its category too. */
function findReasonIds(reasons: ReturnReason[], code: string, index: number): number[] {
  for (const { id, code: own, children } of reasons) {
    if (own === code && children.length === 0) return [id]
    const child = children.find((one) => one.code === code)
    if (child) return [id, child.id]
    if (own === code) {
      const codes = children.map((one) => one.code).join(', ')
      throw refuseFields({ [`items.${index}.reason`]: [`Choose a specific reason: ${codes}.`] })
    }
  }
  const codes = reasons.flatMap((one) => (one.children.length > 0 ? one.children : [one])).map((one) => one.code)
  throw refuseFields({ [`items.${index}.reason`]: [`Choose one of ${codes.join(', ')}.`] })
}
