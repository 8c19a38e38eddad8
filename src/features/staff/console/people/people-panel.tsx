import { Ban, Ellipsis, LogOut, Mail, Pencil, Undo2, UserCheck } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { EditDialog } from '#console/form/edit-dialog.tsx'
import { type RowDialogProps, useRowDialog } from '#console/form/row-dialog.tsx'
import styles from '#console/settings/settings.module.css'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { Menu, type MenuItem } from '#console/ui/buttons/menu.tsx'
import { Avatar } from '#console/ui/content/avatar.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { Tag } from '#console/ui/content/tag.tsx'
import { SelectField, TextField } from '#console/ui/fields/field.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { endCell, Table } from '#console/ui/layout/table.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import {
  changeMember,
  disableMember,
  enableMember,
  endInvitation,
  getMember,
  type Invitation,
  invite,
  type Member,
  type Role,
  signOutMember,
} from '#features/staff/members.staff.contract.ts'
import { canGrantRole } from './role-rows.ts'

const ways = { code: 'Authenticator app', passkey: 'Passkey' }

type Props = { members: Member[]; invitations: Invitation[]; roles: Role[]; mayWrite: boolean }

type Run = ReturnType<typeof useCommand>['run']

const columns = [
  { name: 'Person' },
  { name: 'Email' },
  { name: 'Role' },
  { name: 'Second step' },
  { name: 'Last seen' },
  { name: 'More', isNameHidden: true },
]

export function PeoplePanel({ members, invitations, roles, mayWrite }: Props) {
  const { run, problem } = useCommand()
  const rowDialog = useRowDialog(getMember, (props) => <RenameDialog {...props} />)
  return (
    <Panel title="People" isFlush>
      <Refusal problem={problem ?? rowDialog.problem} />
      <Table label="People" columns={columns}>
        {members.map((one) => (
          <Person
            key={one.id}
            member={one}
            roles={roles}
            mayWrite={mayWrite}
            run={run}
            onRename={() => rowDialog.open({ id: one.id })}
          />
        ))}
        {invitations.map((one) => (
          <Invited key={one.id} invitation={one} mayWrite={mayWrite} run={run} />
        ))}
      </Table>
      {rowDialog.dialog}
    </Panel>
  )
}

type InvitedProps = { invitation: Invitation; mayWrite: boolean; run: Run }

function Invited({ invitation, mayWrite, run }: InvitedProps) {
  const { id, name, role, created_at } = invitation
  const { call } = useConsole()
  const email = invitation.email ?? ''
  const inviteAgain = () => run(id, () => call(invite, { email, name, role: role.id }))
  async function sendAgain() {
    if (await inviteAgain()) showToast(`Invitation sent to ${invitation.email} again`)
  }
  async function takeBack() {
    if (!(await run(id, () => call(endInvitation, { id })))) return
    showToast(`The invitation to ${invitation.email} is withdrawn`, {
      action: { label: 'Invite again', run: inviteAgain },
    })
  }
  return (
    <tr>
      <td>
        <span className={styles.person}>
          <Avatar name={name || email} id={id} />
          <span className={styles.strong}>{name || 'Invited'}</span>
        </span>
      </td>
      <td className={styles.second}>
        <bdi dir="ltr">{invitation.email}</bdi>
      </td>
      <td>{role.name}</td>
      <td className={styles.warning}>Missing</td>
      <td className={styles.second}>
        Invited <Moment at={created_at} />
      </td>
      <td className={endCell}>
        {mayWrite && (
          <MoreMenu
            label={`More about the invitation to ${invitation.email}`}
            items={[
              { name: 'Send again', icon: Mail, run: sendAgain },
              { name: 'Withdraw invitation', icon: Undo2, isDanger: true, run: takeBack },
            ]}
          />
        )}
      </td>
    </tr>
  )
}

function MoreMenu({ label, items }: { label: string; items: MenuItem[] }) {
  return <Menu label={label} isLabelHidden icon={Ellipsis} tone="quiet" size="small" items={items} />
}

