import { readVisitorLanguage } from '#features/settings/server/mail-words.service.ts'
import { handle } from '#server/http/http.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import * as calls from '../payments.contract.ts'
import * as page from './payment-page.service.ts'

type Context<I> = { shop: Shop; input: I; request: VisitorRequest }

/** Adds the visitor's language to the input. */
async function withLanguage<I extends object>({ shop, input, request }: Context<I>): Promise<I & { language: string }> {
  return { ...input, language: await readVisitorLanguage(shop.db, request) }
}

export const paymentHandlers = [
  handle(calls.getPayment, async (context) =>
    page.getPayment(context.shop, context.actor, await withLanguage(context)),
  ),
  handle(calls.startPayment, async ({ shop, actor, input, request }) => {
    await shop.limits.take('paymentByIp', request.ip)
    return page.startPayment(shop, actor, input)
  }),
  handle(calls.checkPayment, async (context) => {
    const { shop, actor, request } = context
    await shop.limits.take('paymentByIp', request.ip)
    return page.checkPayment(shop, actor, await withLanguage(context))
  }),
  handle(calls.tryPayment, async (context) => {
    const { shop, actor, request } = context
    await shop.limits.take('paymentByIp', request.ip)
    return page.tryPayment(shop, actor, await withLanguage(context))
  }),
]
