import { readOwner } from '#features/cart/server/cart-owner.ts'
import { findReaderLanguage } from '#features/coupons/server/coupon-texts.service.ts'
import { readGuestProof, readNamedEmail } from '#features/coupons/server/guest-proof.ts'
import { handle } from '#server/http.ts'
import { networkOf } from '#server/network.ts'
import * as calls from '../checkout.contract.ts'
import { checkOut } from './checkout.service.ts'
import { quoteCheckout } from './quote.service.ts'

export const checkoutHandlers = [
  handle(calls.quoteCheckout, async ({ shop, asker, input, request }) => {
    await shop.limits.take('quoteByCaller', asker.customerId ?? networkOf(request.ip))
    const guestProof = await readGuestProof(shop, request)
    const language = await findReaderLanguage(shop.db, request)
    const buyer = { asker, owner: readOwner(asker, request), guestProof, namedEmail: readNamedEmail(request), language }
    return quoteCheckout(shop, buyer, input)
  }),
  handle(calls.checkOut, async ({ shop, asker, input, request }) => {
    await shop.limits.take('checkoutByIp', request.ip)
    const owner = readOwner(asker, request)
    const guestProof = await readGuestProof(shop, request)
    return checkOut(shop, { asker, owner, guestProof, network: networkOf(request.ip) }, input)
  }),
]
