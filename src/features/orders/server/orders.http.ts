import { handle, handleByToken } from '#server/http.ts'
import * as calls from '../orders.contract.ts'
import * as orders from './orders.service.ts'
import { getPackageTracking } from './parcels.service.ts'

export const orderHandlers = [
  handleByToken(calls.listOrders, ({ shop, token, input }) => orders.listOrders(shop, token, input)),
  handleByToken(calls.getOrder, ({ shop, token, input }) => orders.getOrder(shop, token, input)),
  handle(calls.cancelOrder, ({ shop, asker, input }) => orders.cancelOrder(shop, asker.customerId, input.orderId)),
  handle(calls.getPackageTracking, ({ shop, asker, input }) =>
    getPackageTracking(shop, asker.customerId, input.packageId),
  ),
]
