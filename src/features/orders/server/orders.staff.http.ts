import { handleStaff, type StaffHandler } from '#server/http/staff/staff-handler.ts'
import * as calls from '../order-commands.staff.contract.ts'
import * as bulk from '../order-jobs.staff.contract.ts'
import {
  countOrders,
  findOrderPlace,
  getOrder,
  listOrderChoices,
  listOrders,
  sumOrders,
} from '../orders.staff.contract.ts'
import * as parcels from '../parcels.staff.contract.ts'
import { cancelLines, changeAddress, writeNote } from './commands/change-order.service.ts'
import {
  cancelOrder,
  completeOrder,
  deliverOrder,
  holdOrder,
  prepareOrder,
  releaseOrder,
} from './commands/order-commands.service.ts'
import { queueBulk, queueShipping, queueTagging } from './commands/order-jobs.service.ts'
import { sendPaymentLink } from './commands/payment-link.service.ts'
import { handleOrderCommand } from './commands/run-order-command.ts'
import { tagOrder } from './commands/tag-order.service.ts'
import * as staff from './queries/orders.staff.service.ts'
import { readOrder } from './queries/read-order.staff.service.ts'
import { packOrder, shipOrder, unpackOrder } from './shipping/parcels.service.ts'
import { applyCarrierReport } from './shipping/parcels.staff.service.ts'

export const orderStaffHandlers: StaffHandler[] = [
  handleStaff(listOrders, ({ shop, input }) => staff.listOrders(shop, input)),
  handleStaff(countOrders, ({ shop }) => staff.countOrders(shop)),
  handleStaff(findOrderPlace, ({ shop, input }) => staff.findOrderPlace(shop, input)),
  handleStaff(sumOrders, ({ shop, input }) => staff.sumOrders(shop, input)),
  handleStaff(listOrderChoices, ({ shop }) => staff.listChoices(shop)),
  handleStaff(getOrder, ({ shop, input }) => readOrder(shop, input.no)),
  handleOrderCommand(calls.holdOrder, (shop, { id: orderId }, { reason }) => holdOrder(shop, { orderId, reason })),
  handleOrderCommand(calls.releaseOrder, (shop, { id }) => releaseOrder(shop, id)),
  handleOrderCommand(calls.prepareOrder, (shop, { id }) => prepareOrder(shop, id)),
  handleOrderCommand(calls.packOrder, (shop, { id: orderId }, { parcels }) =>
    packOrder(shop, {
      orderId,
      ...(parcels && {
        parcels: parcels.map(({ line_ids: lineIds, weight_grams: weightGrams }) => ({ lineIds, weightGrams })),
      }),
    }),
  ),
  handleOrderCommand(calls.unpackOrder, (shop, { id }) => unpackOrder(shop, id)),
  handleOrderCommand(calls.shipOrder, (shop, { id: orderId }, input) =>
    shipOrder(shop, {
      orderId,
      tells: input.mail ?? true,
      shipments: input.parcels.map(({ id, carrier, tracking_number, tracking_url, weight_grams }) => ({
        carrier,
        trackingNo: tracking_number,
        ...(id && { packageId: id }),
        ...(tracking_url && { trackingUrl: tracking_url }),
        ...(weight_grams && { weightGrams: weight_grams }),
      })),
    }),
  ),
  handleOrderCommand(calls.sendPaymentLink, (shop, { id }) => sendPaymentLink(shop, id)),
  handleOrderCommand(calls.deliverOrder, (shop, { id }) => deliverOrder(shop, id)),
  handleOrderCommand(calls.completeOrder, (shop, { id }) => completeOrder(shop, id)),
  handleOrderCommand(calls.cancelOrder, (shop, { id: orderId }, { reason, line_ids: lineIds }) =>
    lineIds
      ? cancelLines(shop, { orderId, lineIds, reason })
      : cancelOrder(shop, { orderId, actor: 'staff', ...(reason && { reason }) }),
  ),
  handleOrderCommand(calls.changeAddress, (shop, { id: orderId }, { no: _, why, ...address }) =>
    changeAddress(shop, { orderId, address, why }),
  ),
  handleOrderCommand(calls.noteOrder, (shop, { id: orderId }, { body }) => writeNote(shop, { orderId, body })),
  handleOrderCommand(calls.tagOrder, (shop, { id: orderId }, { add, remove }) =>
    tagOrder(shop, { orderId, add, remove }),
  ),
  handleStaff(bulk.tagOrders, ({ shop, input, actor }) => queueTagging(shop, input, actor)),
  handleStaff(bulk.changeOrders, ({ shop, input, actor }) => queueBulk(shop, input, actor)),
  handleStaff(bulk.shipOrders, ({ shop, input, actor }) => queueShipping(shop, input, actor)),
  handleStaff(parcels.reportParcel, ({ shop, input, actor }) => applyCarrierReport({ ...shop, by: actor.name }, input)),
]
