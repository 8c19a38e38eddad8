import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { EditDialog } from '#console/form/edit-dialog.tsx'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { staffCustomerLink } from '#console/shell/console-links.ts'
import { Check } from '#console/ui/fields/check.tsx'
import { SelectField, TextField } from '#console/ui/fields/field.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { addCustomer } from '#features/customers/customers.staff.contract.ts'

type Props = { languages: { value: string; name: string }[]; onClose: () => void }

/**
 * Renders the dialog that creates an account for a customer who called or wrote. The customer then sets a password by
 * mail.
 */
export function NewCustomerDialog({ languages, onClose }: Props) {
  const { call } = useConsole()
  const me = useMe()
  const router = useRouter()
  const made = useRef('')
  return (
    <EditDialog
      title="New customer"
      button="Add customer"
      isNew
      initial={{ email: '', name: '', language: '', sends_mail: true }}
      says={me.name}
      onClose={onClose}
      onDone={() => {
        onClose()
        showToast('Customer added')
        router.navigate({ href: staffCustomerLink(made.current) })
      }}
      send={async (_, { language, ...values }) => {
        const { data } = await call(addCustomer, { ...values, ...(language && { language }) })
        made.current = data.id
      }}
    >
      {(form) => (
        <>
          <TextField
            label="Email"
            type="email"
            dir="ltr"
            maxLength={50}
            autoComplete="off"
            required
            data-first
            {...form.field('email')}
          />
          <TextField label="Name" maxLength={100} autoComplete="off" {...form.field('name')} />
          {languages.length > 0 && (
            <SelectField
              label="Email language"
              options={[{ value: '', name: 'Shop default' }, ...languages]}
              {...form.field('language')}
            />
          )}
          <Check
            label="Send an email with a link to set a password"
            hint="The link works for one hour. After that, they can request another one on the sign-in page."
            isChecked={form.values.sends_mail}
            onChange={(isOn) => form.field('sends_mail').onChange(isOn)}
          />
        </>
      )}
    </EditDialog>
  )
}
