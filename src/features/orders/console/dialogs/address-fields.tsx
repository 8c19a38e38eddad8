import { TextField } from '#console/ui/fields/field.tsx'
import { CountryField } from '#features/settings/console/parts/country-field.tsx'
import styles from './dialogs.module.css'

export const noAddress = {
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
export type AddressName = keyof typeof noAddress

type Props = {
  field: (name: AddressName) => { value: string; onChange: (value: string) => void; error: string | null }
  /** Country that cannot be changed, and the reason. Without this property, the user chooses a country. */
  fixedCountry?: { name: string; why: string } | undefined
}

/** Renders the fields of an address, in the order of the checkout. */
export function AddressFields({ field, fixedCountry }: Props) {
  const text = (name: AddressName) => ({ maxLength: 100, autoComplete: 'off', ...field(name) })
  return (
    <>
      <div className={styles.half}>
        <TextField label="First name" {...text('firstname')} />
        <TextField label="Last name" {...text('lastname')} />
      </div>
      <div className={styles.street}>
        <TextField label="Street" {...text('address_1')} />
        <TextField label="House number" {...text('house_num')} />
      </div>
      <TextField label="Apartment, floor, company" {...text('address_2')} />
      <div className={styles.town}>
        <TextField label="Postcode" {...text('postcode')} />
        <TextField label="City" {...text('city')} />
        <TextField label="State" {...text('state')} />
      </div>
      <div className={styles.half}>
        {fixedCountry ? (
          <TextField label="Country" readOnly value={fixedCountry.name} onChange={() => {}} hint={fixedCountry.why} />
        ) : (
          <CountryField {...field('country')} />
        )}
        <TextField label="Phone" type="tel" dir="ltr" {...text('telephone')} />
      </div>
    </>
  )
}
