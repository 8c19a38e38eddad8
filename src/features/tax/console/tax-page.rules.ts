import { toShopDay } from '#console/ui/format/day.rules.ts'
import { formatMoney } from '#console/ui/format/money.rules.ts'
import type { StaffMoney } from '#contract/calls/staff-call.ts'
import { formatCountry } from '#features/settings/country-names.rules.ts'
import type { TaxTreatment } from '../tax.rules.ts'
import type { TaxCategory, TaxRate, TaxRegistration } from '../tax.staff.contract.ts'
import { countriesByRegion, euCountries } from '../tax-places.rules.ts'
import { dayBefore, formatTaxRate } from '../tax-rates.rules.ts'

const days = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })

/** Formats a day with its year, such as `Jan 1, 2021`. */
export const formatTaxDay = (day: string): string => days.format(Date.parse(`${day}T00:00:00Z`))

/** Reads a rate in percent, such as `25.5`. Returns null for text that is no rate. */
export function parseTaxRate(text: string): number | null {
  const found = /^(\d{1,3})(?:[.,](\d{1,3}))?\s*%?$/.exec(text.trim())
  if (!found) return null
  const rate = Number(found[1]) * 1000 + Number((found[2] ?? '').padEnd(3, '0'))
  return rate <= 100_000 ? rate : null
}

export const isEnded = ({ valid_until }: { valid_until: string | null }, today: string): boolean =>
  valid_until !== null && valid_until < today

/** Returns the name of a place: `Germany`, or `United States, CA`. */
export const formatPlace = (country: string, region: string): string =>
  region === '' ? formatCountry(country) : `${formatCountry(country)}, ${region}`

type RateFilter = { home: string; today: string; hasEnded: boolean }
/** A rate with whether the row shows the place. Rows of the same place follow each other. */
export type ShownRate = { rate: TaxRate; isFirst: boolean }

/** Sorts rates for the list: the seller's country first, then by name. Within a place, the current general rate is first. */
export function listShownRates(rates: readonly TaxRate[], { home, today, hasEnded }: RateFilter): ShownRate[] {
  const shown = rates.filter((rate) => hasEnded || !isEnded(rate, today))
  const keyOf = (rate: TaxRate) =>
    [
      rate.country === home ? '0' : '1',
      formatCountry(rate.country),
      rate.region,
      rate.category ?? '',
      isEnded(rate, today) ? '1' : '0',
    ].join('\n')
  const sorted = shown.toSorted(
    (a, b) => keyOf(a).localeCompare(keyOf(b), 'en') || b.valid_from.localeCompare(a.valid_from),
  )
  return sorted.map((rate, at) => {
    const before = sorted[at - 1]
    return { rate, isFirst: before?.country !== rate.country || before.region !== rate.region }
  })
}

/** Returns the return in which the tax of a rate is reported, or null without a registration. */
export function findFiling(
  { country, region }: Pick<TaxRate, 'country' | 'region'>,
  registrations: readonly TaxRegistration[],
  home: string,
  today: string,
): string | null {
  const valid = registrations.filter((one) => one.valid_from <= today && !isEnded(one, today))
  if (valid.some((one) => one.scheme === 'destination' && one.country === country && ['', region].includes(one.region)))
    return 'Local return'
  if (country === home) return countriesByRegion.includes(country) ? null : 'Domestic return'
  const isInEu = (code: string) => euCountries.includes(code)
  if (!isInEu(home) || !isInEu(country)) return null
  return valid.some(({ scheme }) => scheme === 'oss') ? 'OSS' : null
}

/** Describes the orders that a registration covers. */
export function describeUse({ scheme, limit }: TaxRegistration): string {
  if (scheme === 'domestic') return 'Invoices, domestic return'
  if (scheme === 'oss') return `${euCountries.length - 1} EU countries, quarterly`
  return limit ? `Orders up to ${formatMoney(limit).replace(/\.0+$/, '')}` : 'All orders'
}

