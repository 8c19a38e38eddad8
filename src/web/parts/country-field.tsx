import { SelectField } from '#ui/fields/select-field.tsx'
import { useT } from '#ui/i18n/use-t.ts'

type Props = {
  name: string
  label: string
  autoComplete: string
  /** Named in the visitor's language by the server, so that the page and the browser agree on every name. */
  countries: readonly { code: string; name: string }[]
  /** An ISO code, or empty. */
  value: string
  error: string | null
  onChoose: (code: string) => void
}

export function CountryField({ countries, error, onChoose, ...select }: Props) {
  const t = useT()
  return (
    <SelectField
      required
      placeholder={t('Choose a country')}
      options={countries.map(({ code, name }) => ({ value: code, name }))}
      error={error && t(error)}
      onChange={(event) => onChoose(event.target.value)}
      {...select}
    />
  )
}
