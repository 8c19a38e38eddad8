import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { type ConsoleContext, useMe } from '#console/console-context.ts'
import { loadAll } from '#console/load-all.ts'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { settingsLinks } from '#console/settings/settings-places.ts'
import { Button } from '#console/ui/button.tsx'
import { usePageData } from '#console/use-page-data.ts'
import { allowsScope } from '#contract/scopes.ts'
import { type Invitation, listInvitations, listMembers, listRoles } from '../members.staff.contract.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { PeoplePanel } from './people-panel.tsx'
import { RolesPanel } from './roles-panel.tsx'

export async function loadPeople({ context: { load } }: { context: ConsoleContext }) {
  const [members, roles, { data: invitations }] = await Promise.all([
    loadAll(load, listMembers, {}),
    loadAll(load, listRoles, {}),
    load(listInvitations, { limit: 100 }),
  ])
  const isOpen = ({ status, email }: Invitation) => status === 'open' && email !== null
  return { members, roles, invitations: invitations.data.filter(isOpen) }
}

const count = (amount: number, one: string, many: string) => `${amount} ${amount === 1 ? one : many}`

/** Who works here, and what they may do. */
export function PeoplePage() {
  const { members, roles, invitations } = usePageData<typeof loadPeople>(settingsLinks.staff)
  const me = useMe()
  const mayWrite = allowsScope(new Set(me.scopes), 'staff:write')
  const [isInviting, setInviting] = useState(false)
  const says = me.second_step.is_required ? ' Everybody needs a second step to sign in.' : ''
  return (
    <SettingsPage
      follows="people"
      title="Staff and roles"
      about={`${count(members.length, 'person', 'people')}, ${count(roles.length, 'role', 'roles')}.${says}`}
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
      {isInviting && <InviteDialog roles={roles} onClose={() => setInviting(false)} />}
    </SettingsPage>
  )
}
