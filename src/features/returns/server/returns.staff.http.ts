import type * as z from 'zod/mini'
import type { Scope } from '#contract/calls/scopes.ts'
import type { StaffCall } from '#contract/calls/staff-call.ts'
import { findOrder } from '#features/orders/server/queries/orders.staff.service.ts'
import {
  createLimitCheck,
  createRefundCheck,
  requestRefundApproval,
} from '#features/payments/server/part-refunds.service.ts'
import { checkRefundMethod } from '#features/payments/server/refund-methods.service.ts'
import { listPeopleWith } from '#features/staff/server/people/people.service.ts'
import { toRequestAuditView } from '#features/staff/server/work/staff-requests.service.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import { handleStaff, type StaffHandler } from '#server/http/staff/staff-handler.ts'
import type { CommandContext, Shop } from '#server/shop.ts'
import * as commands from '../return-commands.staff.contract.ts'
import * as jobs from '../return-jobs.staff.contract.ts'
import * as calls from '../returns.staff.contract.ts'
import { addArrivalPicture, readArrivalPicture } from './commands/arrival-pictures.service.ts'
import {
  commentReturn,
  decideReturn,
  previewPayout,
  readReturnImage,
  refundReceived,
} from './commands/judge-return.service.ts'
import { chooseWay } from './commands/move-return.service.ts'
import {
  closeOverdueReturns,
  failRefund,
  receiveReturn,
  retryRefund,
  scanParcel,
} from './commands/return-commands.service.ts'
import { queueBulk } from './commands/return-jobs.service.ts'
import { noteReturn } from './commands/return-notes.service.ts'
import { readReturnOptions, startReturn } from './commands/start-return.staff.service.ts'
import { readReturn } from './queries/read-return.staff.service.ts'
import {
  assignReturn,
  countReturns,
  findReturn,
  findReturnPlace,
  listOrderReturns,
  listReturns,
} from './queries/returns.staff.service.ts'

type Actor = Pick<StaffActor, 'id' | 'refundLimit'>
type Target = { returnId: string; returnNo: string; refundLimit: number | null; actor: Actor }

/**
 * Handles a command about one return. Runs the command, records the actor in the history of the return, and responds
 * with the updated return.
 */
function handleCommand<I extends z.ZodMiniType<{ no: string }>>(
  call: StaffCall<I, typeof calls.StaffReturn, 'one', Scope>,
  run: (shop: Shop & CommandContext, target: Target, input: z.output<I>) => Promise<unknown>,
): StaffHandler {
  return handleStaff(
    call,
    async ({ shop, input, actor }) => {
      const { returnRow } = await findReturn(shop.db, input.no)
      // An overdue return is closed first, so that the refusal says that the return is closed.
      await closeOverdueReturns(shop, { returnId: returnRow.id })
      const { id: returnId, returnNo } = returnRow
      await run({ ...shop, by: actor.name }, { returnId, returnNo, refundLimit: actor.refundLimit, actor }, input)
      return readReturn(shop, returnRow.id)
    },
    { resource: ({ shop, input }) => toReturnAuditView(shop, input.no) },
  )
}

/** Returns the fields that the audit log compares, without texts of the shopper. */
async function toReturnAuditView(shop: Shop, no: string) {
  const { number, status, assignee, items, postage, thread, notes } = await readReturn(shop, no)
  return {
    number,
    assignee: assignee?.name ?? null,
    status,
    items: items.map(({ id, name, status: state, condition, restocked, refund, deduction, refunded, pictures }) => ({
      ...{ id, name, status: state, condition, restocked, refund, deduction, refunded, pictures: pictures.length },
    })),
    postage,
    comments: thread.filter(({ author }) => author !== 'shopper').length,
    notes: notes.length,
  }
}

