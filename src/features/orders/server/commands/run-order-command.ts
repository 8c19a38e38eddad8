import { createHash } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { isRefused } from '#contract/calls/call.ts'
import type { Scope } from '#contract/calls/scopes.ts'
import type { StaffCall } from '#contract/calls/staff-call.ts'
import type { StaffOrder } from '#features/orders/orders.staff.contract.ts'
import { toStatusName } from '#features/orders/orders.staff.rules.ts'
import { refuse } from '#server/http/refuse.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import { handleStaff, type StaffHandler } from '#server/http/staff/staff-handler.ts'
import type { CommandContext, Shop } from '#server/shop.ts'
import { orderEvents } from '../orders.tables.ts'
import { findOrder } from '../queries/orders.staff.service.ts'
import { readOrder } from '../queries/read-order.staff.service.ts'
import type { OrderRow } from './move-order.service.ts'

type OrderCommandContext = CommandContext & Shop

type Actor = Pick<StaffActor, 'id' | 'name' | 'refundLimit'>

/** Handles a command about one order: runs the command, records the actor in its history, and returns the order afterwards. */
export function handleOrderCommand<I extends z.ZodMiniType<{ no: string }>>(
  call: StaffCall<I, typeof StaffOrder, 'one', Scope>,
  run: (shop: OrderCommandContext, order: OrderRow, input: z.output<I>, actor: Actor) => Promise<unknown>,
): StaffHandler {
  return handleStaff(
    call,
    async ({ shop, input, actor }) => {
      const order = await findOrder(shop.db, input.no)
      try {
        await run({ ...shop, by: actor.name, refundLimit: actor.refundLimit }, order, input, actor)
      } catch (error) {
        throw isRefused(error, 'order_moved_on') ? await refuseMovedOn(shop, order.id) : error
      }
      return readOrder(shop, order.id)
    },
    { resource: async ({ shop, input }) => toOrderAuditView(await readOrder(shop, input.no)) },
  )
}

/** Returns the fields that the audit log compares. Names and streets are left out, since customers can have them erased. */
export function toOrderAuditView(order: StaffOrder) {
  const { number, status, hold_reason, cancel_reason, paid_at, parcels, lines, notes, refunds, address, own_tags } =
    order
  return {
    number,
    status,
    paid_at,
    hold_reason,
    cancel_reason,
    own_tags,
    parcels: parcels.map(({ carrier, tracking_number, tracking_url, weight_grams, line_ids }) => ({
      carrier,
      tracking_number,
      tracking_url,
      weight_grams,
      line_ids,
    })),
    cancelled_lines: lines.filter(({ cancelled_at }) => cancelled_at !== null).map(({ id }) => id),
    refunds: refunds.map(({ id, amount, status: state }) => ({ id, amount, status: state })),
    notes: notes.length,
    address: createHash('sha256').update(JSON.stringify(address)).digest('base64url').slice(0, 12),
  }
}

/** Throws a refusal that says who moved the order and when, so that colleagues know whom to ask. */
async function refuseMovedOn({ db }: Shop, orderId: string) {
  const [last] = await db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(desc(orderEvents.id))
    .limit(1)
  if (!last) return refuse('order_moved_on')
  const { by } = last.data
  const who = typeof by === 'string' ? by : last.actor
  const when = last.at.toISOString().slice(0, 16).replace('T', ' ')
  const message = `${who} moved this order to “${toStatusName(last.toStatus).replace('_', ' ')}” on ${when} UTC.`
  return refuse('order_moved_on', { message })
}
