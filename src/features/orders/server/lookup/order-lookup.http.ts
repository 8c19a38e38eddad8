import * as calls from '#features/orders/order-lookup.contract.ts'
import { readVisitorLanguage } from '#features/settings/server/mail-words.service.ts'
import { handle } from '#server/http/http.ts'
import { localizeOrderCountry } from '../shipping/order-country.service.ts'
import { trackOrder } from './order-lookup.service.ts'

export const trackingHandlers = [
  handle(calls.trackOrder, async ({ shop, input, request }) => {
    await shop.limits.take('trackingByIp', request.ip)
    await shop.limits.take('trackingByEmail', input.email)
    const found = await trackOrder(shop, { ...input, language: await readVisitorLanguage(shop.db, request) })
    if (found.order_type !== 'Harbor') return found
    return { ...found, data: await localizeOrderCountry(shop, request, found.data) }
  }),
]
