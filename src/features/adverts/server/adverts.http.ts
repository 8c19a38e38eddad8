import { handle } from '#server/http/http.ts'
import { networkOf } from '#server/http/limits/network.ts'
import * as calls from '../adverts.contract.ts'
import * as adverts from './adverts.service.ts'

export const advertsHandlers = [
  handle(calls.getAdvert, async ({ shop, actor, input, request }) =>
    adverts.findAdvert(shop, await adverts.readViewer(shop, actor, request), input.pos),
  ),
  handle(calls.listWidgets, async ({ shop, actor, input, request }) =>
    adverts.listWidgetAdverts(shop, await adverts.readViewer(shop, actor, request), input.ids),
  ),
  handle(calls.recordAdvertClick, async ({ shop, actor, input, request }) => {
    await shop.limits.take('eventsByIp', request.ip)
    await shop.limits.take('clicksByNetwork', networkOf(request.ip))
    return adverts.recordAdvertClick(shop, { customerId: actor.customerId, ip: request.ip }, input.advertId)
  }),
]
