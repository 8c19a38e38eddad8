import { EditDialog } from '#console/form/edit-dialog.tsx'
import { Note } from '#console/ui/content/note.tsx'
import { SelectField } from '#console/ui/fields/field.tsx'
import { changeAddress } from '#features/orders/order-commands.staff.contract.ts'
import type { AddressReason } from '#features/orders/orders.staff.rules.ts'
import type { OrderDialog } from '../parts/order-dialog.tsx'
import { AddressFields, type AddressName, noAddress } from './address-fields.tsx'
import styles from './dialogs.module.css'

const reasons: { value: AddressReason; name: string }[] = [
  { value: 'shopper_asked', name: 'The shopper asked' },
  { value: 'mistyped', name: 'It was mistyped' },
  { value: 'carrier_asked', name: 'The carrier asked' },
  { value: 'other', name: 'Another reason' },
]

/**
 * Edits the shipping address until the order is handed over to a carrier. The country is fixed because prices depend on
 * the country.
 */
export function AddressDialog({ order: { number, address, status }, send, close }: OrderDialog) {
  const { country: name = '', country_code: code = null, ...known } = address ?? { ...noAddress, country_code: null }
  const initial: typeof noAddress & { why: AddressReason } = { ...known, country: code ?? '', why: 'shopper_asked' }
  return (
    <EditDialog
      title="Change where it goes"
      button="Change the address"
      initial={initial}
      says="Until it is shipped"
      done={`New address for ${number}`}
      onClose={close}
      send={(_, values) => send(changeAddress, values)}
    >
      {(form) => {
        const field = (name: AddressName) => {
          const was = initial[name]
          const isChanged = form.changed.includes(name)
          return { ...form.field(name), ...(isChanged && was && { hint: `Was ${was}` }) }
        }
        return (
          <div className={styles.address}>
            <AddressFields
              field={field}
              fixedCountry={
                code === null ? undefined : { name, why: 'Another country changes the price: cancel instead' }
              }
            />
            {status === 'packed' && (
              <Note tone="warning">The parcel is packed. Print a new slip, and remove the old label.</Note>
            )}
            <SelectField label="Why" options={reasons} {...form.field('why')} />
          </div>
        )
      }}
    </EditDialog>
  )
}
