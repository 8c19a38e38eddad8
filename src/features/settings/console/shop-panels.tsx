import { Mail, Phone } from 'lucide-react'
import { useState } from 'react'
import type { Form } from '#console/form/use-form.ts'
import styles from '#console/settings/settings.module.css'
import { Check } from '#console/ui/fields/check.tsx'
import { AreaField, SelectField, TextField } from '#console/ui/fields/field.tsx'
import { Switch } from '#console/ui/fields/switch.tsx'
import { FieldRow } from '#console/ui/layout/form-page.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { maxDescription } from '../settings.rules.ts'
import { checkVatNumber, normalizeVatNumber } from '../vat.rules.ts'
import { CountryField } from './parts/country-field.tsx'
import { VatMark } from './parts/vat-mark.tsx'
import type { ShopValues } from './shop-form.rules.ts'

type Props = { form: Form<ShopValues> }
type FixedProps = Props & { isFixed: boolean }

export function SellerPanel({ form }: Props) {
  return (
    <Panel title="Store and seller">
      <div className={styles.column}>
        <SellerFields form={form} />
      </div>
    </Panel>
  )
}

/** Renders the address of the seller. The country comes first, because taxes depend on it. */
export function SellerAddressPanel({ form }: Props) {
  return (
    <Panel title="Seller’s address">
      <div className={styles.column}>
        <CountryField hint="Decides which tax rules apply to you." {...form.field('seller.country')} />
        <FieldRow isPairs>
          <TextField label="Postal code" dir="ltr" maxLength={20} {...form.field('seller.postcode')} />
          <TextField label="City" maxLength={100} {...form.field('seller.city')} />
        </FieldRow>
        <TextField
          label="State or province"
          hint="Only where taxes depend on it, as CA in the United States."
          maxLength={100}
          {...form.field('seller.region')}
        />
        <AreaField
          label="Address of the seller"
          hint="As printed in emails and on packing slips, one line for each line of the letter."
          rows={4}
          {...form.field('seller.address')}
        />
      </div>
    </Panel>
  )
}

type DescriptionProps = FixedProps & { languages: readonly { code: string; english_name: string }[] }

/** Edits the description for search engines, with one translation at a time. */
export function DescriptionPanel({ form, isFixed, languages }: DescriptionProps) {
  const [language, setLanguage] = useState(languages[0]?.code ?? '')
  const { value: translations, error } = form.field('shop.descriptions')
  function translate(text: string) {
    const { [language]: _, ...others } = translations
    form.set('shop.descriptions', text === '' ? others : { ...others, [language]: text })
  }
  return (
    <Panel title="Search engines">
      <div className={styles.column}>
        <AreaField
          label="Description of the store"
          hint="One or two sentences for search results and link previews. Empty: “Welcome to” and the name."
          rows={2}
          maxLength={maxDescription}
          {...form.field('shop.description')}
        />
        {languages.length > 0 && (
          <>
            <SelectField
              label="Translation"
              options={languages.map(({ code, english_name: name }) => ({
                value: code,
                name: translations[code] ? `${name}, translated` : name,
              }))}
              value={language}
              onChange={setLanguage}
            />
            <AreaField
              label={`Description in ${languages.find(({ code }) => code === language)?.english_name ?? language}`}
              lang={language}
              dir="auto"
              rows={2}
              maxLength={maxDescription}
              readOnly={isFixed}
              value={translations[language] ?? ''}
              error={error}
              onChange={translate}
            />
          </>
        )}
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
        label="Tax number"
        hint="At your tax office, as 37/512/40218"
        dir="ltr"
        autoComplete="off"
        maxLength={40}
        {...form.field('seller.tax_number')}
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
