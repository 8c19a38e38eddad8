import { readDevice } from '#features/sign-in/server/known-devices.service.ts'
import * as calls from '#features/staff/sign-in.staff.contract.ts'
import { networkOf } from '#server/http/limits/network.ts'
import { handleStaff, type StaffHandler } from '#server/http/staff/staff-handler.ts'
import { staffCookie } from '#server/http/staff/staff-http.ts'
import { acceptInvitation } from '../people/invitations.service.ts'
import { askForPasskey } from './passkeys.service.ts'
import { isKnownDevice } from './staff-attempts.ts'
import { forgotPassword, resetPassword } from './staff-password.service.ts'
import { endStaffSession } from './staff-session.service.ts'
import * as signIn from './staff-sign-in.service.ts'

export const signInStaffHandlers: StaffHandler[] = [
  handleStaff(calls.signInStaff, async ({ shop, input, request, nameActor }) => {
    const { step, actor } = await signIn.signIn(shop, request, input)
    if (actor) nameActor(actor)
    return step
  }),
  handleStaff(calls.sendCode, async ({ shop, input, request, nameActor }) => {
    const { step, actor } = await signIn.sendCode(shop, request, input)
    if (actor) nameActor(actor)
    return step
  }),
  handleStaff(calls.askForPasskey, async ({ shop, request }) => {
    await shop.limits.take('staffChallengesByIp', networkOf(request.ip))
    return { options: await askForPasskey(shop, request, null) }
  }),
  handleStaff(calls.sendPasskey, async ({ shop, input, request, nameActor }) => {
    const { step, actor } = await signIn.signInByPasskey(shop, request, input.response)
    if (actor) nameActor(actor)
    return step
  }),
  handleStaff(calls.signOutStaff, async ({ shop, actor, request }) => {
    if (actor?.sessionId) await endStaffSession(shop, shop.db, actor.id, actor.sessionId)
    request.setCookie(staffCookie, '', new Date(0), { httpOnly: true, sameSite: 'Strict' })
  }),
  handleStaff(calls.forgotStaffPassword, async ({ shop, input, request }) => {
    const isKnown = await isKnownDevice(shop, readDevice(request), input.email)
    // The request is never refused. Otherwise, others in the same network could use up the network's limit.
    const isBelowNetworkLimit = isKnown || (await shop.limits.allows('forgotByIp', `staff ${networkOf(request.ip)}`))
    await forgotPassword(shop, input.email, isBelowNetworkLimit)
  }),
  handleStaff(calls.resetStaffPassword, async ({ shop, input, nameActor }) => {
    const { id, name, email } = await resetPassword(shop, input)
    nameActor({ kind: 'member', id, name })
    return { email }
  }),
  handleStaff(calls.acceptInvitation, async ({ shop, input, request, nameActor }) => {
    const { email, actor } = await acceptInvitation(shop, request, input)
    nameActor(actor)
    return { email, step: 'done' as const }
  }),
]
