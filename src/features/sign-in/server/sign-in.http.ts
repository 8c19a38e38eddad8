import { joinCart } from '#features/cart/server/cart-owner.ts'
import { findRequestLanguage } from '#features/settings/server/letter-words.service.ts'
import { handle, type Visitor } from '#server/http.ts'
import type { VisitorRequest } from '#server/request.ts'
import type { Shop } from '#server/shop.ts'
import * as calls from '../sign-in.contract.ts'
import { endSession } from './session.service.ts'
import * as signIn from './sign-in.service.ts'

export const signInHandlers = [
  handle(calls.signIn, async ({ shop, asker, input, request }) => {
    await shop.limits.take('signInByIp', request.ip)
    await shop.limits.take('signInByEmail', input.email)
    const languageId = await findRequestLanguage(shop.db, request)
    const opened = await signIn.signIn(shop, { ...input, languageId })
    await shop.limits.giveBack('signInByIp', request.ip)
    await shop.limits.giveBack('signInByEmail', input.email)
    await joinCart(shop, request, opened.signedIn.member_id)
    await endFormer(shop, asker)
    return setCookies(request, opened)
  }),
  handle(calls.register, async ({ shop, asker, input, request }) => {
    await shop.limits.take('registerByIp', request.ip)
    const languageId = await findRequestLanguage(shop.db, request)
    const opened = await signIn.register(shop, { ...input, languageId })
    await joinCart(shop, request, opened.signedIn.member_id)
    await endFormer(shop, asker)
    return setCookies(request, opened)
  }),
  handle(calls.signOut, async ({ shop, asker, request }) => {
    if (asker.customerId) await endSession(shop, asker.sessionId)
    clearCookies(request)
    return null
  }),
  handle(calls.forgotPassword, async ({ shop, input, request }) => {
    await shop.limits.take('forgotByIp', request.ip)
    await shop.limits.take('forgotByEmail', input.email)
    await signIn.forgotPassword(shop, input.email, await findRequestLanguage(shop.db, request))
    return null
  }),
  handle(calls.resetPassword, async ({ shop, input, request }) => {
    await shop.limits.take('resetByIp', request.ip)
    return signIn.resetPassword(shop, input)
  }),
  handle(calls.confirmEmail, async ({ shop, input, request }) => {
    await shop.limits.take('resetByIp', request.ip)
    return signIn.confirmEmail(shop, input.token)
  }),
  handle(calls.changePassword, async ({ shop, asker, input, request }) => {
    await shop.limits.take('signInByEmail', asker.email)
    await signIn.changePassword(shop, asker.customerId, input)
    clearCookies(request)
    return null
  }),
  handle(calls.getEmail, async ({ asker }) => ({ email: asker.customerId ? asker.email : null })),
]

/** A token that the browser had before, its own or planted there, opens nothing once somebody has signed in anew. */
async function endFormer(shop: Shop, asker: Visitor): Promise<void> {
  if (asker.customerId) await endSession(shop, asker.sessionId)
}

/** The browser reads these itself, as the specification has it; the page policy keeps foreign scripts away from them. */
function setCookies(request: VisitorRequest, { signedIn, expiresAt }: Awaited<ReturnType<typeof signIn.signIn>>) {
  const { token, member_id, email, name } = signedIn
  request.setCookie('token', token, expiresAt)
  request.setCookie('token_expires', String(Math.floor(expiresAt.getTime() / 1000)), expiresAt)
  request.setCookie('user_info', JSON.stringify({ email, name }), expiresAt)
  request.setCookie('member_id', member_id, expiresAt)
  return signedIn
}

function clearCookies(request: VisitorRequest): void {
  for (const name of ['token', 'token_expires', 'user_info', 'member_id', 'subscribe_email']) {
    request.setCookie(name, '', new Date(0))
  }
}
