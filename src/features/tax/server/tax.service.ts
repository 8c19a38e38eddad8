import { eq } from 'drizzle-orm'
import { findMarket } from '#features/markets/server/markets.service.ts'
import { readSettings } from '#features/settings/server/settings.service.ts'
import { settings } from '#features/settings/server/settings.tables.ts'
import { checkVatNumber } from '#features/settings/vat.rules.ts'
import { cacheValue } from '#server/cache/cached-values.ts'
import type { Database } from '#server/database/database.ts'
import { refuseFields } from '#server/http/refuse.ts'
import type { TaxProvider } from '#server/outside/tax-provider.ts'
import type { TaxTreatment } from '../tax.rules.ts'
import {
  type AppliedRate,
  applyProvidedTax,
  computeOrderTax,
  type OrderTax,
  summarizeTax,
  type TaxInput,
  type TaxRow,
} from '../tax-amounts.rules.ts'
import {
  countriesByRegion,
  type DatedRate,
  decideTax,
  findRate,
  findTaxRounding,
  type Place,
  type Registration,
  type TaxCase,
  type TaxDecision,
} from '../tax-places.rules.ts'
import { findStateCode } from '../us-states.rules.ts'
import { taxCategories, taxRates, taxRegistrations } from './tax.tables.ts'

type LimitedRegistration = Registration & { limitAmount: number | null; limitCurrency: string | null }
type TaxFacts = {
  seller: TaxCase['seller']
  acceptsBusinesses: boolean
  /** The name of the tax provider that staff chose. `table` means the shop's own rates. */
  provider: string
  timeZone: string
  rates: DatedRate[]
  registrations: LimitedRegistration[]
}

const readTaxFacts = cacheValue([settings, taxRates, taxRegistrations], async (db): Promise<TaxFacts> => {
  const all = await readSettings(db)
  return {
    seller: { country: all.seller_country, status: toStatus(all.tax_status) },
    acceptsBusinesses: all.business_buyers === 'on',
    provider: all.tax_provider,
    timeZone: all.time_zone,
    rates: await db.select().from(taxRates),
    registrations: await db.select().from(taxRegistrations),
  }
})

const toStatus = (text: string): TaxCase['seller']['status'] =>
  text === 'registered' || text === 'small_business' ? text : ''

export type TaxedOrder = {
  /** Amounts after discounts, in minor units of the order's currency. */
  lines: readonly { amount: number; taxCategory: string | null }[]
  shippingAmount: number
  currency: string
  decimals: number
  /** Place of delivery. Without a country, the seller's country is used, so that the cart can show an estimate. */
  destination: Place
  /** The VAT number of a business buyer. */
  vatNumber: string | null
  /** True for a preview, whose VAT number only stands for its country. */
  isSampleVatNumber?: boolean
  /** Smallest step of payments in the order's currency. */
  step: number
  now: Date
  /** Converts an amount into the order's currency. Null for a currency without a rate. */
  convert: (amount: number, currency: string) => number | null
}

export type TaxQuote = OrderTax & {
  treatment: TaxTreatment
  /** The place whose rates apply. Null means no tax. */
  place: TaxDecision['place']
  display: TaxInput['display']
  rows: TaxRow[]
}

/** Computes the tax of an order. The checkout, orders of staff and the tax preview use this function. */
export async function quoteTax(db: Database, order: TaxedOrder, provider?: TaxProvider): Promise<TaxQuote> {
  const facts = await readTaxFacts(db)
  const day = toDay(order.now, facts.timeZone)
  const total = order.lines.reduce((sum, { amount }) => sum + amount, 0)
  const covers = ({ limitAmount, limitCurrency }: LimitedRegistration) => {
    if (limitAmount === null || limitCurrency === null) return true
    const limit = order.convert(limitAmount, limitCurrency)
    return limit !== null && total <= limit
  }
  const destination = toTaxPlace(order.destination, facts.seller.country)
  const isVatNumberUsable =
    facts.acceptsBusinesses &&
    order.vatNumber !== null &&
    (order.isSampleVatNumber || checkVatNumber(order.vatNumber) === 'fits')
  const { treatment, place } = decideTax({
    seller: facts.seller,
    destination,
    buyerVatNumber: isVatNumberUsable ? order.vatNumber : null,
    registrations: facts.registrations.filter(covers),
    day,
  })
  const display = (await findMarket(db, destination.country))?.taxDisplay ?? 'included'
  // A place without a known rate is taxed at zero, under the usual name of the tax.
  const taxName = place?.country === 'US' ? 'Sales tax' : 'VAT'
  const applyRate = (category: string | null): AppliedRate => {
    if (place === null) return { country: destination.country, region: '', name: '', rate: 0 }
    const found = findRate(facts.rates, place, category, day)
    return { ...place, name: found?.name ?? taxName, rate: found?.rate ?? 0 }
  }
  const provided =
    place && provider?.name === facts.provider && countriesByRegion.includes(place.country) && order.step === 1
      ? await provider.quote({ ...pickAmounts(order), display, address: { ...place, postcode: destination.postcode } })
      : null
  const input: TaxInput = {
    lines: order.lines.map(({ amount, taxCategory }) => ({ amount, applied: applyRate(taxCategory) })),
    shippingAmount: order.shippingAmount,
    shippingRate: applyRate(null),
    display,
    rounding: findTaxRounding(place?.country ?? ''),
    step: order.step,
  }
  const tax = provided ? applyProvidedTax(input, provided) : computeOrderTax(input)
  return { ...tax, treatment, place, display, rows: summarizeTax(tax) }
}

const pickAmounts = ({ lines, shippingAmount, currency, decimals }: TaxedOrder) => ({
  ...{ lines, shippingAmount, currency, decimals },
})

/** Returns whether business buyers can enter a VAT number at checkout. */
export async function readAcceptsBusinesses(db: Database): Promise<boolean> {
  return (await readTaxFacts(db)).acceptsBusinesses
}

/** Returns whether the tax of an order depends on its place of delivery. */
export async function isTaxedByPlace(db: Database): Promise<boolean> {
  return (await readTaxFacts(db)).seller.status === 'registered'
}

/** Returns the place with the code of its region. Addresses may contain the name of a state instead. */
function toTaxPlace({ country, region, postcode }: Place, sellerCountry: string): Place {
  const known = country || sellerCountry
  return { country: known, region: known === 'US' ? findStateCode(region) : region, postcode }
}

/** Returns the ISO date of a moment in the shop's time zone. */
function toDay(now: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)
}

/** Refuses the code of a tax category that the shop does not have. */
export async function checkTaxCategory(
  db: Database,
  code: string | null | undefined,
  field = 'tax_category',
): Promise<void> {
  if (code == null) return
  const [known] = await db.select().from(taxCategories).where(eq(taxCategories.code, code))
  if (!known) throw refuseFields({ [field]: ['There is no tax category with this code.'] })
}

/** Returns the codes that are no tax category of the shop. */
export async function findUnknownTaxCategories(db: Database, codes: readonly string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set()
  const known = await db.select({ code: taxCategories.code }).from(taxCategories)
  return new Set(codes.filter((code) => !known.some((one) => one.code === code)))
}
