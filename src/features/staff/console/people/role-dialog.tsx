import { EditDialog } from '#console/form/edit-dialog.tsx'
import type { RowDialogProps } from '#console/form/row-dialog.tsx'
import styles from '#console/settings/settings.module.css'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { TextField } from '#console/ui/fields/field.tsx'
import { MoneyField } from '#console/ui/fields/money-field.tsx'
import { addRole, changeRole, type Role, removeRole } from '#features/staff/members.staff.contract.ts'
import { ScopeChecks } from './scope-checks.tsx'

export function RoleDialog({ opened, onClose }: RowDialogProps<Role>) {
  const { call, shop } = useConsole()
  const me = useMe()
  const { id = '', name = '', scopes = [], refund_limit = null } = opened?.data ?? {}
  const ifMatch = opened?.etag ?? ''
  const people = opened?.data.members ?? 0
  const mayRemove = opened && !opened.data.is_built_in && people === 0
  return (
    <EditDialog
      title={opened ? `Role ${name}` : 'New role'}
      button={opened ? 'Save role' : 'Add role'}
      size="table"
      isNew={!opened}
      initial={{ name, scopes, refund_limit }}
      about={`roles/${id}`}
      reload={opened?.reload}
      says={people > 0 && `Changes apply to ${people} ${people === 1 ? 'person' : 'people'} at once.`}
      done={opened ? 'Role saved' : 'Role added'}
      onClose={onClose}
      send={(changed, values) => (opened ? call(changeRole, { ...changed, id }, { ifMatch }) : call(addRole, values))}
      remove={
        mayRemove
          ? { button: 'Remove', done: 'Role removed', run: () => call(removeRole, { id }, { ifMatch }) }
          : undefined
      }
    >
      {(form) => (
        <>
          <div className={styles.two}>
            <TextField label="Name" maxLength={60} {...form.field('name')} />
            <MoneyField
              label="Refund limit without approval"
              hint="Leave empty for no limit"
              placeholder="No limit"
              currency={shop.currency}
              {...form.field('refund_limit')}
            />
          </div>
          <ScopeChecks label="Permissions" canGrant={new Set(me.scopes)} {...form.field('scopes')} />
        </>
      )}
    </EditDialog>
  )
}
