import { dayMs } from '#contract/times.ts'
import { listWidgetAdverts, readViewer } from '#features/adverts/server/adverts.service.ts'
import { handle } from '#server/http.ts'
import * as calls from '../coupons.contract.ts'
import * as bind from './bind.service.ts'
import { listCoupons } from './coupon-list.service.ts'
import { subscribe } from './subscribe.service.ts'

const yearMs = 365 * dayMs

export const couponsHandlers = [
  handle(calls.listCoupons, ({ shop, asker, input }) => listCoupons(shop, asker, input)),
  handle(calls.bindCoupons, async ({ shop, asker, input, request }) => {
    await shop.limits.take('bindByCaller', asker.customerId ?? request.ip)
    return bind.bindCoupons(shop, asker, input, request.header('x-subscribe-email'))
  }),
  handle(calls.checkNewUser, async ({ shop, asker, input, request }) => {
    await shop.limits.take('userCheckByIp', request.ip)
    return bind.checkNewUser(shop, asker, input.email)
  }),
  handle(calls.subscribe, async ({ shop, input, request }) => {
    await shop.limits.take('subscribeByIp', request.ip)
    const subscribed = await subscribe(shop, input.email)
    request.setCookie('subscribe_email', subscribed.email, new Date(shop.clock.now().getTime() + yearMs))
    return subscribed
  }),
  handle(calls.listWidgets, ({ shop, asker, input, request }) =>
    listWidgetAdverts(shop, readViewer(asker, request), input.ids),
  ),
]
