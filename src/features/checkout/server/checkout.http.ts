import { readOwner } from '#features/cart/server/cart-owner.ts'
import { checkCouponCode } from '#features/coupons/coupons.contract.ts'
import { keepGuestProof, readGuestProof, readNamedEmail } from '#features/coupons/server/guest-proof.ts'
import { readVisitorLanguage } from '#features/settings/server/mail-words.service.ts'
import { handle, type Visitor } from '#server/http/http.ts'
import { networkOf } from '#server/http/network.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import * as calls from '../checkout.contract.ts'
import { typedCoupon } from '../checkout.rules.ts'
import { checkOut } from './checkout.service.ts'
import { quoteCheckout } from './quote.service.ts'

type Asked = { shop: Shop; asker: Visitor; request: VisitorRequest }

const callerOf = ({ asker, request }: Asked) => asker.customerId ?? networkOf(request.ip)

async function readBuyer({ shop, asker, request }: Asked) {
  const guestProof = await readGuestProof(shop, request)
  const language = await readVisitorLanguage(shop.db, request)
  return { asker, owner: readOwner(asker, request), guestProof, namedEmail: readNamedEmail(request), language }
}

/**
 * Quotes with a coupon code. Only unknown codes count toward the limit, since a known code is sent again with every change of the
 * cart.
 */
async function quoteWithCode(asked: Asked, input: Parameters<typeof quoteCheckout>[2]) {
  const { shop } = asked
  if (input.coupon_code) await shop.limits.take('couponCodesByCaller', callerOf(asked))
  const quote = await quoteCheckout(shop, await readBuyer(asked), input)
  if (quote.typed && quote.typed.problem !== 'unknown') {
    await shop.limits.giveBack('couponCodesByCaller', callerOf(asked))
  }
  return quote
}

export const checkoutHandlers = [
  handle(calls.quoteCheckout, async ({ shop, asker, input, request }) => {
    const asked = { shop, asker, request }
    await shop.limits.take('quoteByCaller', callerOf(asked))
    return quoteWithCode(asked, input)
  }),
  handle(checkCouponCode, async ({ shop, asker, input: { code, currency }, request }) => {
    const asked = { shop, asker, request }
    await shop.limits.take('quoteByCaller', callerOf(asked))
    const { typed } = await quoteWithCode(asked, { currency, coupon_code: code, claim_id: typedCoupon })
    return typed ?? { code, problem: 'unknown' as const, use_condition_txt: '', missing: null, off: null }
  }),
  handle(calls.checkOut, async ({ shop, asker, input, request }) => {
    await shop.limits.take('checkoutByIp', request.ip)
    const asked = { shop, asker, request }
    const owner = readOwner(asker, request)
    const isGuestWithCode = input.coupon_code !== undefined && !asker.customerId
    // A guest's claim belongs to the browser, which gets its cookie with the first claim.
    const guestProof = isGuestWithCode ? await keepGuestProof(shop, request) : await readGuestProof(shop, request)
    if (input.coupon_code) await shop.limits.take('couponCodesByCaller', callerOf(asked))
    const language = await readVisitorLanguage(shop.db, request)
    const orderer = { asker, owner, guestProof, network: networkOf(request.ip), language }
    const ordered = await checkOut(shop, orderer, input)
    if (input.coupon_code) await shop.limits.giveBack('couponCodesByCaller', callerOf(asked))
    return ordered
  }),
]
