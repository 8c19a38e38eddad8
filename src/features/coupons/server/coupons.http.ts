import { dayMs } from '#contract/times/times.ts'
import { findRequestLanguage } from '#features/settings/server/mail-words.service.ts'
import { handle } from '#server/http/http.ts'
import { networkOf } from '#server/http/limits/network.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import * as calls from '../coupons.contract.ts'
import * as bind from './bind.service.ts'
import { openClaimLink, sendClaimLink } from './claim-links.service.ts'
import { listCoupons } from './coupon-list.service.ts'
import { findReaderLanguage } from './coupon-texts.service.ts'
import { readGuestProof, saveGuestProof } from './guest-proof.ts'
import { subscribe } from './subscribe.service.ts'

const yearMs = 365 * dayMs

export const couponsHandlers = [
  handle(calls.listCoupons, async ({ shop, actor, input, request }) => {
    const language = (await findReaderLanguage(shop.db, request, input.language_id)) ?? 'en'
    return listCoupons(shop, actor, { ...input, language })
  }),
  handle(calls.bindCoupons, async ({ shop, actor, input, request }) => {
    await shop.limits.take('bindByCaller', actor.customerId ?? request.ip)
    const named = request.header('x-subscribe-email')
    if (actor.customerId) return bind.bindCoupons(shop, actor, input, named)
    const held = await bind.bindCoupons(shop, actor, input, named, await saveGuestProof(shop, request))
    const languageId = await findRequestLanguage(shop.db, request)
    if (input.email) await sendClaimLink(shop, { email: input.email, network: networkOf(request.ip), languageId })
    return held
  }),
  handle(calls.openClaims, async ({ shop, input, request }) => {
    const { email } = await openClaimLink(shop, input.token)
    await saveGuestProof(shop, request, email)
    setSubscriberCookie(shop, request, email)
    return { email }
  }),
  handle(calls.checkNewUser, async ({ shop, actor, input, request }) => {
    await shop.limits.take('userCheckByIp', networkOf(request.ip))
    return bind.checkNewUser(shop, actor, await readGuestProof(shop, request), input.email)
  }),
  handle(calls.subscribe, async ({ shop, input, request }) => {
    await shop.limits.take('subscribeByIp', request.ip)
    const subscribed = await subscribe(shop, input.email)
    setSubscriberCookie(shop, request, subscribed.email)
    await saveGuestProof(shop, request)
    return subscribed
  }),
]

/** Remembers the subscribed email address in a cookie. Scripts read the cookie to name the claiming guest. */
function setSubscriberCookie({ clock }: Shop, request: VisitorRequest, email: string): void {
  request.setCookie('subscribe_email', email, new Date(clock.now().getTime() + yearMs))
}
