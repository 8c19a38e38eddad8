import { readVisitorLanguage } from '#features/settings/server/mail-words.service.ts'
import { handle, handleByToken } from '#server/http/http.ts'
import * as calls from '../orders.contract.ts'
import * as orders from './queries/orders.service.ts'
import { localizeOrderCountry } from './shipping/order-country.service.ts'
import { getPackageTracking } from './shipping/parcels.service.ts'

export const orderHandlers = [
  handleByToken(calls.listOrders, async ({ shop, token, input, request }) =>
    orders.listOrders(shop, token, input, await readVisitorLanguage(shop.db, request)),
  ),
  handleByToken(calls.getOrder, async ({ shop, token, input, request }) => {
    const order = await orders.getOrder(shop, token, input, await readVisitorLanguage(shop.db, request))
    return order && localizeOrderCountry(shop, request, order)
  }),
  handle(calls.cancelOrder, async ({ shop, actor: { customerId }, input: { orderId }, request }) => {
    const language = await readVisitorLanguage(shop.db, request)
    return localizeOrderCountry(shop, request, await orders.cancelOrder(shop, { customerId, orderId }, language))
  }),
  handle(calls.getPackageTracking, ({ shop, actor, input }) =>
    getPackageTracking(shop, actor.customerId, input.packageId),
  ),
]
