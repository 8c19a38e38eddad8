import { handle } from '#server/http.ts'
import * as calls from '../tracking.contract.ts'
import { trackOrder } from './tracking.service.ts'

export const trackingHandlers = [
  handle(calls.trackOrder, async ({ shop, input, request }) => {
    await shop.limits.take('trackingByIp', request.ip)
    await shop.limits.take('trackingByEmail', input.email)
    return trackOrder(shop, input)
  }),
]
