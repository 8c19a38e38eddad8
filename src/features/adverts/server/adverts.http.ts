import { handle } from '#server/http/http.ts'
import { networkOf } from '#server/http/network.ts'
import * as calls from '../adverts.contract.ts'
import * as adverts from './adverts.service.ts'

export const advertsHandlers = [
  handle(calls.getAdvert, async ({ shop, asker, input, request }) =>
    adverts.findAdvert(shop, await adverts.readViewer(shop, asker, request), input.pos),
  ),
  handle(calls.listWidgets, async ({ shop, asker, input, request }) =>
    adverts.listWidgetAdverts(shop, await adverts.readViewer(shop, asker, request), input.ids),
  ),
  handle(calls.recordAdvertClick, async ({ shop, asker, input, request }) => {
    await shop.limits.take('eventsByIp', request.ip)
    await shop.limits.take('clicksByNetwork', networkOf(request.ip))
    return adverts.recordAdvertClick(shop, { customerId: asker.customerId, ip: request.ip }, input.advertId)
  }),
]
