import { handle } from '#server/http/http.ts'
import { networkOf } from '#server/http/limits/network.ts'
import { reportEvent } from '../analytics.contract.ts'
import * as analytics from './analytics.service.ts'

export const analyticsHandlers = [
  handle(reportEvent, async ({ shop, actor, input, request }) => {
    await shop.limits.take('eventsByIp', request.ip)
    return analytics.reportEvent(shop, actor, { ...input, ip: request.ip, network: networkOf(request.ip) })
  }),
]
