import { storeImage } from '#features/images/server/images.service.ts'
import { handle } from '#server/http.ts'
import { refuse, refuseFields } from '#server/refuse.ts'
import * as calls from '../returns.contract.ts'
import { requestReturn } from './request-return.service.ts'
import { cancelReturn } from './return-commands.service.ts'
import { giveParcel } from './return-parcels.service.ts'
import { getReturn, listReasons, listReturns, quoteReturn } from './returns.service.ts'

// Fixed addresses stand before `/rest/after_sale/:returnId`, which would take them for a return.
export const returnsHandlers = [
  handle(calls.listReturns, ({ shop, asker, input }) => listReturns(shop, asker.customerId, input)),
  handle(calls.listReturnReasons, ({ shop }) => listReasons(shop.db)),
  handle(calls.quoteReturn, ({ shop, asker, input }) => quoteReturn(shop, asker.customerId, input.order_product_ids)),
  handle(calls.uploadReturnImage, async ({ shop, asker, input }) => {
    await shop.limits.take('uploadByCustomer', asker.customerId)
    const bytes = new Uint8Array(await input.image.arrayBuffer())
    return { image: await storeImage(shop, { customerId: asker.customerId, kind: 'return', bytes }) }
  }),
  handle(calls.giveParcel, async ({ shop, asker, input }) => {
    compareEmail(asker, input)
    const { returnId } = await giveParcel(shop, {
      customerId: asker.customerId,
      returnId: input.after_sale_id,
      lineIds: input.order_product_ids,
      deliveryCompany: input.delivery_company,
      trackingNumber: input.tracking_number,
    })
    return getReturn(shop, asker.customerId, returnId)
  }),
  handle(calls.cancelReturn, async ({ shop, asker, input }) => {
    const { returnId, id, after_sale_product_ids: itemIds = [] } = input
    if (id !== undefined && id !== returnId) throw refuseFields({ id: ['This is not the return of the address'] })
    compareEmail(asker, input)
    await cancelReturn(shop, { returnId, itemIds, customerId: asker.customerId })
    return getReturn(shop, asker.customerId, returnId)
  }),
  handle(calls.requestReturn, async ({ shop, asker, input }) => {
    compareEmail(asker, input)
    return requestReturn(shop, asker.customerId, input)
  }),
  handle(calls.getReturn, async ({ shop, asker, input }) => {
    compareEmail(asker, input)
    return getReturn(shop, asker.customerId, input.returnId)
  }),
]

/** The token decides who asks; an address is only compared, and a wrong one answers as if nothing were there. */
function compareEmail(asker: { email: string }, { email }: { email?: string | undefined }): void {
  if (email && email.trim().toLowerCase() !== asker.email) throw refuse('not_found')
}
