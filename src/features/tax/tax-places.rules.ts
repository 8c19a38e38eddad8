import type { TaxTreatment } from './tax.rules.ts'
import type { TaxRounding } from './tax-amounts.rules.ts'

/** Members of the EU, whose VAT area the EU schemes cover. */
export const euCountries: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

/** Places that belong to the tax area of another country (Directive 2006/112/EC, article 7). */
const partsOfOthers: Record<string, string> = { MC: 'FR', IM: 'GB' }

/**
 * Postal codes of EU countries outside the VAT area (Directive 2006/112/EC, article 6): the Canary Islands, Ceuta and
 * Melilla, Heligoland and Büsingen, Livigno, and Mount Athos. The overseas parts of France and Åland have their own ISO codes.
 */
const outsideVatArea: Record<string, RegExp> = {
  ES: /^(?:35|38|51|52)\d{3}$/,
  DE: /^(?:27498|78266)$/,
  IT: /^(?:23030|23041)$/,
  GR: /^630(?:86|87)$/,
}

export type Place = { country: string; region: string; postcode: string }

export type Registration = {
  scheme: 'domestic' | 'oss' | 'destination'
  country: string
  region: string
  validFrom: string
  validUntil: string | null
}

export type TaxCase = {
  seller: { country: string; status: 'registered' | 'small_business' | '' }
  destination: Place
  /** The VAT number of a business buyer with a valid format, if the shop accepts business buyers. It counts only in its country. */
  buyerVatNumber: string | null
  /** The valid registrations whose limit covers the order. */
  registrations: readonly Registration[]
  /** ISO date of the order in the shop's time zone. */
  day: string
}

export type TaxDecision = {
  treatment: TaxTreatment
  /** The place whose rates apply. Null means no tax. */
  place: TaxPlace | null
}
export type TaxPlace = { country: string; region: string }

/** Returns the country whose VAT applies at a place. Northern Ireland counts as EU for goods, with the code XI. */
export function findTaxCountry({ country, postcode }: Pick<Place, 'country' | 'postcode'>): string {
  const plain = postcode.replace(/[\s-]/g, '').toUpperCase()
  if (country === 'GB' && /^BT\d/.test(plain)) return 'XI'
  if (outsideVatArea[country]?.test(plain)) return ''
  return partsOfOthers[country] ?? country
}

const isInEuArea = (country: string) => euCountries.includes(country) || country === 'XI'

const isValidOn = (day: string, { validFrom, validUntil }: Pick<Registration, 'validFrom' | 'validUntil'>) =>
  validFrom <= day && (validUntil === null || day <= validUntil)

/** Decides which place's tax applies to an order, and why. */
export function decideTax({ seller, destination, buyerVatNumber, registrations, day }: TaxCase): TaxDecision {
  if (seller.status === '' || seller.country === '') return { treatment: 'untaxed', place: null }
  if (seller.status === 'small_business') return { treatment: 'small_business', place: null }
  const valid = registrations.filter((one) => isValidOn(day, one))
  const country = findTaxCountry(destination)
  const place = { country, region: destination.region }
  const local = valid.find(
    (one) =>
      one.scheme === 'destination' && one.country === country && (one.region === '' || one.region === place.region),
  )
  // Goods from Great Britain to Northern Ireland are domestic sales of the United Kingdom.
  if (country === seller.country || (seller.country === 'GB' && country === 'XI')) return decideDomestic(place, local)
  const isBusiness = buyerVatNumber !== null && country === findVatCountry(buyerVatNumber)
  if (isInEuArea(seller.country) && isInEuArea(country)) {
    if (isBusiness) return { treatment: 'intra_community', place: null }
    if (local) return { treatment: 'destination', place: toPlace(place) }
    if (valid.some(({ scheme }) => scheme === 'oss')) return { treatment: 'oss', place: toPlace(place) }
    // Below the threshold of the EU, the seller's own rate applies.
    return { treatment: 'domestic', place: { country: seller.country, region: '' } }
  }
  if (!local) return { treatment: 'export', place: null }
  if (isBusiness) return { treatment: 'reverse_charge', place: null }
  return { treatment: 'destination', place: toPlace(place) }
}

/** Countries whose sales tax depends on the region. A seller there charges tax only in registered regions. */
export const countriesByRegion: readonly string[] = ['US']

function decideDomestic(place: TaxPlace, local: Registration | undefined): TaxDecision {
  if (!countriesByRegion.includes(place.country)) return { treatment: 'domestic', place: toPlace(place) }
  return local ? { treatment: 'destination', place } : { treatment: 'untaxed', place: null }
}

/** Regions matter only where taxes are regional. Northern Ireland has the rates of the United Kingdom. */
const toPlace = ({ country, region }: TaxPlace): TaxPlace => ({
  country: country === 'XI' ? 'GB' : country,
  region: countriesByRegion.includes(country) || country === 'CA' ? region : '',
})

/** Greek VAT numbers begin with EL. */
const findVatCountry = (vatNumber: string) => {
  const letters = vatNumber.slice(0, 2)
  return letters === 'EL' ? 'GR' : letters
}

export type DatedRate = {
  country: string
  region: string
  category: string | null
  name: string
  rate: number
  validFrom: string
  validUntil: string | null
}

/**
 * Finds the rate of a place, category and day. A rate of the region comes before one of the country, and a rate of the category
 * before the general one.
 */
export function findRate(
  rates: readonly DatedRate[],
  { country, region }: TaxPlace,
  category: string | null,
  day: string,
): DatedRate | null {
  const valid = rates.filter((one) => one.country === country && isValidOn(day, one))
  const find = (ofRegion: string, ofCategory: string | null) =>
    valid.find((one) => one.region === ofRegion && one.category === ofCategory)
  return (
    (category !== null && region !== '' && find(region, category)) ||
    (region !== '' && find(region, null)) ||
    (category !== null && find('', category)) ||
    find('', null) ||
    null
  )
}

/** Returns how a country rounds the tax of an invoice. */
export function findTaxRounding(country: string): TaxRounding {
  return country === 'JP' ? { per: 'rate', direction: 'down' } : { per: 'line', direction: 'nearest' }
}
