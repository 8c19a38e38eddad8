import { handle } from '#server/http.ts'
import * as calls from '../payments.contract.ts'
import * as page from './payment-page.service.ts'

export const paymentHandlers = [
  handle(calls.getPayment, ({ shop, asker, input }) => page.getPayment(shop, asker, input)),
  handle(calls.startPayment, async ({ shop, asker, input, request }) => {
    await shop.limits.take('paymentByIp', request.ip)
    return page.startPayment(shop, asker, input)
  }),
  handle(calls.checkPayment, async ({ shop, asker, input, request }) => {
    await shop.limits.take('paymentByIp', request.ip)
    return page.checkPayment(shop, asker, input)
  }),
  handle(calls.tryPayment, async ({ shop, asker, input, request }) => {
    await shop.limits.take('paymentByIp', request.ip)
    return page.tryPayment(shop, asker, input)
  }),
]
