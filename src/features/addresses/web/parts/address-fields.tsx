import { useState } from 'react'
import { Field } from '#ui/fields/field.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { CountryField } from '#web/parts/country-field.tsx'
import type { AddressFormat, Country } from '../../addresses.contract.ts'
import { type AddressField, addressFieldLengths, type TypedAddress } from '../../addresses.rules.ts'
import styles from './address-fields.module.css'

type Props = {
  format: AddressFormat
  countries: readonly Country[]
  typed: TypedAddress
  /** Start of the `autocomplete` values, such as `shipping `. */
  section?: string
  problemOf: (name: AddressField) => string | null | undefined
  onType: (name: AddressField, value: string) => void
}

/** Renders the fields of an address: the country first, then the fields of the country in their order. */
export function AddressFields({ format, countries, typed, section = '', problemOf, onType }: Props) {
  const t = useT()
  // House numbers are typed with the street. Older addresses may have them in a separate field.
  const [hasHouseNumber] = useState(typed.house_num !== '')
  return (
    <>
      <CountryField
        name="country"
        label={t('Country or region')}
        autoComplete={`${section}country`}
        value={typed.country}
        countries={countries}
        error={problemOf('country') ?? null}
        onChoose={(code) => onType('country', code)}
      />
      <div className={styles.fields}>
        {format.fields.map(({ name, label, autocomplete, is_required, is_half, is_numeric }) => {
          if (name === 'house_num' && !hasHouseNumber) return null
          const problem = problemOf(name)
          const field = {
            name,
            label: (
              <>
                {t(label)} {!is_required && <span className={styles.optional}>{t('optional')}</span>}
              </>
            ),
            autoComplete: autocomplete === 'off' ? autocomplete : section + autocomplete,
            'aria-required': is_required,
            className: is_half ? undefined : styles.whole,
            value: typed[name],
            error: problem && t(problem),
          }
          return name === 'state' && format.regions.length > 0 ? (
            <SelectField
              key={name}
              {...field}
              placeholder={t('Choose one')}
              options={format.regions.map(({ code, name: region }) => ({ value: code, name: region }))}
              onChange={(event) => onType(name, event.target.value)}
            />
          ) : (
            <Field
              key={name}
              {...field}
              maxLength={addressFieldLengths[name]}
              {...(name === 'telephone' && { type: 'tel', dir: 'ltr' })}
              {...(is_numeric && { inputMode: 'numeric' as const })}
              hint={
                name === 'postcode' && problem && typed.postcode && format.postcode_example
                  ? t('For example {example}', { example: format.postcode_example })
                  : undefined
              }
              onChange={(event) => onType(name, event.target.value)}
            />
          )
        })}
      </div>
    </>
  )
}
