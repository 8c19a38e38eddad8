import { handle, handleByToken } from '#server/http.ts'
import * as calls from '../orders.contract.ts'
import { nameOrderCountry } from './order-country.service.ts'
import * as orders from './orders.service.ts'
import { getPackageTracking } from './parcels.service.ts'

export const orderHandlers = [
  handleByToken(calls.listOrders, ({ shop, token, input }) => orders.listOrders(shop, token, input)),
  handleByToken(calls.getOrder, async ({ shop, token, input, request }) => {
    const order = await orders.getOrder(shop, token, input)
    return order && nameOrderCountry(shop, request, order)
  }),
  handle(calls.cancelOrder, async ({ shop, asker, input, request }) =>
    nameOrderCountry(shop, request, await orders.cancelOrder(shop, asker.customerId, input.orderId)),
  ),
  handle(calls.getPackageTracking, ({ shop, asker, input }) =>
    getPackageTracking(shop, asker.customerId, input.packageId),
  ),
]
