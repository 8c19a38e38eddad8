import type { Output, Parsed } from '#contract/calls/call.ts'
import { toWireTime } from '#contract/times/times.ts'
import { storeImage } from '#features/images/server/images.service.ts'
import { normalizeOrderNo } from '#features/orders/orders.rules.ts'
import { signDocumentLink } from '#features/orders/server/queries/document-links.service.ts'
import { openOrderLink, readLinkedOrder, sendOrderLink } from '#features/orders/server/queries/order-links.service.ts'
import { readGuestOrder } from '#features/orders/server/queries/orders.service.ts'
import { readVisitorLanguage } from '#features/settings/server/mail-words.service.ts'
import { type CallContext, handle } from '#server/http/http.ts'
import { networkOf } from '#server/http/limits/network.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import * as guest from '../guest-returns.contract.ts'
import * as calls from '../returns.contract.ts'
import { requestReturn } from './commands/request-return.service.ts'
import { cancelReturn } from './commands/return-commands.service.ts'
import { giveParcel } from './commands/return-parcels.service.ts'
import { getReturn, listReasons, listReturns, quoteReturn, type Reader } from './queries/returns.service.ts'

/** Owner of a return, the language for the response, and the email address to compare with the input. */
type RequestOwner = Reader & { email: string; key: string }
type Answer<
  C extends (typeof calls)[
    | 'requestReturn'
    | 'getReturn'
    | 'giveParcel'
    | 'cancelReturn'
    | 'quoteReturn'
    | 'uploadReturnImage'],
> = (shop: Shop, requestOwner: RequestOwner, input: Parsed<C>) => Promise<Output<C>>

const answerRequest: Answer<typeof calls.requestReturn> = async (shop, requestOwner, input) => {
  compareEmail(requestOwner, input)
  const { id } = await requestReturn(shop, requestOwner.owner, input)
  return { id }
}

const answerImage: Answer<typeof calls.uploadReturnImage> = async (shop, { owner, key }, input) => {
  await shop.limits.take('uploadByCustomer', key)
  const bytes = new Uint8Array(await input.image.arrayBuffer())
  return { image: await storeImage(shop, { ...owner, kind: 'return', bytes }) }
}

const answerParcel: Answer<typeof calls.giveParcel> = async (shop, requestOwner, input) => {
  compareEmail(requestOwner, input)
  const { returnId } = await giveParcel(shop, {
    ...requestOwner.owner,
    returnId: input.after_sale_id,
    lineIds: input.order_product_ids,
    deliveryCompany: input.delivery_company,
    trackingNumber: input.tracking_number,
  })
  return getReturn(shop, requestOwner, returnId)
}

const answerCancel: Answer<typeof calls.cancelReturn> = async (shop, requestOwner, input) => {
  const { returnId, id, after_sale_product_ids: itemIds = [] } = input
  if (id !== undefined && id !== returnId) throw refuseFields({ id: ['The id must equal the id in the path'] })
  compareEmail(requestOwner, input)
  await cancelReturn(shop, { returnId, itemIds, ...requestOwner.owner })
  return getReturn(shop, requestOwner, returnId)
}

const answerReturn: Answer<typeof calls.getReturn> = async (shop, requestOwner, input) => {
  compareEmail(requestOwner, input)
  return getReturn(shop, requestOwner, input.returnId)
}

const answerQuote: Answer<typeof calls.quoteReturn> = (shop, requestOwner, input) =>
  quoteReturn(shop, requestOwner, input.order_product_ids)

type RequestContext = Pick<CallContext<typeof calls.getReturn>, 'shop' | 'actor' | 'request'>

async function identifyCustomer({
  shop,
  actor: { customerId, email },
  request,
}: RequestContext): Promise<RequestOwner> {
  const language = await readVisitorLanguage(shop.db, request)
  return { owner: { customerId }, language, email, key: customerId }
}

