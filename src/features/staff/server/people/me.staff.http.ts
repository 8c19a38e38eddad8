import * as calls from '#features/staff/me.staff.contract.ts'
import { refuse } from '#server/http/refuse.ts'
import { handleStaff, type StaffHandler } from '#server/http/staff-handler.ts'
import { askForPasskey, listPasskeys, startPasskey } from '../sign-in/passkeys.service.ts'
import { readSecondSteps, renewRecoveryCodes, startCode } from '../sign-in/second-step.service.ts'
import { changeMyPassword } from '../sign-in/staff-password.service.ts'
import { endStaffSession, endStaffSessions } from '../sign-in/staff-session.service.ts'
import * as me from './me.service.ts'

// Counts and the time of the second step change by themselves, so they are not part of the version.
const versionOf = ({ id, name, email, single_keys, keys, compact_rows }: calls.Me) => [
  ...[id, name, email],
  ...[single_keys, keys, compact_rows],
]

export const meStaffHandlers: StaffHandler[] = [
  handleStaff(calls.getMe, ({ shop, asker }) => me.readMe(shop, asker), { versionOf }),
  handleStaff(calls.changeMe, ({ shop, asker, input }) => me.changeMe(shop, asker, input), {
    thing: ({ shop, asker }) => me.readMe(shop, asker),
    versionOf,
  }),
  handleStaff(calls.listMySessions, ({ shop, asker, input }) => me.readMySessions(shop, asker, input)),
  handleStaff(calls.endMyOtherSessions, async ({ shop, asker }) => {
    const { id } = await me.readOwnMember(shop, asker)
    await endStaffSessions(shop, shop.db, id, asker.sessionId)
  }),
  handleStaff(calls.endMySession, async ({ shop, asker, input }) => {
    const { id } = await me.readOwnMember(shop, asker)
    await endStaffSession(shop, shop.db, id, input.id)
  }),
  handleStaff(calls.changeMyPassword, async ({ shop, asker, input, request }) => {
    await me.readOwnMember(shop, asker)
    await changeMyPassword(shop, request, asker, input)
  }),
  handleStaff(calls.startMyCode, async ({ shop, asker }) => startCode(shop, await me.readOwnMember(shop, asker))),
  handleStaff(calls.confirmMyCode, ({ shop, asker, input }) => me.confirmMyCode(shop, asker, input.code)),
  handleStaff(calls.removeMyCode, ({ shop, asker }) => me.removeMyCode(shop, asker)),
  handleStaff(calls.listMyPasskeys, async ({ shop, asker }) => {
    const { id } = await me.readOwnMember(shop, asker)
    const passkeys = await listPasskeys(shop, id)
    return { data: passkeys, next: null, total: passkeys.length }
  }),
  handleStaff(calls.startMyPasskey, async ({ shop, asker, request }) => {
    return { options: await startPasskey(shop, request, await me.readOwnMember(shop, asker)) }
  }),
  handleStaff(calls.addMyPasskey, ({ shop, asker, input, request }) => me.addMyPasskey(shop, request, asker, input)),
  handleStaff(calls.removeMyPasskey, ({ shop, asker, input }) => me.removeMyPasskey(shop, asker, input.id)),
  handleStaff(calls.renewMyRecoveryCodes, async ({ shop, asker }) => {
    const { id } = await me.readOwnMember(shop, asker)
    // Recovery codes replace a second step, so they need one.
    if ((await readSecondSteps(shop.db, id)).length === 0) throw refuse('second_step_needed')
    return { recovery_codes: await renewRecoveryCodes(shop.db, id) }
  }),
  handleStaff(calls.startConfirming, async ({ shop, asker, request }) => {
    const { id } = await me.readOwnMember(shop, asker)
    return { options: await askForPasskey(shop, request, id) }
  }),
  handleStaff(calls.confirmMe, ({ shop, asker, input, request }) => me.confirmMe(shop, request, asker, input)),
]
