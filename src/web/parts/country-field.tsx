import { SelectField } from '#ui/fields/select-field.tsx'
import { useT } from '#ui/i18n/use-t.ts'

type Props = {
  name: string
  label: string
  autoComplete: string
  /**
   * The countries with names in the visitor's language. The names come from the server, so that its HTML and the
   * browser show the same names.
   */
  countries: readonly { code: string; name: string }[]
  /** An ISO code, or an empty string. */
  value: string
  error: string | null
  onChoose: (code: string) => void
}

export function CountryField({ countries, error, onChoose, ...select }: Props) {
  const t = useT()
  return (
    <SelectField
      aria-required
      placeholder={t('Choose a country')}
      options={countries.map(({ code, name }) => ({ value: code, name }))}
      error={error && t(error)}
      onChange={(event) => onChoose(event.target.value)}
      {...select}
    />
  )
}
