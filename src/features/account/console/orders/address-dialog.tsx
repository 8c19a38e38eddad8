import { EditDialog } from '#console/edit-dialog.tsx'
import { SelectField, TextField } from '#console/ui/field.tsx'
import { Note } from '#console/ui/note.tsx'
import { changeAddress } from '#features/orders/order-commands.staff.contract.ts'
import type { AddressReason } from '#features/orders/orders.staff.rules.ts'
import styles from './dialogs.module.css'
import type { OrderDialog } from './order-dialog.tsx'

const none = {
  firstname: '',
  lastname: '',
  telephone: '',
  address_1: '',
  address_2: '',
  house_num: '',
  city: '',
  state: '',
  country: '',
  postcode: '',
}
type Name = keyof typeof none

const reasons: { value: AddressReason; name: string }[] = [
  { value: 'shopper_asked', name: 'The shopper asked' },
  { value: 'mistyped', name: 'It was mistyped' },
  { value: 'carrier_asked', name: 'The carrier asked' },
  { value: 'other', name: 'Another reason' },
]

/** Where it goes, until it was handed over. The country stays: another one has other prices. */
export function AddressDialog({ order: { number, address, status }, send, close }: OrderDialog) {
  const initial = { ...(address ?? none), why: 'shopper_asked' as AddressReason }
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
        const field = (name: Name) => {
          const was = initial[name]
          const isChanged = form.changed.includes(name)
          return { ...form.field(name), maxLength: 100, ...(isChanged && was && { hint: `Was ${was}` }) }
        }
        return (
          <div className={styles.address}>
            <div className={styles.half}>
              <TextField label="First name" {...field('firstname')} />
              <TextField label="Last name" {...field('lastname')} />
            </div>
            <div className={styles.street}>
              <TextField label="Street" {...field('address_1')} />
              <TextField label="House or flat" {...field('house_num')} />
            </div>
            <TextField label="More of the address" {...field('address_2')} />
            <div className={styles.town}>
              <TextField label="Postcode" {...field('postcode')} />
              <TextField label="City" {...field('city')} />
              <TextField label="State" {...field('state')} />
            </div>
            <div className={styles.half}>
              <TextField
                label="Country"
                {...field('country')}
                readOnly={initial.country !== ''}
                hint={initial.country !== '' ? 'Another country changes the price: cancel instead' : undefined}
              />
              <TextField label="Phone" type="tel" dir="ltr" {...field('telephone')} />
            </div>
            {status === 'packed' && (
              <Note tone="warning">The parcel is packed. Print a new slip, and take the old label off.</Note>
            )}
            <SelectField label="Why" options={reasons} {...form.field('why')} />
          </div>
        )
      }}
    </EditDialog>
  )
}
