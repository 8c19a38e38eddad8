import { countryCodes } from '../country-codes.rules.ts'

export function listCountries(): { value: string; name: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  const all = countryCodes.map((value) => ({ value, name: names.of(value) ?? value, detail: value }))
  return all.sort((a, b) => a.name.localeCompare(b.name, 'en'))
}
