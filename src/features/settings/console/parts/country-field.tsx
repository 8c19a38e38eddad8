import { useMemo } from 'react'
import { SelectField } from '#console/ui/fields/field.tsx'
import { countryCodes } from '#features/settings/country-codes.rules.ts'
import { listCountryNames } from '#features/settings/country-names.rules.ts'
import { useBrowserValue } from '#ui/state/use-store.ts'

type Props = { value: string; onChange: (code: string) => void; error: string | null; hint?: string }

/** Renders a choice of the ISO countries. The value is the country code. */
export function CountryField(props: Props) {
  const { value } = props
  // Country names and their order may differ between browser and server, so the server renders only the code.
  const isInBrowser = useBrowserValue(
    () => true,
    () => false,
  )
  const countries = useMemo(
    () => (isInBrowser ? listCountryNames(countryCodes, 'en') : value ? [{ code: value, name: value }] : []),
    [isInBrowser, value],
  )
  const options = [
    { value: '', name: 'Choose a country' },
    ...countries.map(({ code, name }) => ({ value: code, name })),
  ]
  return <SelectField label="Country" options={options} {...props} />
}
