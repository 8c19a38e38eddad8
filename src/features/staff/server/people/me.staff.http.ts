import * as calls from '#features/staff/me.staff.contract.ts'
import { refuse } from '#server/http/refuse.ts'
import { handleStaff, type StaffHandler } from '#server/http/staff/staff-handler.ts'
import { askForPasskey, listPasskeys, startPasskey } from '../sign-in/passkeys.service.ts'
import { readSecondSteps, renewRecoveryCodes, startCode } from '../sign-in/second-step.service.ts'
import { changeMyPassword } from '../sign-in/staff-password.service.ts'
import { endStaffSession, endStaffSessions } from '../sign-in/staff-session.service.ts'
import * as me from './me.service.ts'

// Counts and the time of the second step change without an edit, so they are not part of the version.
const versionOf = ({ id, name, email, single_keys, keys, compact_rows }: calls.Me) => [
  ...[id, name, email],
  ...[single_keys, keys, compact_rows],
]

export const meStaffHandlers: StaffHandler[] = [
  handleStaff(calls.getMe, ({ shop, actor }) => me.readMe(shop, actor), { versionOf }),
  handleStaff(calls.changeMe, ({ shop, actor, input }) => me.changeMe(shop, actor, input), {
    resource: ({ shop, actor }) => me.readMe(shop, actor),
    versionOf,
  }),
  handleStaff(calls.listMySessions, ({ shop, actor, input }) => me.readMySessions(shop, actor, input)),
  handleStaff(calls.endMyOtherSessions, async ({ shop, actor }) => {
    const { id } = await me.readOwnMember(shop, actor)
    await endStaffSessions(shop, shop.db, id, actor.sessionId)
  }),
  handleStaff(calls.endMySession, async ({ shop, actor, input }) => {
    const { id } = await me.readOwnMember(shop, actor)
    await endStaffSession(shop, shop.db, id, input.id)
  }),
  handleStaff(calls.changeMyPassword, async ({ shop, actor, input, request }) => {
    await me.readOwnMember(shop, actor)
    await changeMyPassword(shop, request, actor, input)
  }),
  handleStaff(calls.startMyCode, async ({ shop, actor }) => startCode(shop, await me.readOwnMember(shop, actor))),
  handleStaff(calls.confirmMyCode, ({ shop, actor, input }) => me.confirmMyCode(shop, actor, input.code)),
  handleStaff(calls.removeMyCode, ({ shop, actor }) => me.removeMyCode(shop, actor)),
  handleStaff(calls.listMyPasskeys, async ({ shop, actor }) => {
    const { id } = await me.readOwnMember(shop, actor)
    const passkeys = await listPasskeys(shop, id)
    return { data: passkeys, next: null, total: passkeys.length }
  }),
  handleStaff(calls.startMyPasskey, async ({ shop, actor, request }) => {
    return { options: await startPasskey(shop, request, await me.readOwnMember(shop, actor)) }
  }),
  handleStaff(calls.addMyPasskey, ({ shop, actor, input, request }) => me.addMyPasskey(shop, request, actor, input)),
  handleStaff(calls.removeMyPasskey, ({ shop, actor, input }) => me.removeMyPasskey(shop, actor, input.id)),
  handleStaff(calls.renewMyRecoveryCodes, async ({ shop, actor }) => {
    const { id } = await me.readOwnMember(shop, actor)
    // Recovery codes replace a second step, so the member must have a second step first.
    if ((await readSecondSteps(shop.db, id)).length === 0) throw refuse('second_step_needed')
    return { recovery_codes: await renewRecoveryCodes(shop.db, id) }
  }),
  handleStaff(calls.startConfirming, async ({ shop, actor, request }) => {
    const { id } = await me.readOwnMember(shop, actor)
    return { options: await askForPasskey(shop, request, id) }
  }),
  handleStaff(calls.confirmMe, ({ shop, actor, input, request }) => me.confirmMe(shop, request, actor, input)),
]
