import { findRequestLanguage } from '#features/settings/server/mail-words.service.ts'
import { handle, type Visitor } from '#server/http/http.ts'
import { networkOf } from '#server/http/limits/network.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import * as calls from '../sign-in.contract.ts'
import { passwordChanged } from '../sign-in.rules.ts'
import { ensureDeviceCookie, isKnownDevice, readDevice } from './known-devices.service.ts'
import { endSession, hashToken } from './session.service.ts'
import * as signIn from './sign-in.service.ts'

export const signInHandlers = [
  handle(calls.signIn, async ({ shop, actor, input, request }) => {
    const tries = await countAttempt(shop, request, input.email)
    const languageId = await findRequestLanguage(shop.db, request)
    const opened = await signIn.signIn(shop, { ...input, languageId, device: ensureDeviceCookie(shop, request) })
    await tries.release()
    return welcome(shop, actor, request, opened)
  }),
  handle(calls.register, async ({ shop, actor, input, request }) => {
    await shop.limits.take('registerByIp', networkOf(request.ip))
    const languageId = await findRequestLanguage(shop.db, request)
    const opened = await signIn.register(shop, { ...input, languageId, device: ensureDeviceCookie(shop, request) })
    return welcome(shop, actor, request, opened)
  }),
  handle(calls.signOut, async ({ shop, actor, request }) => {
    if (actor.customerId) await endSession(shop, actor.sessionId)
    clearCookies(request)
    return null
  }),
  handle(calls.forgotPassword, async ({ shop, input, request }) => {
    const isKnown = await isKnownDevice(shop, readDevice(request), input.email)
    // The request is never refused. Otherwise, others in the owner's network could use up the limit of that network.
    const isBelowNetworkLimit = isKnown || (await shop.limits.allows('forgotByIp', networkOf(request.ip)))
    await signIn.forgotPassword(shop, input.email, {
      isBelowNetworkLimit,
      languageId: await findRequestLanguage(shop.db, request),
    })
    return null
  }),
  // The use of links is not limited. Tokens cannot be guessed, and a network without attempts left must not block a
  // valid link.
  handle(calls.resetPassword, async ({ shop, input, request }) => {
    return signIn.resetPassword(shop, { ...input, device: ensureDeviceCookie(shop, request) })
  }),
  handle(calls.confirmEmail, async ({ shop, actor, input, request }) => {
    const device = input.password === undefined ? readDevice(request) : ensureDeviceCookie(shop, request)
    const confirmed = await signIn.confirmEmail(shop, { ...input, device, actor })
    if (confirmed.isOwnerBrowser) await publishOwnerSignedIn(shop, request, confirmed.customerId)
    return { email: confirmed.email }
  }),
  handle(calls.sendConfirmation, async ({ shop, actor, request }) => {
    await shop.limits.take('confirmMails', actor.customerId)
    const languageId = await findRequestLanguage(shop.db, request)
    await signIn.sendConfirmation(shop, actor.customerId, { device: ensureDeviceCookie(shop, request), languageId })
    return null
  }),
  handle(calls.changePassword, async ({ shop, actor, input, request }) => {
    await shop.limits.slowDown('passwordTries', actor.customerId)
    await signIn.changePassword(shop, actor.customerId, input)
    await shop.limits.forget('passwordTries', actor.customerId)
    clearCookies(request)
    return { message: passwordChanged }
  }),
  handle(calls.getEmail, async ({ actor }) => ({ email: actor.customerId ? actor.email : null })),
]

async function welcome(shop: Shop, actor: Visitor, request: VisitorRequest, opened: signIn.OpenedSession) {
  if (opened.isVerified) await publishOwnerSignedIn(shop, request, opened.signedIn.member_id)
  // A new sign-in ends the session of the browser's previous token, including a planted token.
  if (actor.customerId) await endSession(shop, actor.sessionId)
  return setCookies(request, opened)
}

async function publishOwnerSignedIn(shop: Shop, request: VisitorRequest, customerId: string): Promise<void> {
  for (const tell of shop.hooks.onOwnerSignedIn) await tell(shop, request, customerId)
}
const attemptsUnderAttack = 2

/**
 * Counts failed attempts by account and network, so that attempts from other networks lock nobody out. A browser in
 * which the owner was signed in before has a separate count.
 */
async function countAttempt({ limits, ...shop }: Shop, request: VisitorRequest, email: string) {
  const device = readDevice(request)
  const network = networkOf(request.ip)
  const isKnown = await isKnownDevice(shop, device, email)
  const key = `${email} ${isKnown ? hashToken(device ?? '') : network}`
  if (isKnown) await limits.slowDown('signInTries', key)
  else {
    await limits.take('signInByIp', network)
    const isBelowNetworkLimit = await limits.allows('signInByEmail', email)
    await limits.slowDown('signInTries', key, isBelowNetworkLimit ? undefined : attemptsUnderAttack)
  }
  return {
    release: async () => {
      await limits.forget('signInTries', key)
      if (isKnown) return
      await limits.release('signInByIp', network)
      await limits.release('signInByEmail', email)
    },
  }
}

/**
 * The specification requires that the shop's scripts can read these cookies. The content security policy blocks other
 * scripts.
 */
function setCookies(request: VisitorRequest, { signedIn, expiresAt }: signIn.OpenedSession) {
  const { token, member_id, email, name } = signedIn
  request.setCookie('token', token, expiresAt)
  request.setCookie('token_expires', String(Math.floor(expiresAt.getTime() / 1000)), expiresAt)
  request.setCookie('user_info', JSON.stringify({ email, name }), expiresAt)
  request.setCookie('member_id', member_id, expiresAt)
  return signedIn
}

function clearCookies(request: VisitorRequest): void {
  for (const name of ['token', 'token_expires', 'user_info', 'member_id', 'subscribe_email', 'claims']) {
    request.setCookie(name, '', new Date(0))
  }
}