export const nameRegistration = ({ scheme, country, region }: TaxRegistration): string =>
  scheme === 'oss' ? 'EU One-Stop Shop' : formatPlace(country, region)

type Preview = {
  net: StaffMoney
  tax: StaffMoney
  gross: StaffMoney
  display: 'included' | 'added'
  treatment: TaxTreatment
  country: string | null
  rate: number
  rate_name: string
}

/** The reasons for an item without tax. */
const reasons: Partial<Record<TaxTreatment, string>> = {
  export: 'export',
  intra_community: 'tax-free sale to an EU business',
  reverse_charge: 'reverse charge, the buyer pays the tax',
  small_business: 'small business',
  untaxed: 'no registration there',
}
const filings: Partial<Record<TaxTreatment, string>> = {
  domestic: 'reported in the domestic return',
  oss: 'reported in OSS',
  destination: 'reported in the local return',
}

/** Returns the result of the preview: its bold part and the calculation. */
export function describePreview(preview: Preview): { result: string; sum: string } {
  const { net, tax, gross, treatment, display, country, rate, rate_name } = preview
  const reason = reasons[treatment]
  if (reason !== undefined) return { result: `no tax (${reason})`, sum: `${formatMoney(gross)} without tax` }
  const name = rate_name || 'tax'
  const result =
    rate_name === '' && rate === 0
      ? `no rate for ${formatCountry(country ?? '')}`
      : `${formatMoney(tax)} ${name} (${formatTaxRate(rate)})${display === 'added' ? ' added at checkout' : ''}`
  const sum = `${formatMoney(net)} net + ${formatMoney(tax)} ${name} = ${formatMoney(gross)}`
  return { result, sum: [sum, filings[treatment]].filter(Boolean).join(' · ') }
}

export type TaxPeriod = { value: string; name: string; from: string; to: string }

const pad = (month: number) => String(month).padStart(2, '0')

/** Returns the current quarter and the seven before, latest first. */
export function listQuarters(now: number, timeZone: string): TaxPeriod[] {
  const today = toShopDay(now, timeZone)
  const current = Number(today.slice(0, 4)) * 4 + Math.floor((Number(today.slice(5, 7)) - 1) / 3)
  return Array.from({ length: 8 }, (_, at) => {
    const index = current - at
    const [year, quarter] = [Math.floor(index / 4), index % 4]
    const from = `${year}-${pad(quarter * 3 + 1)}-01`
    const to = dayBefore(quarter === 3 ? `${year + 1}-01-01` : `${year}-${pad(quarter * 3 + 4)}-01`)
    const short = (day: string) => formatTaxDay(day).split(',')[0]
    const value = `${year}-Q${quarter + 1}`
    return { value, name: `Q${quarter + 1} ${year}, ${short(from)}–${short(to)}`, from, to }
  })
}

/** Returns the day on which the One-Stop Shop return of a quarter is due: the last day of the following month. */
export function findDueDay({ to }: Pick<TaxPeriod, 'to'>): string {
  const [year = 0, month = 0] = to.split('-').map(Number)
  return new Date(Date.UTC(year, month + 1, 0)).toISOString().slice(0, 10)
}

export const nameCategory = (code: string | null, categories: readonly TaxCategory[]): string =>
  code === null ? 'All products' : (categories.find((one) => one.code === code)?.name ?? code)

type ReportPlace = Pick<TaxRate, 'country' | 'region' | 'rate'>

/** Names a row of the report. A rate that only a category has is named with its category. */
export function nameReportRow(
  { country, region, rate }: ReportPlace,
  rates: readonly TaxRate[],
  categories: readonly TaxCategory[],
): string {
  const known = rates.filter((one) => one.country === country && one.region === region && one.rate === rate)
  const isGeneral = known.length === 0 || known.some(({ category }) => category === null)
  const place = formatPlace(country, region)
  return isGeneral ? place : `${place}, ${nameCategory(known[0]?.category ?? null, categories).toLowerCase()}`
}
