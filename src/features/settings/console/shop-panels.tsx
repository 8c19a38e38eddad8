import { Check as CheckMark, Mail, Phone } from 'lucide-react'
import { useMemo } from 'react'
import type { Form } from '#console/form/use-form.ts'
import styles from '#console/settings/settings.module.css'
import { Check } from '#console/ui/fields/check.tsx'
import { ManyCombobox } from '#console/ui/fields/combobox.tsx'
import { AreaField, SelectField, TextField } from '#console/ui/fields/field.tsx'
import { Switch } from '#console/ui/fields/switch.tsx'
import { FieldRow } from '#console/ui/layout/form-page.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { countryCodes } from '../country-codes.rules.ts'
import { listCountryNames } from '../country-names.rules.ts'
import { checkVatNumber, normalizeVatNumber } from '../vat.rules.ts'
import type { ShopValues } from './shop-form.rules.ts'

type Props = { form: Form<ShopValues> }
type FixedProps = Props & { isFixed: boolean }

export function SellerPanel({ form, isFixed }: FixedProps) {
  const countries = useMemo(
    () => listCountryNames(countryCodes, 'en').map(({ code, name }) => ({ value: code, name, detail: code })),
    [],
  )
  return (
    <Panel title="The shop">
      <div className={styles.column}>
        <SellerFields form={form} />
        <ManyCombobox
          label="Ships to"
          hint="Checkout accepts only these countries. Leave empty to accept every country."
          placeholder="Find a country"
          disabled={isFixed}
          choices={countries}
          {...form.field('shop.ships_to')}
        />
      </div>
    </Panel>
  )
}

function SellerFields({ form }: Props) {
  const isVatRight = checkVatNumber(normalizeVatNumber(form.values['seller.vat_number'])) === 'fits'
  return (
    <FieldRow isPairs>
      <TextField label="Name" maxLength={60} {...form.field('shop.name')} />
      <TextField label="Legal name" maxLength={100} {...form.field('seller.name')} />
      <TextField
        label="Registered at"
        hint="Such as CVR 13 58 56 28, Copenhagen"
        maxLength={100}
        {...form.field('seller.registration')}
      />
      <TextField
        label="VAT number"
        dir="ltr"
        autoComplete="off"
        maxLength={40}
        unit={isVatRight && <VatMark />}
        hint={isVatRight ? undefined : 'With the country code, such as DK13585628'}
        {...form.field('seller.vat_number')}
      />
      <TextField
        label="Email for shoppers"
        icon={Mail}
        type="email"
        dir="ltr"
        autoComplete="off"
        maxLength={100}
        {...form.field('seller.email')}
      />
      <TextField
        label="Phone"
        icon={Phone}
        type="tel"
        dir="ltr"
        autoComplete="off"
        maxLength={30}
        {...form.field('seller.phone')}
      />
    </FieldRow>
  )
}

/** Renders the mark for valid check digits. Only a tax office knows whether the number exists. */
function VatMark() {
  return (
    <span className={styles.fits}>
      <CheckMark size={14} strokeWidth={1.9} aria-hidden /> Check digit is valid
    </span>
  )
}

export function ReturnAddressPanel({ form }: Props) {
  const address = form.values['seller.address']
  const isSame = address.trim() !== '' && form.values['returns.address'].trim() === address.trim()
  return (
    <Panel title="Return address">
      <div className={styles.column}>
        <Check
          label="Same as the seller address"
          isChecked={isSame}
          disabled={address.trim() === ''}
          onChange={(isWanted) => form.set('returns.address', isWanted ? address : '')}
        />
        <TextField
          label="Name on the label"
          placeholder="Harbor Returns, Dock 4"
          maxLength={100}
          {...form.field('returns.name')}
        />
        <AreaField
          label="Address for returned parcels"
          hint="Shown to shoppers once a return is approved."
          rows={4}
          {...form.field('returns.address')}
        />
      </div>
    </Panel>
  )
}

/** Renders the settings of time and numbers. `isPrefixFixed` is true once an order uses the prefix. */
export function FiguresPanel({ form, isPrefixFixed }: Props & { isPrefixFixed: boolean }) {
  return (
    <Panel title="Time zone and order numbers">
      <div className={styles.two}>
        <TextField
          label="Time zone of the shop"
          hint="Such as Europe/Stockholm. Reports, coupons and ads use it for the start and end of a day."
          dir="ltr"
          autoComplete="off"
          maxLength={60}
          {...form.field('shop.time_zone')}
        />
        <TextField
          label="Order numbers begin with"
          hint={
            isPrefixFixed
              ? 'Cannot be changed after the first order'
              : 'Two letters other than I, L and O. They cannot be changed after the first order.'
          }
          dir="ltr"
          autoComplete="off"
          maxLength={2}
          readOnly={isPrefixFixed}
          {...form.field('shop.order_prefix')}
        />
      </div>
    </Panel>
  )
}

const offers = [
  { field: 'features.wishlist', label: 'Wishlist' },
  { field: 'features.reviews', label: 'Product reviews' },
  { field: 'features.chat', label: 'Chat with support' },
] as const

export function OffersPanel({ form, isFixed }: FixedProps) {
  return (
    <Panel title="Features">
      <div className={styles.halves}>
        <div className={styles.column}>
          {offers.map(({ field, label }) => (
            <Switch
              key={field}
              label={label}
              isOn={form.values[field]}
              disabled={isFixed}
              onChange={(isOn) => form.set(field, isOn)}
            />
          ))}
        </div>
        <SelectField
          label="Text in languages that the shop does not support"
          options={[
            { value: 'local', name: 'English' },
            { value: 'google', name: 'Translated by Google' },
          ]}
          {...form.field('features.page_translator')}
        />
      </div>
    </Panel>
  )
}
