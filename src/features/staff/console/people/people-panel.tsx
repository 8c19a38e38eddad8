import { Ban, Ellipsis, LogOut, Mail, Pencil, Undo2, UserCheck } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { EditDialog } from '#console/form/edit-dialog.tsx'
import { type RowDialogProps, useRowDialog } from '#console/form/row-dialog.tsx'
import styles from '#console/settings/settings.module.css'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { Avatar } from '#console/ui/avatar.tsx'
import { SelectField, TextField } from '#console/ui/field.tsx'
import { Menu, type MenuItem } from '#console/ui/menu.tsx'
import { Moment } from '#console/ui/moment.tsx'
import { Refusal } from '#console/ui/note.tsx'
import { Panel } from '#console/ui/panel.tsx'
import { endCell, Table } from '#console/ui/table.tsx'
import { Tag } from '#console/ui/tag.tsx'
import { showToast } from '#console/ui/toast-store.ts'
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
import { mayGiveRole } from './role-rows.ts'

const ways = { code: 'App code', passkey: 'Passkey' }

type Props = { members: Member[]; invitations: Invitation[]; roles: Role[]; mayWrite: boolean }

export function PeoplePanel({ members, invitations, roles, mayWrite }: Props) {
  const { call } = useConsole()
  const { run, problem } = useCommand()
  const rowDialog = useRowDialog(getMember, (props) => <RenameDialog {...props} />)
  async function takeBack({ id, email, name, role }: Invitation) {
    if (!(await run(id, () => call(endInvitation, { id })))) return
    const again = () => run(id, () => call(invite, { email: email ?? '', name, role: role.id }))
    showToast(`The invitation to ${email} is taken back`, { action: { label: 'Invite again', run: again } })
  }
  return (
    <Panel title="People" isFlush>
      <Refusal problem={problem ?? rowDialog.problem} />
      <Table
        label="People"
        columns={[
          { name: 'Person' },
          { name: 'Email' },
          { name: 'Role' },
          { name: 'Second step' },
          { name: 'Last seen' },
          { name: 'More', isNameHidden: true },
        ]}
      >
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
          <tr key={one.id}>
            <td>
              <span className={styles.person}>
                <Avatar name={one.name || (one.email ?? '')} id={one.id} />
                <span className={styles.strong}>{one.name || 'Invited'}</span>
              </span>
            </td>
            <td className={styles.second}>
              <bdi dir="ltr">{one.email}</bdi>
            </td>
            <td>{one.role.name}</td>
            <td className={styles.warning}>Missing</td>
            <td className={styles.second}>
              Invited <Moment at={one.created_at} />
            </td>
            <td className={endCell}>
              {mayWrite && (
                <Menu
                  label={`More about the invitation to ${one.email}`}
                  isLabelHidden
                  icon={Ellipsis}
                  tone="quiet"
                  size="small"
                  items={[
                    {
                      name: 'Send it again',
                      icon: Mail,
                      run: async () => {
                        const sent = { email: one.email ?? '', name: one.name, role: one.role.id }
                        if (await run(one.id, () => call(invite, sent))) showToast(`Sent to ${one.email} again`)
                      },
                    },
                    { name: 'Take it back', icon: Undo2, isDanger: true, run: () => takeBack(one) },
                  ]}
                />
              )}
            </td>
          </tr>
        ))}
      </Table>
      {rowDialog.dialog}
    </Panel>
  )
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
  run: ReturnType<typeof useCommand>['run']
  onRename: () => void
}

function Person({ member, roles, mayWrite, run, onRename }: PersonProps) {
  const { id, name, email, role, status, second_steps, last_seen_at, possible } = member
  const { call } = useConsole()
  const me = useMe()
  const [moving, setMoving] = useState<string | null>(null)
  const mayGive = new Set(roles.filter((one) => mayGiveRole(me, one)).map((one) => one.id))
  const mayChange = mayWrite && mayGive.has(role.id)
  async function give(roleId: string) {
    const before = role.id
    setMoving(roleId)
    const isDone = await run(id, () => call(changeMember, { id, role: roleId }, { ifMatch: '*' }))
    setMoving(null)
    if (!isDone) return
    const given = roles.find((one) => one.id === roleId)?.name
    const undo = () => run(id, () => call(changeMember, { id, role: before }, { ifMatch: '*' }))
    showToast(`${name} has the role ${given}`, { action: { label: 'Undo', run: undo } })
  }
  async function setActive(isActive: boolean) {
    const which = isActive ? enableMember : disableMember
    if (!(await run(id, () => call(which, { id })))) return
    const undo = () => run(id, () => call(isActive ? disableMember : enableMember, { id }))
    showToast(isActive ? `${name} can sign in again` : `${name} is signed out and cannot come in`, {
      action: { label: 'Undo', run: undo },
    })
  }
  const items: MenuItem[] = [
    { name: 'Rename', icon: Pencil, run: onRename },
    {
      name: 'Sign out everywhere',
      icon: LogOut,
      run: async () => {
        if (await run(id, () => call(signOutMember, { id }))) showToast(`${name} is signed out everywhere`)
      },
    },
    ...(possible.includes('disable')
      ? [{ name: 'Disable', icon: Ban, isDanger: true, isApart: true, run: () => setActive(false) }]
      : []),
    ...(possible.includes('enable')
      ? [{ name: 'Let in again', icon: UserCheck, isApart: true, run: () => setActive(true) }]
      : []),
  ]
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
      <td>
        {mayChange ? (
          <SelectField
            label={`Role of ${name}`}
            isLabelHidden
            value={moving ?? role.id}
            options={roles
              .filter((one) => mayGive.has(one.id) || one.id === role.id)
              .map((one) => ({ value: one.id, name: one.name }))}
            onChange={give}
          />
        ) : (
          role.name
        )}
      </td>
      <td>
        {second_steps.length > 0 ? (
          <span className={styles.second}>{second_steps.map((way) => ways[way]).join(', ')}</span>
        ) : (
          <span className={styles.warning}>Missing</span>
        )}
      </td>
      <td className={styles.second}>{last_seen_at ? <Moment at={last_seen_at} /> : 'Never'}</td>
      <td className={endCell}>
        {mayChange && (
          <Menu label={`More about ${name}`} isLabelHidden icon={Ellipsis} tone="quiet" size="small" items={items} />
        )}
      </td>
    </tr>
  )
}
