import { EditDialog } from '#console/form/edit-dialog.tsx'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { SelectField, TextField } from '#console/ui/fields/field.tsx'
import { invite, type Role } from '#features/staff/members.staff.contract.ts'
import { canGrantRole } from './role-rows.ts'

/** Confirms an invitation in a dialog, since it sends a mail. */
export function InviteDialog({ roles, onClose }: { roles: Role[]; onClose: () => void }) {
  const { call } = useConsole()
  const me = useMe()
  const given = roles.filter((role) => canGrantRole(me, role))
  // Support is the default, so that the role with the most rights is not given by accident.
  const usual = given.find(({ id }) => id === 'support') ?? given.at(-1)
  return (
    <EditDialog
      title="Invite a colleague"
      button="Send invitation"
      isNew
      initial={{ email: '', name: '', role: usual?.id ?? '' }}
      says={`Sent in the name of ${me.name}. The link works once, for three days.`}
      done="Invitation sent"
      onClose={onClose}
      send={(_, values) => call(invite, values)}
    >
      {(form) => (
        <>
          <TextField label="Email" type="email" dir="ltr" autoComplete="off" {...form.field('email')} />
          <TextField label="Name" hint="They can change it" maxLength={100} {...form.field('name')} />
          <SelectField
            label="Role"
            options={given.map(({ id, name }) => ({ value: id, name }))}
            {...form.field('role')}
          />
        </>
      )}
    </EditDialog>
  )
}
