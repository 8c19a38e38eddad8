import { findRequestLanguage } from '#features/settings/server/mail-words.service.ts'
import { handle, type Visitor } from '#server/http/http.ts'
import { networkOf } from '#server/http/network.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import * as calls from '../sign-in.contract.ts'
import { passwordChanged } from '../sign-in.rules.ts'
import { isKnownDevice, keepDevice, readDevice } from './known-devices.service.ts'
import { endSession, hashToken } from './session.service.ts'
import * as signIn from './sign-in.service.ts'

export const signInHandlers = [
  handle(calls.signIn, async ({ shop, asker, input, request }) => {
    const tries = await countTry(shop, request, input.email)
    const languageId = await findRequestLanguage(shop.db, request)
    const opened = await signIn.signIn(shop, { ...input, languageId, device: keepDevice(shop, request) })
    await tries.giveBack()
    return welcome(shop, asker, request, opened)
  }),
  handle(calls.register, async ({ shop, asker, input, request }) => {
    await shop.limits.take('registerByIp', networkOf(request.ip))
    const languageId = await findRequestLanguage(shop.db, request)
    const opened = await signIn.register(shop, { ...input, languageId, device: keepDevice(shop, request) })
    return welcome(shop, asker, request, opened)
  }),
  handle(calls.signOut, async ({ shop, asker, request }) => {
    if (asker.customerId) await endSession(shop, asker.sessionId)
    clearCookies(request)
    return null
  }),
  handle(calls.forgotPassword, async ({ shop, input, request }) => {
    const isKnown = await isKnownDevice(shop, readDevice(request), input.email)
    // Never refused, since others in the owner's network could use up its limit.
    const isCalm = isKnown || (await shop.limits.allows('forgotByIp', networkOf(request.ip)))
    await signIn.forgotPassword(shop, input.email, {
      isCalm,
      languageId: await findRequestLanguage(shop.db, request),
    })
    return null
  }),
  // Uses of links are not limited. Tokens cannot be guessed, and a network without tries left must not block a valid link.
  handle(calls.resetPassword, async ({ shop, input, request }) => {
    return signIn.resetPassword(shop, { ...input, device: keepDevice(shop, request) })
  }),
  handle(calls.confirmEmail, async ({ shop, asker, input, request }) => {
    const device = input.password === undefined ? readDevice(request) : keepDevice(shop, request)
    const confirmed = await signIn.confirmEmail(shop, { ...input, device, asker })
    if (confirmed.isOwnerHere) await tellOwnerSignedIn(shop, request, confirmed.customerId)
    return { email: confirmed.email }
  }),
  handle(calls.sendConfirmation, async ({ shop, asker, request }) => {
    await shop.limits.take('confirmMails', asker.customerId)
    const languageId = await findRequestLanguage(shop.db, request)
    await signIn.sendConfirmation(shop, asker.customerId, { device: keepDevice(shop, request), languageId })
    return null
  }),
  handle(calls.changePassword, async ({ shop, asker, input, request }) => {
    await shop.limits.slowDown('passwordTries', asker.customerId)
    await signIn.changePassword(shop, asker.customerId, input)
    await shop.limits.forget('passwordTries', asker.customerId)
    clearCookies(request)
    return { message: passwordChanged }
  }),
  handle(calls.getEmail, async ({ asker }) => ({ email: asker.customerId ? asker.email : null })),
]

async function welcome(shop: Shop, asker: Visitor, request: VisitorRequest, opened: signIn.OpenedSession) {
  if (opened.isProved) await tellOwnerSignedIn(shop, request, opened.signedIn.member_id)
  // A token that the browser had before, its own or a planted one, ends at a new sign-in.
  if (asker.customerId) await endSession(shop, asker.sessionId)
  return setCookies(request, opened)
}

async function tellOwnerSignedIn(shop: Shop, request: VisitorRequest, customerId: string): Promise<void> {
  for (const tell of shop.hooks.onOwnerSignedIn) await tell(shop, request, customerId)
}
const triesUnderAttack = 2

/**
 * Counts wrong tries for the account together with the network, so that tries elsewhere lock nobody out. A browser where the
 * owner signed in before has its own count.
 */
async function countTry({ limits, ...shop }: Shop, request: VisitorRequest, email: string) {
  const device = readDevice(request)
  const network = networkOf(request.ip)
  const isKnown = await isKnownDevice(shop, device, email)
  const key = `${email} ${isKnown ? hashToken(device ?? '') : network}`
  if (isKnown) await limits.slowDown('signInTries', key)
  else {
    await limits.take('signInByIp', network)
    const isCalm = await limits.allows('signInByEmail', email)
    await limits.slowDown('signInTries', key, isCalm ? undefined : triesUnderAttack)
  }
  return {
    giveBack: async () => {
      await limits.forget('signInTries', key)
      if (isKnown) return
      await limits.giveBack('signInByIp', network)
      await limits.giveBack('signInByEmail', email)
    },
  }
}

/** Scripts of the shop read these cookies, as the specification requires. The content security policy blocks other scripts. */
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
