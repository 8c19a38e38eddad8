import { EditDialog } from '#console/form/edit-dialog.tsx'
import { Note } from '#console/ui/content/note.tsx'
import { SelectField } from '#console/ui/fields/field.tsx'
import { keysOf, recordOf } from '#contract/values.ts'
import { changeAddress } from '#features/orders/order-commands.staff.contract.ts'
import type { AddressReason } from '#features/orders/orders.staff.rules.ts'
import type { OrderDialog } from '../parts/order-dialog.tsx'
import { AddressFields, type AddressName, noAddress } from './address-fields.tsx'
import styles from './dialogs.module.css'

const reasons: { value: AddressReason; name: string }[] = [
  { value: 'shopper_asked', name: 'Requested by the shopper' },
  { value: 'mistyped', name: 'Typing error' },
  { value: 'carrier_asked', name: 'Requested by the carrier' },
  { value: 'other', name: 'Another reason' },
]

/**
 * Edits the shipping address until the order is handed over to a carrier. The country is fixed because prices depend on
 * the country.
 */
export function AddressDialog({ order: { number, address, status }, send, close }: OrderDialog) {
  const { country: name = '', country_code: code = null } = address ?? {}
  const known = recordOf(keysOf(noAddress), (field) => address?.[field] ?? '')
  const initial: typeof noAddress & { why: AddressReason } = { ...known, country: code ?? '', why: 'shopper_asked' }
  return (
    <EditDialog
      title="Change the shipping address"
      button="Change address"
      initial={initial}
      says="Possible until the order is shipped."
      done={`New address for ${number}`}
      onClose={close}
      send={(_, values) => send(changeAddress, values)}
    >
      {(form) => {
        const field = (name: AddressName) => {
          const was = initial[name]
          const isChanged = form.changed.includes(name)
          return { ...form.field(name), ...(isChanged && was && { hint: `Previously ${was}` }) }
        }
        return (
          <div className={styles.address}>
            <AddressFields
              field={field}
              fixedCountry={
                code === null ? undefined : { name, why: 'The price depends on the country. Cancel the order instead.' }
              }
            />
            {status === 'packed' && (
              <Note tone="warning">The parcel is packed. Print a new slip, and remove the old label.</Note>
            )}
            <SelectField label="Reason" options={reasons} {...form.field('why')} />
          </div>
        )
      }}
    </EditDialog>
  )
}
