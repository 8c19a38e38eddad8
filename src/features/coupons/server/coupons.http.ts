import { dayMs } from '#contract/times/times.ts'
import { findRequestLanguage } from '#features/settings/server/mail-words.service.ts'
import { handle } from '#server/http/http.ts'
import { networkOf } from '#server/http/network.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import * as calls from '../coupons.contract.ts'
import * as bind from './bind.service.ts'
import { openClaimLink, sendClaimLink } from './claim-links.service.ts'
import { listCoupons } from './coupon-list.service.ts'
import { findReaderLanguage } from './coupon-texts.service.ts'
import { keepGuestProof, readGuestProof } from './guest-proof.ts'
import { subscribe } from './subscribe.service.ts'

const yearMs = 365 * dayMs

export const couponsHandlers = [
  handle(calls.listCoupons, async ({ shop, asker, input, request }) => {
    const language = (await findReaderLanguage(shop.db, request, input.language_id)) ?? 'en'
    return listCoupons(shop, asker, { ...input, language })
  }),
  handle(calls.bindCoupons, async ({ shop, asker, input, request }) => {
    await shop.limits.take('bindByCaller', asker.customerId ?? request.ip)
    const named = request.header('x-subscribe-email')
    if (asker.customerId) return bind.bindCoupons(shop, asker, input, named)
    const held = await bind.bindCoupons(shop, asker, input, named, await keepGuestProof(shop, request))
    const languageId = await findRequestLanguage(shop.db, request)
    if (input.email) await sendClaimLink(shop, { email: input.email, network: networkOf(request.ip), languageId })
    return held
  }),
  handle(calls.openClaims, async ({ shop, input, request }) => {
    const { email } = await openClaimLink(shop, input.token)
    await keepGuestProof(shop, request, email)
    rememberSubscriber(shop, request, email)
    return { email }
  }),
  handle(calls.checkNewUser, async ({ shop, asker, input, request }) => {
    await shop.limits.take('userCheckByIp', networkOf(request.ip))
    return bind.checkNewUser(shop, asker, await readGuestProof(shop, request), input.email)
  }),
  handle(calls.subscribe, async ({ shop, input, request }) => {
    await shop.limits.take('subscribeByIp', request.ip)
    const subscribed = await subscribe(shop, input.email)
    rememberSubscriber(shop, request, subscribed.email)
    await keepGuestProof(shop, request)
    return subscribed
  }),
]

/** Remembers the subscribed email address in a cookie. Scripts read the cookie to name the claiming guest. */
function rememberSubscriber({ clock }: Shop, request: VisitorRequest, email: string): void {
  request.setCookie('subscribe_email', email, new Date(clock.now().getTime() + yearMs))
}
