import * as keyCalls from '#features/staff/keys.staff.contract.ts'
import * as calls from '#features/staff/members.staff.contract.ts'
import { handleStaff, type StaffHandler } from '#server/http/staff-handler.ts'
import * as invitations from './invitations.service.ts'
import * as keys from './keys.service.ts'
import * as members from './members.service.ts'
import * as roles from './roles.service.ts'

// The time of the last visit changes by itself, so it is not part of the version.
const ofMember = {
  thing: ({ shop, input }: { shop: Parameters<typeof members.readMember>[0]; input: { id: string } }) =>
    members.holdMemberShown(shop, input.id),
  versionOf: ({ last_seen_at: _, ...member }: calls.Member) => member,
}
// The number of members is not part of the role's version.
const roleVersion = ({ members: _, ...role }: calls.Role) => role
const ofRole = {
  thing: ({ shop, input }: { shop: Parameters<typeof roles.holdRole>[0]; input: { id: string } }) =>
    roles.holdRole(shop, input.id),
  versionOf: roleVersion,
}

export const membersStaffHandlers: StaffHandler[] = [
  handleStaff(calls.listMembers, ({ shop, input }) => members.readMembers(shop, input)),
  handleStaff(calls.getMember, ({ shop, input }) => members.readMember(shop, input.id), {
    versionOf: ofMember.versionOf,
  }),
  handleStaff(calls.addMember, ({ shop, asker, input }) => members.addMember(shop, asker, input), {
    versionOf: ofMember.versionOf,
  }),
  handleStaff(calls.changeMember, ({ shop, asker, input }) => members.changeMember(shop, asker, input), ofMember),
  handleStaff(calls.disableMember, ({ shop, asker, input }) => members.disableMember(shop, asker, input.id), ofMember),
  handleStaff(calls.enableMember, ({ shop, asker, input }) => members.enableMember(shop, asker, input.id), ofMember),
  handleStaff(calls.signOutMember, ({ shop, asker, input }) => members.signOutMember(shop, asker, input.id), ofMember),

  handleStaff(calls.listInvitations, ({ shop, input }) => invitations.readInvitations(shop, input)),
  handleStaff(calls.invite, async ({ shop, asker, input }) => {
    const { invitation } = await invitations.invite(shop, asker, input)
    return invitation
  }),
  handleStaff(calls.endInvitation, ({ shop, asker, input }) => invitations.endInvitation(shop, asker, input.id), {
    thing: ({ shop, input }) => invitations.readInvitation(shop, input.id),
  }),

  handleStaff(calls.listRoles, ({ shop }) => roles.readRoles(shop)),
  handleStaff(calls.getRole, ({ shop, input }) => roles.readRole(shop, input.id), { versionOf: roleVersion }),
  handleStaff(calls.addRole, ({ shop, asker, input }) => roles.addRole(shop, asker, input), { versionOf: roleVersion }),
  handleStaff(calls.changeRole, ({ shop, asker, input }) => roles.changeRole(shop, asker, input), ofRole),
  handleStaff(calls.removeRole, ({ shop, asker, input }) => roles.removeRole(shop, asker, input.id), ofRole),

  handleStaff(keyCalls.listKeys, ({ shop, input }) => keys.readKeys(shop, input)),
  handleStaff(keyCalls.makeKey, ({ shop, asker, input }) => keys.makeKey(shop, asker, input), {
    told: ({ key: _, ...made }) => made,
  }),
  handleStaff(keyCalls.endKey, ({ shop, input }) => keys.endKey(shop, input.id), {
    thing: ({ shop, input }) => keys.readKey(shop, input.id),
  }),
]
