import type { Output, Parsed } from '#contract/call.ts'
import { toWireTime } from '#contract/times.ts'
import { storeImage } from '#features/images/server/images.service.ts'
import { normalizeOrderNo } from '#features/orders/orders.rules.ts'
import { openOrderLink, readLinkedOrder, sendOrderLink } from '#features/orders/server/order-links.service.ts'
import { readGuestOrder } from '#features/orders/server/orders.service.ts'
import { type CallContext, handle } from '#server/http.ts'
import { networkOf } from '#server/network.ts'
import { refuse, refuseFields } from '#server/refuse.ts'
import type { VisitorRequest } from '#server/request.ts'
import type { Shop } from '#server/shop.ts'
import * as guest from '../guest-returns.contract.ts'
import * as calls from '../returns.contract.ts'
import { requestReturn } from './request-return.service.ts'
import { cancelReturn } from './return-commands.service.ts'
import type { ReturnOwner } from './return-owner.ts'
import { giveParcel } from './return-parcels.service.ts'
import { getReturn, listReasons, listReturns, quoteReturn } from './returns.service.ts'

/** Whose return it is, and the address that an `email` in the input is compared with. */
type Holder = { owner: ReturnOwner; email: string; key: string }
type Answer<
  C extends (typeof calls)[
    | 'requestReturn'
    | 'getReturn'
    | 'giveParcel'
    | 'cancelReturn'
    | 'quoteReturn'
    | 'uploadReturnImage'],
> = (shop: Shop, holder: Holder, input: Parsed<C>) => Promise<Output<C>>

const answerRequest: Answer<typeof calls.requestReturn> = async (shop, holder, input) => {
  compareEmail(holder, input)
  const { id } = await requestReturn(shop, holder.owner, input)
  return { id }
}

const answerImage: Answer<typeof calls.uploadReturnImage> = async (shop, { owner, key }, input) => {
  await shop.limits.take('uploadByCustomer', key)
  const bytes = new Uint8Array(await input.image.arrayBuffer())
  return { image: await storeImage(shop, { ...owner, kind: 'return', bytes }) }
}

const answerParcel: Answer<typeof calls.giveParcel> = async (shop, holder, input) => {
  compareEmail(holder, input)
  const { returnId } = await giveParcel(shop, {
    ...holder.owner,
    returnId: input.after_sale_id,
    lineIds: input.order_product_ids,
    deliveryCompany: input.delivery_company,
    trackingNumber: input.tracking_number,
  })
  return getReturn(shop, holder.owner, returnId)
}

const answerCancel: Answer<typeof calls.cancelReturn> = async (shop, holder, input) => {
  const { returnId, id, after_sale_product_ids: itemIds = [] } = input
  if (id !== undefined && id !== returnId) throw refuseFields({ id: ['This is not the return of the address'] })
  compareEmail(holder, input)
  await cancelReturn(shop, { returnId, itemIds, ...holder.owner })
  return getReturn(shop, holder.owner, returnId)
}

const answerReturn: Answer<typeof calls.getReturn> = async (shop, holder, input) => {
  compareEmail(holder, input)
  return getReturn(shop, holder.owner, input.returnId)
}

const answerQuote: Answer<typeof calls.quoteReturn> = (shop, { owner }, input) =>
  quoteReturn(shop, owner, input.order_product_ids)

type Asker = CallContext<typeof calls.getReturn>['asker']
const asCustomer = ({ customerId, email }: Asker): Holder => ({ owner: { customerId }, email, key: customerId })

async function asGuest(shop: Shop, request: VisitorRequest): Promise<Holder> {
  const { order } = await readLinkedOrder(shop, request)
  return { owner: { guestOrderId: order.id }, email: order.email, key: `order:${order.id}` }
}

// Fixed addresses stand before `/rest/after_sale/:returnId`, which would take them for a return.
const customerHandlers = [
  handle(calls.listReturns, ({ shop, asker, input }) => listReturns(shop, asker.customerId, input)),
  handle(calls.listReturnReasons, ({ shop }) => listReasons(shop.db)),
  handle(calls.quoteReturn, ({ shop, asker, input }) => answerQuote(shop, asCustomer(asker), input)),
  handle(calls.uploadReturnImage, ({ shop, asker, input }) => answerImage(shop, asCustomer(asker), input)),
  handle(calls.giveParcel, ({ shop, asker, input }) => answerParcel(shop, asCustomer(asker), input)),
  handle(calls.cancelReturn, ({ shop, asker, input }) => answerCancel(shop, asCustomer(asker), input)),
  handle(calls.requestReturn, ({ shop, asker, input }) => answerRequest(shop, asCustomer(asker), input)),
  handle(calls.getReturn, ({ shop, asker, input }) => answerReturn(shop, asCustomer(asker), input)),
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
    return { order: await readGuestOrder(shop, order.id, input), expires_at: toWireTime(expiresAt) }
  }),
  handle(guest.quoteGuestReturn, async ({ shop, input, request }) =>
    answerQuote(shop, await asGuest(shop, request), input),
  ),
  handle(guest.uploadGuestReturnImage, async ({ shop, input, request }) =>
    answerImage(shop, await asGuest(shop, request), input),
  ),
  handle(guest.giveGuestParcel, async ({ shop, input, request }) =>
    answerParcel(shop, await asGuest(shop, request), input),
  ),
  handle(guest.cancelGuestReturn, async ({ shop, input, request }) =>
    answerCancel(shop, await asGuest(shop, request), input),
  ),
  handle(guest.requestGuestReturn, async ({ shop, input, request }) =>
    answerRequest(shop, await asGuest(shop, request), input),
  ),
  handle(guest.getGuestReturn, async ({ shop, input, request }) =>
    answerReturn(shop, await asGuest(shop, request), input),
  ),
]

export const returnsHandlers = [...customerHandlers, ...guestHandlers]

/** The token or the link decides who asks; an address is only compared, and a wrong one answers as if nothing were there. */
function compareEmail(holder: Holder, { email }: { email?: string | undefined }): void {
  if (email && email.trim().toLowerCase() !== holder.email) throw refuse('not_found')
}
