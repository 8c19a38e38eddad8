import { msg } from '#contract/text/translate.ts'
import { readShipsTo } from '#features/markets/server/ships-to.service.ts'
import type { Database } from '#server/database/database.ts'
import type { AddressFormat } from '../addresses.contract.ts'
import { type CountryData, formatRegion, isLocalLanguage, readCountryData } from './country-data.ts'

const regionLabels: Readonly<Record<CountryData['regionType'], string>> = {
  area: msg('Area'),
  county: msg('County'),
  department: msg('Department'),
  district: msg('District'),
  do_si: msg('Province'),
  emirate: msg('Emirate'),
  island: msg('Island'),
  oblast: msg('Region'),
  parish: msg('Parish'),
  prefecture: msg('Prefecture'),
  province: msg('Province'),
  region: msg('Region'),
  state: msg('State'),
}

const cityLabels: Readonly<Record<CountryData['cityType'], string>> = {
  city: msg('City'),
  district: msg('District'),
  post_town: msg('Town or city'),
  suburb: msg('Suburb'),
}

const postcodeLabels: Readonly<Record<CountryData['postcodeType'], string>> = {
  eircode: msg('Eircode'),
  pin: msg('PIN code'),
  postal: msg('Postcode'),
  zip: msg('ZIP code'),
}

/** Countries that write the house number before the street, or that have no house numbers of streets. */
const numberFirst = new Set(
  'AE AS AU BB BM BS CA FJ FR GB GG GI GU HK IE IM IN JE JM JP KE KR KY LU MC MO MP MT MY NG NZ PH PK PR QA SA SG TH TT TW US VI ZA'.split(
    ' ',
  ),
)

/** Languages whose readers write the family name first. */
const familyFirst = new Set(['hu', 'ja', 'ko', 'vi', 'zh'])

type Field = AddressFormat['fields'][number]

/**
 * Returns the format with which a form starts. The format is that of the only country of a shop that ships to one
 * country. Otherwise the format is for any country.
 */
export async function findFirstFormat(db: Database, language: string): Promise<AddressFormat> {
  const shipsTo = await readShipsTo(db)
  return findAddressFormat(shipsTo.length === 1 ? (shipsTo[0] ?? '') : '', language)
}

/** Returns the fields of a country's addresses in the order of a form, with labels for readers of a language. */
export function findAddressFormat(code: string, language: string): AddressFormat {
  const country = readCountryData(code)
  const isLocal = isLocalLanguage(country, language)
  const names: Field[] = [
    field('firstname', msg('First name'), 'given-name', { isHalf: true }),
    field('lastname', msg('Last name'), 'family-name', { isHalf: true }),
  ]
  return {
    country_code: country.code,
    fields: [
      ...(familyFirst.has(language.split('-')[0] ?? '') ? names.reverse() : names),
      ...listPlaceFields(country, isLocal),
      field('telephone', msg('Phone'), 'tel'),
    ],
    regions: listRegions(country, isLocal, language),
    postcode_pattern: country.postcodePattern,
    postcode_example: country.postcodeExample,
  }
}

/** Returns the fields from the street to the postcode. Fields that share a line on paper share a row of the form. */
function listPlaceFields(country: CountryData, isLocal: boolean): Field[] {
  const lines = (isLocal ? country.format : country.latinFormat).split('%n').map((line) => line.match(/%[ACSZ]/g) ?? [])
  return lines.flatMap((line) =>
    line.flatMap((token, at) => {
      // The last two fields of a line share a row.
      const isHalf = line.length > 1 && at >= line.length - 2
      const isRequired = country.required.has(token[1] ?? '')
      if (token === '%C') return field('city', cityLabels[country.cityType], 'address-level2', { isHalf, isRequired })
      if (token === '%S') {
        return field(
          'state',
          country.code ? regionLabels[country.regionType] : msg('State or region'),
          'address-level1',
          {
            isHalf,
            isRequired,
          },
        )
      }
      if (token === '%Z') {
        const isNumeric =
          country.postcodePattern !== null && !/[A-Z]/.test(country.postcodePattern.replace(/\\[dD]/g, ''))
        return field('postcode', postcodeLabels[country.postcodeType], 'postal-code', { isHalf, isRequired, isNumeric })
      }
      return listStreetFields(country)
    }),
  )
}

function listStreetFields({ code }: CountryData): Field[] {
  return [
    field(
      'address_1',
      code && !numberFirst.has(code) ? msg('Street and house number') : msg('Street address'),
      'address-line1',
    ),
    field('house_num', msg('House number'), 'off', { isRequired: false }),
    field('address_2', msg('Apartment, floor, company'), 'address-line2', { isRequired: false }),
  ]
}

type Details = { isHalf?: boolean; isRequired?: boolean; isNumeric?: boolean }

function field(
  name: Field['name'],
  label: string,
  autocomplete: string,
  { isHalf = false, isRequired = true, isNumeric = false }: Details = {},
): Field {
  return { name, label, autocomplete, is_required: isRequired, is_half: isHalf, is_numeric: isNumeric }
}

/** Returns the regions of a country with their names. Numeric codes, as in Japan, have the customary order already. */
function listRegions(country: CountryData, isLocal: boolean, language: string): AddressFormat['regions'] {
  const regions = country.regions.map((region) => ({ code: region.key, name: formatRegion(region, isLocal) }))
  const { compare } = new Intl.Collator([language, 'en'])
  return regions.sort((one, other) =>
    isLocal && /^\d/.test(one.code) ? compare(one.code, other.code) : compare(one.name, other.name),
  )
}
