import * as keyCalls from '#features/staff/keys.staff.contract.ts'
import * as calls from '#features/staff/members.staff.contract.ts'
import { handleStaff, type StaffHandler } from '#server/http/staff/staff-handler.ts'
import * as invitations from './invitations.service.ts'
import * as keys from './keys.service.ts'
import * as members from './members.service.ts'
import * as roles from './roles.service.ts'
import * as rule from './second-step-rule.service.ts'

// The time of the last visit changes without an edit, so it is not part of the version.
const ofMember = {
  resource: ({ shop, input }: { shop: Parameters<typeof members.readMember>[0]; input: { id: string } }) =>
    members.lockAndReadMember(shop, input.id),
  versionOf: ({ last_seen_at: _, ...member }: calls.Member) => member,
}
// The number of members is not part of the role's version.
const roleVersion = ({ members: _, ...role }: calls.Role) => role
const ofRole = {
  resource: ({ shop, input }: { shop: Parameters<typeof roles.lockRole>[0]; input: { id: string } }) =>
    roles.lockRole(shop, input.id),
  versionOf: roleVersion,
}

export const membersStaffHandlers: StaffHandler[] = [
  handleStaff(calls.listMembers, ({ shop, input }) => members.readMembers(shop, input)),
  handleStaff(calls.getMember, ({ shop, input }) => members.readMember(shop, input.id), {
    versionOf: ofMember.versionOf,
  }),
  handleStaff(calls.addMember, ({ shop, actor, input }) => members.addMember(shop, actor, input), {
    versionOf: ofMember.versionOf,
  }),
  handleStaff(calls.changeMember, ({ shop, actor, input }) => members.changeMember(shop, actor, input), ofMember),
  handleStaff(calls.disableMember, ({ shop, actor, input }) => members.disableMember(shop, actor, input.id), ofMember),
  handleStaff(calls.enableMember, ({ shop, actor, input }) => members.enableMember(shop, actor, input.id), ofMember),
  handleStaff(calls.signOutMember, ({ shop, actor, input }) => members.signOutMember(shop, actor, input.id), ofMember),

  handleStaff(calls.listInvitations, ({ shop, input }) => invitations.readInvitations(shop, input)),
  handleStaff(calls.invite, async ({ shop, actor, input }) => {
    const { invitation } = await invitations.invite(shop, actor, input)
    return invitation
  }),
  handleStaff(calls.endInvitation, ({ shop, actor, input }) => invitations.endInvitation(shop, actor, input.id), {
    resource: ({ shop, input }) => invitations.readInvitation(shop, input.id),
  }),

  handleStaff(calls.listRoles, ({ shop }) => roles.readRoles(shop)),
  handleStaff(calls.getRole, ({ shop, input }) => roles.readRole(shop, input.id), { versionOf: roleVersion }),
  handleStaff(calls.addRole, ({ shop, actor, input }) => roles.addRole(shop, actor, input), { versionOf: roleVersion }),
  handleStaff(calls.changeRole, ({ shop, actor, input }) => roles.changeRole(shop, actor, input), ofRole),
  handleStaff(calls.removeRole, ({ shop, actor, input }) => roles.removeRole(shop, actor, input.id), ofRole),

  handleStaff(calls.getSecondStepRule, ({ shop }) => rule.readSecondStepRule(shop)),
  handleStaff(calls.changeSecondStepRule, ({ shop, actor, input }) => rule.saveSecondStepRule(shop, actor, input), {
    resource: ({ shop }) => rule.readSecondStepRule(shop),
  }),

  handleStaff(keyCalls.listKeys, ({ shop, input }) => keys.readKeys(shop, input)),
  handleStaff(keyCalls.makeKey, ({ shop, actor, input }) => keys.makeKey(shop, actor, input), {
    auditView: ({ key: _, ...made }) => made,
  }),
  handleStaff(keyCalls.endKey, ({ shop, input }) => keys.endKey(shop, input.id), {
    resource: ({ shop, input }) => keys.readKey(shop, input.id),
  }),
]