function RenameDialog({ opened, onClose }: RowDialogProps<Member>) {
  const { call } = useConsole()
  const { id = '', name = '' } = opened?.data ?? {}
  return (
    <EditDialog
      title={`Rename ${name}`}
      button="Save name"
      initial={{ name }}
      about={`members/${id}`}
      reload={opened?.reload}
      done="Name saved"
      onClose={onClose}
      send={(changed) => call(changeMember, { id, ...changed }, { ifMatch: opened?.etag ?? '' })}
    >
      {(form) => <TextField label="Name" maxLength={100} {...form.field('name')} />}
    </EditDialog>
  )
}

type PersonProps = {
  member: Member
  roles: Role[]
  mayWrite: boolean
  run: Run
  onRename: () => void
}

function Person({ member, roles, mayWrite, run, onRename }: PersonProps) {
  const { id, name, email, role, status, second_steps, last_seen_at } = member
  const me = useMe()
  const canGrant = roles.filter((one) => canGrantRole(me, one))
  const mayChange = mayWrite && canGrant.some((one) => one.id === role.id)
  return (
    <tr>
      <td>
        <span className={styles.person}>
          <Avatar name={name} id={id} />
          <span className={styles.strong}>
            {name} {id === me.id && <span className={styles.third}>you</span>}
          </span>
          {status === 'disabled' && <Tag tone="warning">Disabled</Tag>}
        </span>
      </td>
      <td className={styles.second}>
        <bdi dir="ltr">{email}</bdi>
      </td>
      <td>{mayChange ? <RoleChoice member={member} roles={canGrant} run={run} /> : role.name}</td>
      <td>
        {second_steps.length > 0 ? (
          <span className={styles.second}>{second_steps.map((way) => ways[way]).join(', ')}</span>
        ) : (
          <span className={styles.warning}>Missing</span>
        )}
      </td>
      <td className={styles.second}>{last_seen_at ? <Moment at={last_seen_at} /> : 'Never'}</td>
      <td className={endCell}>{mayChange && <PersonMenu member={member} run={run} onRename={onRename} />}</td>
    </tr>
  )
}

/** Changes the role at once, and shows the previous role again after a refusal. */
function RoleChoice({ member: { id, name, role }, roles, run }: Pick<PersonProps, 'member' | 'roles' | 'run'>) {
  const { call } = useConsole()
  const [moving, setMoving] = useState<string | null>(null)
  const give = (roleId: string) => run(id, () => call(changeMember, { id, role: roleId }, { ifMatch: '*' }))
  async function choose(roleId: string) {
    const before = role.id
    setMoving(roleId)
    const isDone = await give(roleId)
    setMoving(null)
    if (!isDone) return
    const given = roles.find((one) => one.id === roleId)?.name
    showToast(`${name} has the role ${given}`, { action: { label: 'Undo', run: () => give(before) } })
  }
  return (
    <SelectField
      label={`Role of ${name}`}
      isLabelHidden
      value={moving ?? role.id}
      options={roles.map((one) => ({ value: one.id, name: one.name }))}
      onChange={choose}
    />
  )
}

function PersonMenu({ member, run, onRename }: Pick<PersonProps, 'member' | 'run' | 'onRename'>) {
  const { id, name, possible } = member
  const { call } = useConsole()
  const send = (isActive: boolean) => run(id, () => call(isActive ? enableMember : disableMember, { id }))
  async function setActive(isActive: boolean) {
    if (!(await send(isActive))) return
    showToast(isActive ? `${name} can sign in again` : `${name} is signed out and can no longer sign in`, {
      action: { label: 'Undo', run: () => send(!isActive) },
    })
  }
  async function signOut() {
    if (await run(id, () => call(signOutMember, { id }))) showToast(`${name} is signed out everywhere`)
  }
  const disable = { name: 'Disable', icon: Ban, isDanger: true, isSeparated: true, run: () => setActive(false) }
  const enable = { name: 'Enable again', icon: UserCheck, isSeparated: true, run: () => setActive(true) }
  return (
    <MoreMenu
      label={`More about ${name}`}
      items={[
        { name: 'Rename', icon: Pencil, run: onRename },
        { name: 'Sign out everywhere', icon: LogOut, run: signOut },
        ...(possible.includes('disable') ? [disable] : []),
        ...(possible.includes('enable') ? [enable] : []),
      ]}
    />
  )
}
