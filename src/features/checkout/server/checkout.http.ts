import { findVisitorCountry } from '#features/addresses/server/visitor-country.service.ts'
import { readOwner } from '#features/cart/server/cart-owner.ts'
import { checkCouponCode } from '#features/coupons/coupons.contract.ts'
import { readClaimedEmail, readGuestProof, saveGuestProof } from '#features/coupons/server/guest-proof.ts'
import { readVisitorLanguage } from '#features/settings/server/mail-words.service.ts'
import { handle, type Visitor } from '#server/http/http.ts'
import { networkOf } from '#server/http/limits/network.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import * as calls from '../checkout.contract.ts'
import { typedCoupon } from '../checkout.rules.ts'
import { checkOut } from './checkout.service.ts'
import { quoteCheckout } from './quote.service.ts'

type RequestContext = { shop: Shop; actor: Visitor; request: VisitorRequest }

const callerOf = ({ actor, request }: RequestContext) => actor.customerId ?? networkOf(request.ip)

async function readBuyer({ shop, actor, request }: RequestContext) {
  const guestProof = await readGuestProof(shop, request)
  const language = await readVisitorLanguage(shop.db, request)
  const { customerId } = actor
  const visitorCountry = await findVisitorCountry(shop, { customerId, header: request.header })
  const owner = readOwner(actor, request)
  return { actor, owner, guestProof, claimedEmail: readClaimedEmail(request), language, visitorCountry }
}

/**
 * Quotes with a coupon code. Only unknown codes count toward the limit, because the page sends a known code again with
 * every change of the cart.
 */
async function quoteWithCode(context: RequestContext, input: Parameters<typeof quoteCheckout>[2]) {
  const { shop } = context
  if (input.coupon_code) await shop.limits.take('couponCodesByCaller', callerOf(context))
  const quote = await quoteCheckout(shop, await readBuyer(context), input)
  if (quote.typed && quote.typed.problem !== 'unknown') {
    await shop.limits.release('couponCodesByCaller', callerOf(context))
  }
  return quote
}

export const checkoutHandlers = [
  handle(calls.quoteCheckout, async ({ shop, actor, input, request }) => {
    const context = { shop, actor, request }
    await shop.limits.take('quoteByCaller', callerOf(context))
    return quoteWithCode(context, input)
  }),
  handle(checkCouponCode, async ({ shop, actor, input: { code, currency }, request }) => {
    const context = { shop, actor, request }
    await shop.limits.take('quoteByCaller', callerOf(context))
    const { typed } = await quoteWithCode(context, { currency, coupon_code: code, claim_id: typedCoupon })
    return typed ?? { code, problem: 'unknown' as const, use_condition_txt: '', missing: null, off: null }
  }),
  handle(calls.checkOut, async ({ shop, actor, input, request }) => {
    await shop.limits.take('checkoutByIp', request.ip)
    const context = { shop, actor, request }
    const owner = readOwner(actor, request)
    const isGuestWithCode = input.coupon_code !== undefined && !actor.customerId
    // A guest's claim belongs to the browser, which gets its cookie with the first claim.
    const guestProof = isGuestWithCode ? await saveGuestProof(shop, request) : await readGuestProof(shop, request)
    if (input.coupon_code) await shop.limits.take('couponCodesByCaller', callerOf(context))
    const language = await readVisitorLanguage(shop.db, request)
    const orderContext = { actor, owner, guestProof, network: networkOf(request.ip), language }
    const ordered = await checkOut(shop, orderContext, input)
    if (input.coupon_code) await shop.limits.release('couponCodesByCaller', callerOf(context))
    return ordered
  }),
]
