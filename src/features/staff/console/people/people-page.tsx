import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { loadAll } from '#console/data/load-all.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { type ConsoleContext, useMe } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import {
  getSecondStepRule,
  type Invitation,
  listInvitations,
  listMembers,
  listRoles,
  type Role,
} from '#features/staff/members.staff.contract.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { PeoplePanel } from './people-panel.tsx'
import { RolesPanel } from './roles-panel.tsx'
import { SecondStepRulePanel } from './second-step-rule-panel.tsx'

export async function loadPeople({ context: { load } }: { context: ConsoleContext }) {
  const [members, { data: roles }, { data: invitations }, { data: rule }] = await Promise.all([
    loadAll(load, listMembers, {}),
    // The call returns all roles at once.
    load(listRoles, {}),
    load(listInvitations, { limit: 100 }),
    load(getSecondStepRule, {}),
  ])
  const isOpen = ({ status, email }: Invitation) => status === 'open' && email !== null
  return { members, roles: roles.data.toSorted(compareRoles), invitations: invitations.data.filter(isOpen), rule }
}

/** Built-in roles, from most to fewest rights. The shop's own roles follow. */
const ownRoles = ['owner', 'manager', 'support', 'warehouse', 'marketing', 'viewer']
const getRoleRank = ({ id }: Role) => (ownRoles.includes(id) ? ownRoles.indexOf(id) : ownRoles.length)
const compareRoles = (a: Role, b: Role) => getRoleRank(a) - getRoleRank(b)

const count = (amount: number, one: string, many: string) => `${amount} ${amount === 1 ? one : many}`

export function PeoplePage() {
  const { members, roles, invitations, rule } = usePageData<typeof loadPeople>(settingsLinks.staff)
  const me = useMe()
  const mayWrite = allowsScope(me.scopes, 'staff:write')
  const [isInviting, setInviting] = useState(false)
  return (
    <SettingsPage
      follows="people"
      title="Staff and roles"
      about={`${count(members.length, 'person', 'people')}, ${count(roles.length, 'role', 'roles')}.`}
      actions={
        mayWrite && (
          <Button tone="primary" icon={UserPlus} onClick={() => setInviting(true)}>
            Invite
          </Button>
        )
      }
    >
      <PeoplePanel members={members} invitations={invitations} roles={roles} mayWrite={mayWrite} />
      <RolesPanel roles={roles} />
      <SecondStepRulePanel rule={rule} mayWrite={mayWrite} />
      {isInviting && <InviteDialog roles={roles} onClose={() => setInviting(false)} />}
    </SettingsPage>
  )
}
