import { localizeCountry } from '#features/settings/country-names.rules.ts'
import { formatAddressLines, joinAddress, type PrintedAddress } from './address-lines.service.ts'
import { findRegion, formatRegion, isLocalLanguage, readCountryData } from './country-data.ts'

type Placed = PrintedAddress & { country: string; country_code: string | null }

/** Fields that depend on the reader's language. */
type LocalizedFields = { country: string; state: string; state_code: string | null; formatted: string }

/**
 * Returns an address for a reader: the country and the region by name, the region's code, and all fields in the order of
 * the country. A region that the country does not have stays as it is.
 */
export function localizeAddress<A extends Placed>(language: string, address: A): A & LocalizedFields {
  const { country } = localizeCountry(language, address)
  const data = readCountryData(address.country_code ?? '')
  const region = findRegion(data, address.state)
  return {
    ...address,
    country,
    state: region ? formatRegion(region, isLocalLanguage(data, language)) : address.state,
    state_code: region?.key ?? null,
    formatted: joinAddress(address, address.country_code ?? address.country, language),
  }
}

/** Returns an address for staff, who read English, with its lines as on a parcel and without the name. */
export function toStaffAddress<A extends Placed>(
  address: A,
): A & Omit<LocalizedFields, 'formatted'> & { lines: string[] } {
  const { formatted: _, ...localized } = localizeAddress('en', address)
  const { country, country_code } = address
  return {
    ...localized,
    lines: formatAddressLines(address, country_code ?? country, 'en', { hasName: false }),
  } as never
}
