import { handle } from '#server/http.ts'
import * as calls from '../orders.contract.ts'
import * as orders from './orders.service.ts'
import { getPackageTracking } from './parcels.service.ts'

export const orderHandlers = [
  handle(calls.listOrders, ({ shop, asker, input }) => orders.listOrders(shop, asker.customerId, input)),
  handle(calls.getOrder, ({ shop, asker, input }) => orders.getOrder(shop, asker, input)),
  handle(calls.cancelOrder, ({ shop, asker, input }) => orders.cancelOrder(shop, asker, input.orderId)),
  handle(calls.getPackageTracking, ({ shop, asker, input }) =>
    getPackageTracking(shop, asker.customerId, input.packageId),
  ),
]