export const returnStaffHandlers: StaffHandler[] = [
  handleStaff(calls.listReturns, ({ shop, input, actor }) => listReturns(shop, input, actor.id)),
  handleStaff(calls.countReturns, ({ shop, actor }) => countReturns(shop, actor.id)),
  handleStaff(jobs.changeReturns, ({ shop, input, actor }) => queueBulk(shop, input, actor)),
  handleStaff(calls.findReturnPlace, ({ shop, input, actor }) => findReturnPlace(shop, input, actor.id)),
  handleStaff(commands.getReturnOptions, ({ shop, input }) => readReturnOptions(shop, input.no)),
  handleStaff(
    commands.startReturn,
    async ({ shop, input, actor }) => readReturn(shop, await startReturn({ ...shop, by: actor.name }, input)),
    {
      resource: async ({ shop, input }) => {
        const order = await findOrder(shop.db, input.no)
        const returns = await listOrderReturns(shop.db, order.id)
        return { number: order.orderNo, returns: returns.map(({ number, line_ids }) => ({ number, line_ids })) }
      },
    },
  ),
  handleStaff(calls.getReturn, ({ shop, input }) => readReturn(shop, input.no)),
  handleStaff(calls.getReturnImage, ({ shop, input }) => readReturnImage(shop, input)),
  handleStaff(commands.previewReturnRefund, ({ shop, input, actor }) => {
    const { no, items, postage, deduction } = input
    return previewPayout(shop, {
      no,
      itemIds: items?.split(',').filter(Boolean),
      hasPostage: postage === 'true',
      deduction: deduction ? { amount: deduction, reason: '' } : undefined,
      allows: createLimitCheck(shop, actor.refundLimit),
    })
  }),
  handleStaff(calls.getArrivalPicture, async ({ shop, input: { no, item_id: itemId, id } }) => {
    const { returnRow } = await findReturn(shop.db, no)
    return readArrivalPicture(shop, { returnId: returnRow.id, itemId, id })
  }),
  handleCommand(commands.addArrivalPicture, (shop, { returnId }, { item_id: itemId, file }) =>
    addArrivalPicture(shop, { returnId, itemId, file }),
  ),
  handleStaff(calls.listReturnPeople, async ({ shop }) => ({
    people: await listPeopleWith(shop.db, 'returns:judge'),
  })),
  handleCommand(commands.noteReturn, (shop, { returnId }, { body }) => noteReturn(shop, { returnId, body })),
  handleCommand(commands.assignReturn, (shop, { returnId }, { assignee }) => assignReturn(shop, returnId, assignee)),
  handleCommand(commands.decideReturn, (shop, { returnId, refundLimit }, { items, to }) =>
    decideReturn(shop, { returnId, items, refundTo: to, allows: createLimitCheck(shop, refundLimit) }),
  ),
  handleCommand(commands.scanReturn, (shop, { returnId }, { items }) =>
    scanParcel(shop, { returnId, ...(items && { itemIds: items }) }),
  ),
  handleCommand(commands.receiveReturn, (shop, { returnId }, { items, begin, to }) =>
    receiveReturn(shop, {
      returnId,
      refundTo: to,
      itemIds: items.map(({ id }) => id),
      arrived: items.map(({ note, not_restocked_reason: reason, ...item }) => ({ ...item, note, reason })),
      isInspected: !begin,
    }),
  ),
  handleCommand(commands.refundReturn, (shop, { returnId, returnNo, actor }, input) => {
    const { items, postage, deduction, to, request_id: requestId } = input
    const allows = createRefundCheck(shop, actor, { about: `returns/${returnNo}`, requestId })
    return refundReceived(shop, { returnId, itemIds: items, hasPostage: postage, deduction, refundTo: to, allows })
  }),
  handleStaff(
    commands.askToRefundReturn,
    async ({ shop, input, actor }) => {
      const { no, items, postage, deduction, to } = input
      const { returnRow } = await findReturn(shop.db, no)
      await checkRefundMethod(shop.db, chooseWay(returnRow, to), returnRow.customerId, returnRow.creditBonusPercent)
      const allows = async () => {}
      const { total } = await previewPayout(shop, { no, itemIds: items, hasPostage: postage, deduction, allows })
      const refundRequest = { ...(items && { items }), postage, ...(deduction && { deduction }), ...(to && { to }) }
      return requestRefundApproval(shop, actor, {
        about: `returns/${returnRow.returnNo}`,
        input: refundRequest,
        ...total,
      })
    },
    { auditView: toRequestAuditView },
  ),
  handleCommand(commands.failRefund, (shop, { returnId }, { items, text }) =>
    failRefund(shop, { returnId, text, ...(items && { itemIds: items }) }),
  ),
  handleCommand(commands.retryReturnRefund, (shop, { returnId }, { items }) =>
    retryRefund(shop, { returnId, ...(items && { itemIds: items }) }),
  ),
  handleCommand(commands.commentReturn, (shop, { returnId }, { text, item_id: itemId }) =>
    commentReturn(shop, { returnId, itemId, text }),
  ),
]
