import { useState } from 'react'
import { EditDialog } from '#console/form/edit-dialog.tsx'
import { useConsole } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { TextField } from '#console/ui/fields/field.tsx'
import { FieldRow } from '#console/ui/layout/form-page.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { recordOf } from '#contract/values.ts'
import { type AddressField, addressFieldLengths, addressFormNames } from '#features/addresses/addresses.rules.ts'
import { type StaffCustomer, saveCustomerAddress } from '#features/customers/customers.staff.contract.ts'
import { CountryField } from '#features/settings/console/parts/country-field.tsx'
import styles from './customer-page.module.css'

type Props = { customer: StaffCustomer; mayWrite: boolean }

/** Shows the customer's default address, which prefills the forms of the shop. */
export function DefaultAddress({ customer, mayWrite }: Props) {
  const [isEditing, setEditing] = useState(false)
  const [first] = customer.addresses
  const mayEdit = mayWrite && customer.possible.includes('address')
  if (!first && !mayEdit) return null
  return (
    <Panel
      title="Default address"
      actions={
        mayEdit && (
          <Button
            tone="quiet"
            size="small"
            aria-label={first ? 'Edit the default address' : 'Add an address'}
            onClick={() => setEditing(true)}
          >
            {first ? 'Edit' : 'Add'}
          </Button>
        )
      }
    >
      {first ? (
        <address className={styles.address} dir="auto">
          {[`${first.firstname} ${first.lastname}`, ...first.lines].join('\n')}
        </address>
      ) : (
        <p className={styles.quiet}>This customer has no saved address.</p>
      )}
      {isEditing && <AddressDialog customer={customer} onClose={() => setEditing(false)} />}
    </Panel>
  )
}

/** Fields in pairs. The labels fit every country, because staff enter addresses of all countries. */
const rows: (readonly (readonly [name: AddressField, label: string])[])[] = [
  [
    ['firstname', 'First name'],
    ['lastname', 'Last name'],
  ],
  [
    ['country', 'Country'],
    ['telephone', 'Phone'],
  ],
  [
    ['address_1', 'Street'],
    ['house_num', 'House number'],
  ],
  [
    ['address_2', 'Apartment, floor, company'],
    ['city', 'City'],
  ],
  [
    ['state', 'State or region'],
    ['postcode', 'Postcode'],
  ],
]

function AddressDialog({ customer: { id, addresses }, onClose }: { customer: StaffCustomer; onClose: () => void }) {
  const { call } = useConsole()
  const [first] = addresses
  const known = recordOf(addressFormNames, (name) => first?.[name] ?? '')
  const initial = { ...known, country: first?.country_code ?? '' }
  return (
    <EditDialog
      title="Default address"
      button="Save address"
      initial={initial}
      says="Existing orders keep their address."
      done="Address saved"
      onClose={onClose}
      send={(_, values) => call(saveCustomerAddress, { id, ...values })}
    >
      {(form) =>
        rows.map((pair) => (
          <FieldRow key={pair[0]?.[0]} isPairs>
            {pair.map(([name, label]) =>
              name === 'country' ? (
                <CountryField key={name} {...form.field(name)} />
              ) : (
                <TextField
                  key={name}
                  label={label}
                  maxLength={addressFieldLengths[name]}
                  autoComplete="off"
                  {...(name === 'telephone' && { type: 'tel', dir: 'ltr' })}
                  {...form.field(name)}
                />
              ),
            )}
          </FieldRow>
        ))
      }
    </EditDialog>
  )
}
