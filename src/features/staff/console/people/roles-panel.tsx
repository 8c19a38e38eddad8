import { Check, Plus } from 'lucide-react'
import { EditButton, useRowDialog } from '#console/form/row-dialog.tsx'
import styles from '#console/settings/settings.module.css'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { centredCell, Table } from '#console/ui/layout/table.tsx'
import { getRole, type Role } from '#features/staff/members.staff.contract.ts'
import { RoleDialog } from './role-dialog.tsx'
import { roleAllows, roleRows } from './role-rows.ts'

/** Lists the roles. Only owners create and change roles. */
export function RolesPanel({ roles }: { roles: Role[] }) {
  const isOwner = useMe().role?.is_owner ?? false
  const rowDialog = useRowDialog(getRole, (props) => <RoleDialog {...props} />)
  return (
    <Panel
      title="Permissions of each role"
      isFlush
      actions={
        isOwner && (
          <Button tone="quiet" size="small" icon={Plus} onClick={rowDialog.add}>
            New role
          </Button>
        )
      }
    >
      <Refusal problem={rowDialog.problem} />
      <Table
        label="Permissions of each role"
        isCompact
        columns={[{ name: 'Permission', isNameHidden: true }, ...roles.map(({ name }) => ({ name, isCentred: true }))]}
      >
        {roleRows.map(({ scope, name, hasLimit }) => (
          <tr key={scope}>
            <th scope="row">{name}</th>
            {roles.map((role) => (
              <td key={role.id} className={centredCell}>
                <PermissionMark role={role} isYes={roleAllows(role, scope)} hasLimit={hasLimit ?? false} />
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <th scope="row">People</th>
          {roles.map(({ id, members }) => (
            <td key={id} className={centredCell}>
              {members}
            </td>
          ))}
        </tr>
        {isOwner && (
          <tr>
            <td>
              <span className="visually-hidden">Change</span>
            </td>
            {roles.map(({ id, name, is_owner }) => (
              <td key={id} className={centredCell}>
                {!is_owner && <EditButton rowDialog={rowDialog} which={{ id }} name={`the role ${name}`} />}
              </td>
            ))}
          </tr>
        )}
      </Table>
      {rowDialog.dialog}
    </Panel>
  )
}

function PermissionMark({ role, isYes, hasLimit }: { role: Role; isYes: boolean; hasLimit: boolean }) {
  const { currency } = useConsole().shop
  if (!isYes) {
    return (
      <span className={styles.third}>
        <span aria-hidden>–</span>
        <span className="visually-hidden">no</span>
      </span>
    )
  }
  if (hasLimit) {
    const { refund_limit: amount } = role
    return amount === null ? 'No limit' : <Money of={{ amount, currency }} />
  }
  return (
    <>
      <Check size={16} strokeWidth={1.75} aria-hidden className={styles.yes} />
      <span className="visually-hidden">yes</span>
    </>
  )
}
