import { useMemo } from 'react'
import { SelectField } from '#console/ui/field.tsx'
import { countryCodes } from '#features/settings/country-codes.rules.ts'
import { listCountryNames } from '#features/settings/country-names.rules.ts'
import { useBrowserValue } from '#ui/state/use-store.ts'

type Props = { value: string; onChange: (code: string) => void; error: string | null; hint?: string }

/** One of the ISO countries; the value is its code. */
export function CountryField(props: Props) {
  const { value } = props
  // Browsers and the server can differ in names and their order, so the page arrives with the code alone.
  const isBrowser = useBrowserValue(
    () => true,
    () => false,
  )
  const countries = useMemo(
    () => (isBrowser ? listCountryNames(countryCodes, 'en') : value ? [{ code: value, name: value }] : []),
    [isBrowser, value],
  )
  const options = [
    { value: '', name: 'Choose a country' },
    ...countries.map(({ code, name }) => ({ value: code, name })),
  ]
  return <SelectField label="Country" options={options} {...props} />
}