async function identifyGuest(shop: Shop, request: VisitorRequest): Promise<RequestOwner> {
  const { order } = await readLinkedOrder(shop, request)
  const language = await readVisitorLanguage(shop.db, request)
  return { owner: { guestOrderId: order.id }, language, email: order.email, key: `order:${order.id}` }
}

// Fixed paths come before `/rest/after_sale/:returnId`, which would also match the fixed paths.
const customerHandlers = [
  handle(calls.listReturns, async ({ shop, actor, input, request }) =>
    listReturns(shop, actor.customerId, { ...input, language: await readVisitorLanguage(shop.db, request) }),
  ),
  handle(calls.listReturnReasons, ({ shop }) => listReasons(shop.db)),
  handle(calls.quoteReturn, async (context) =>
    answerQuote(context.shop, await identifyCustomer(context), context.input),
  ),
  handle(calls.uploadReturnImage, async (context) =>
    answerImage(context.shop, await identifyCustomer(context), context.input),
  ),
  handle(calls.giveParcel, async (context) =>
    answerParcel(context.shop, await identifyCustomer(context), context.input),
  ),
  handle(calls.cancelReturn, async (context) =>
    answerCancel(context.shop, await identifyCustomer(context), context.input),
  ),
  handle(calls.requestReturn, async (context) =>
    answerRequest(context.shop, await identifyCustomer(context), context.input),
  ),
  handle(calls.getReturn, async (context) =>
    answerReturn(context.shop, await identifyCustomer(context), context.input),
  ),
]

const guestHandlers = [
  handle(guest.sendOrderLink, async ({ shop, input, request }) => {
    await shop.limits.take('trackingByIp', request.ip)
    await shop.limits.take('trackingByEmail', input.email)
    await shop.limits.take('orderLinkMails', `${input.email} ${normalizeOrderNo(input.order_no)}`)
    await sendOrderLink(shop, input)
    return undefined
  }),
  handle(guest.openOrderLink, async ({ shop, input, request }) => {
    await shop.limits.take('orderLinkByIp', networkOf(request.ip))
    const { order, expiresAt } = await openOrderLink(shop, request, input.token)
    return { order_no: order.orderNo, expires_at: toWireTime(expiresAt) }
  }),
  handle(guest.getGuestOrder, async ({ shop, input, request }) => {
    const { order, expiresAt } = await readLinkedOrder(shop, request)
    const language = await readVisitorLanguage(shop.db, request)
    const documents = await shop.hooks.orderDocuments(shop, order.id)
    const linked = documents.map(async (document) => ({ ...document, link: await signDocumentLink(shop, document.id) }))
    return {
      order: await readGuestOrder(shop, order.id, input, language),
      expires_at: toWireTime(expiresAt),
      documents: await Promise.all(linked),
    }
  }),
  handle(guest.quoteGuestReturn, async ({ shop, input, request }) =>
    answerQuote(shop, await identifyGuest(shop, request), input),
  ),
  handle(guest.uploadGuestReturnImage, async ({ shop, input, request }) =>
    answerImage(shop, await identifyGuest(shop, request), input),
  ),
  handle(guest.giveGuestParcel, async ({ shop, input, request }) =>
    answerParcel(shop, await identifyGuest(shop, request), input),
  ),
  handle(guest.cancelGuestReturn, async ({ shop, input, request }) =>
    answerCancel(shop, await identifyGuest(shop, request), input),
  ),
  handle(guest.requestGuestReturn, async ({ shop, input, request }) =>
    answerRequest(shop, await identifyGuest(shop, request), input),
  ),
  handle(guest.getGuestReturn, async ({ shop, input, request }) =>
    answerReturn(shop, await identifyGuest(shop, request), input),
  ),
]

export const returnsHandlers = [...customerHandlers, ...guestHandlers]

/**
 * Compares the email address of the request with the owner's address. The token or the link identifies the caller, so a
 * wrong address gets the same response as an unknown return.
 */
function compareEmail(requestOwner: RequestOwner, { email }: { email?: string | undefined }): void {
  if (email && email.trim().toLowerCase() !== requestOwner.email) throw refuse('not_found')
}
