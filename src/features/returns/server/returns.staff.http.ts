import type * as z from 'zod/mini'
import type { Scope } from '#contract/calls/scopes.ts'
import type { StaffCall } from '#contract/calls/staff-call.ts'
import { findOrder } from '#features/orders/server/queries/orders.staff.service.ts'
import { allowsAsked, allowsRefund, askForRefund } from '#features/payments/server/part-refunds.service.ts'
import { checkWay } from '#features/payments/server/refund-ways.service.ts'
import { listPeopleWith } from '#features/staff/server/people/people.service.ts'
import { tellRequest } from '#features/staff/server/work/staff-requests.service.ts'
import type { StaffAsker } from '#server/http/staff-asker.ts'
import { handleStaff, type StaffHandler } from '#server/http/staff-handler.ts'
import type { CommandContext, Shop } from '#server/shop.ts'
import * as commands from '../return-commands.staff.contract.ts'
import * as jobs from '../return-jobs.staff.contract.ts'
import * as calls from '../returns.staff.contract.ts'
import { addArrivalPicture, readArrivalPicture } from './commands/arrival-pictures.service.ts'
import { commentReturn, decideReturn, payOut, previewPayout, readReturnImage } from './commands/judge-return.service.ts'
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

type Asker = Pick<StaffAsker, 'id' | 'refundLimit'>
type Target = { returnId: string; returnNo: string; refundLimit: number | null; asker: Asker }

/** Handles a command about one return: runs the command, records the actor in its history, and returns the return afterwards. */
function handleCommand<I extends z.ZodMiniType<{ no: string }>>(
  call: StaffCall<I, typeof calls.StaffReturn, 'one', Scope>,
  run: (shop: Shop & CommandContext, target: Target, input: z.output<I>) => Promise<unknown>,
): StaffHandler {
  return handleStaff(
    call,
    async ({ shop, input, asker }) => {
      const { returnRow } = await findReturn(shop.db, input.no)
      // An overdue return is closed first, so that the command reports it.
      await closeOverdueReturns(shop, { returnId: returnRow.id })
      const { id: returnId, returnNo } = returnRow
      await run({ ...shop, by: asker.name }, { returnId, returnNo, refundLimit: asker.refundLimit, asker }, input)
      return readReturn(shop, returnRow.id)
    },
    { thing: ({ shop, input }) => readTrace(shop, input.no) },
  )
}

/** Returns the fields that the audit log compares, without text of the shopper. */
async function readTrace(shop: Shop, no: string) {
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
  handleStaff(calls.listReturns, ({ shop, input, asker }) => listReturns(shop, input, asker.id)),
  handleStaff(calls.countReturns, ({ shop, asker }) => countReturns(shop, asker.id)),
  handleStaff(jobs.changeReturns, ({ shop, input, asker }) => queueBulk(shop, input, asker)),
  handleStaff(calls.findReturnPlace, ({ shop, input, asker }) => findReturnPlace(shop, input, asker.id)),
  handleStaff(commands.getReturnOptions, ({ shop, input }) => readReturnOptions(shop, input.no)),
  handleStaff(
    commands.startReturn,
    async ({ shop, input, asker }) => readReturn(shop, await startReturn({ ...shop, by: asker.name }, input)),
    {
      thing: async ({ shop, input }) => {
        const order = await findOrder(shop.db, input.no)
        const returns = await listOrderReturns(shop.db, order.id)
        return { number: order.orderNo, returns: returns.map(({ number, line_ids }) => ({ number, line_ids })) }
      },
    },
  ),
  handleStaff(calls.getReturn, ({ shop, input }) => readReturn(shop, input.no)),
  handleStaff(calls.getReturnImage, ({ shop, input }) => readReturnImage(shop, input)),
  handleStaff(commands.previewReturnRefund, ({ shop, input, asker }) => {
    const { no, items, postage, deduction } = input
    return previewPayout(shop, {
      no,
      itemIds: items?.split(',').filter(Boolean),
      hasPostage: postage === 'true',
      deduction: deduction ? { amount: deduction, reason: '' } : undefined,
      allows: allowsRefund(shop, asker.refundLimit),
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
    decideReturn(shop, { returnId, items, refundTo: to, allows: allowsRefund(shop, refundLimit) }),
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
      isLookedAt: !begin,
    }),
  ),
  handleCommand(commands.refundReturn, (shop, { returnId, returnNo, asker }, input) => {
    const { items, postage, deduction, to, request_id: requestId } = input
    const allows = allowsAsked(shop, asker, { about: `returns/${returnNo}`, requestId })
    return payOut(shop, { returnId, itemIds: items, hasPostage: postage, deduction, refundTo: to, allows })
  }),
  handleStaff(
    commands.askToRefundReturn,
    async ({ shop, input, asker }) => {
      const { no, items, postage, deduction, to } = input
      const { returnRow } = await findReturn(shop.db, no)
      await checkWay(shop.db, chooseWay(returnRow, to), returnRow.customerId, returnRow.creditBonusPercent)
      const allows = async () => {}
      const { total } = await previewPayout(shop, { no, itemIds: items, hasPostage: postage, deduction, allows })
      const asked = { ...(items && { items }), postage, ...(deduction && { deduction }), ...(to && { to }) }
      return askForRefund(shop, asker, { about: `returns/${returnRow.returnNo}`, input: asked, ...total })
    },
    { told: tellRequest },
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
